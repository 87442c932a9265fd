"""Typeset documents whose contents are known, for `benchmarks/documents.py`: bibliographies and tables in many styles."""
