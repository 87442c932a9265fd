"""Comparison of retrieval strategies on a corpus or on a cluster."""
