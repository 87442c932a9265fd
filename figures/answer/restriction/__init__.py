"""Restrict a chart to the part that a question is about: one panel, or positions on the x axis."""
