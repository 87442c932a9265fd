"""Vector stores: Qdrant in the process (Edge) or on a server, with one collection layout for both.

A point is a chunk: id from the chunk's id, the sparse vector "bm25" (idf by the engine), the multivector "sentences"
(cosine, MaxSim) and its mean "dense" (cosine), both absent without an embedding model, and the payload `chunk_id`,
`paper_id` (indexed), `kind` and `text`.
"""
