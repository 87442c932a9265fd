"""Charts: axes, legends and marks read by geometry."""
