"""Diagrams: trees, taxonomies and labeled boxes as nested lists of labels."""
