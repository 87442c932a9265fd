"""Tables: words and rules to a grid with headers and groups."""
