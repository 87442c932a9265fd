"""Resolution of references to papers of a cluster, and papers read from a .bib file."""
