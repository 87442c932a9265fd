"""Vector stores: Qdrant in the process (Edge) or on a server, with one layout for both.

A point is a chunk. Its id is a hash of the chunk's id. It has the sparse vector "bm25" (the engine multiplies by
idf), the multivector "sentences" (cosine, MaxSim) and the mean of the sentences, "dense" (cosine); the last two are
absent without an embedding model. Its payload is `chunk_id`, `paper_id` (indexed), `kind` and `text`.
"""
