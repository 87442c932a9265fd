"""Typeset documents whose contents are known, for `benchmarks/documents.py`: bibliographies in many styles."""
