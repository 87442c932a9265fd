"""Figures of a PDF page read from the page's own paths and texts instead of its pixels."""
