"""Diagrams: trees, taxonomies and labelled boxes as nested lists of labels."""
