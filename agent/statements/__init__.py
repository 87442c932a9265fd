"""Statements of the papers, source by source, in one form."""
