"""Scores of parsed papers from many fields of science against a gold manifest."""
