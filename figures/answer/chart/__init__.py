"""Answers from a chart."""
