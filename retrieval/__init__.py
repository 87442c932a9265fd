"""Search passages and pages, and rank cited papers by linking names. All results are deterministic."""
