"""Text to unit vectors: where a model is found, a quick encoder for a few texts, sentence-transformers for many."""
