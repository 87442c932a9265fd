"""Read the characters of a PDF page and combine them into tokens and lines."""
