"""Shapes of a vector figure: paths classified by their corners, joined, with the texture of their fill."""
