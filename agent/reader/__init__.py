"""Readers: they choose among the statements of all sources, or refuse."""
