"""Search of passages and pages, and ranking of cited papers by linking names. Deterministic."""
