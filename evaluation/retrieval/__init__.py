"""Retrieval strategies compared on a corpus or on a cluster."""
