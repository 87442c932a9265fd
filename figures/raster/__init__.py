"""Figures as pixels: their labels, shapes, legends and marks, and the chart that these make."""
