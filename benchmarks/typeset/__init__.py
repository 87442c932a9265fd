"""Typeset documents with known contents, for `benchmarks/documents.py`: bibliographies and invented papers in many
styles.
"""
