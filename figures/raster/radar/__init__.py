"""Radar charts: centre, spokes, rings and polygons."""
