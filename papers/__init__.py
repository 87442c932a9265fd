"""Parsed papers: PDF and TeX to `Paper`, figures, references, mentions, and clusters on disk."""
