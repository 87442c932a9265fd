"""Encode text as unit vectors: find a model, and encode few texts with NumPy or many with sentence-transformers."""
