"""Answers to a question from what was read of a figure."""
