"""Code that several benchmarks share: engine, figures, files, model calls, replies, embeddings."""
