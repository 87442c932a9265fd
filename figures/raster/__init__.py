"""Raster images of figures: labels, rulings, colours and marker shapes from pixels."""
