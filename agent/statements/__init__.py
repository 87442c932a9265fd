"""Statements that each source of evidence makes about the papers, all in one form."""
