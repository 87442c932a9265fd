"""A question as one structure, and the parsers that fill it."""
