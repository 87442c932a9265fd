"""Charts: axes, legends and marks read from shapes and labels."""
