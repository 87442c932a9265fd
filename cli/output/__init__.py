"""Output of the terminal program: text, JSON, HTML pages and images."""
