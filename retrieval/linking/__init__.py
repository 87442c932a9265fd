"""Links from names in a figure to papers of the cluster, and the ranking made of them."""
