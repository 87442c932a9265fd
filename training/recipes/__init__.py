"""Recipes of the weights that are part of the package."""
