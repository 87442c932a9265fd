"""Read charts: axes, legends and marks from shapes and labels."""
