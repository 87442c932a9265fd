"""Figures and tables of a PDF page: captions, regions and crops."""
