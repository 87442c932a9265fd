"""Characters of a PDF page to tokens and lines."""
