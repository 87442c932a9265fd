"""Answers from the figures and tables of papers."""
