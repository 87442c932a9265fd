"""Radar charts: center, spokes, rings and polygons."""
