"""Asking: figure, ranking, retrieval, composition and proof. Works without a language model."""
