"""Chunks, BM25, dense vectors, the Qdrant store and the incremental build."""
