"""Read tables: turn words and rules into a grid with headers and groups."""
