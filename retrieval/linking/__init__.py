"""Link names in a figure to papers of the cluster, and rank the papers by these links."""
