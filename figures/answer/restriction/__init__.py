"""The part of a chart that a question is about: one of its panels, or the values at positions on its x axis."""
