"""Reranking of the deterministic ranking by a model that reads titles, abstracts and citing sentences."""
