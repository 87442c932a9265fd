"""Describe a figure in sentences, without a question."""
