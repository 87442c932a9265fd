"""Files to papers, in worker processes with time and memory limits."""
