"""Scores of parsed papers of many fields against a gold manifest."""
