"""Characters of a PDF page, combined into tokens and lines."""
