"""Resolve references to papers of a cluster, and read papers from a .bib file."""
