"""Read radar charts from pixels: center, spokes, rings and polygons."""
