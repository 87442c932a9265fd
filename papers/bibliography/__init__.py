"""References resolved to papers of the cluster, and papers known from a .bib file."""
