"""The incremental build: scan, parse, chunk, embed, write the store, clean up."""
