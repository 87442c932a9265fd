"""Where vectors are kept: Qdrant in the process (Edge) or on a server, one collection layout for both.

A point is a chunk: id from the chunk's id, the named vectors "dense" (cosine; absent without an embedding model) and
"bm25" (sparse, idf by the engine), payload `chunk_id`, `paper_id` (indexed) and `kind`.
"""
