"""Tables: random content, questions about it, and drawing in a style."""
