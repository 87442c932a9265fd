"""Passages, index terms and sparse BM25 vectors."""
