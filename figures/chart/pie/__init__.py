"""Pie and ring charts."""
