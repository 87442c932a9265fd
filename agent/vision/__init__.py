"""Read a figure with a vision model, and reconcile the reading with the reading by rules."""
