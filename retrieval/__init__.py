"""Fusion, chunk search, linking a name to a paper, ranking the cited papers. Deterministic."""
