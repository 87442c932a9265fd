"""Recipes that fit the model weights shipped with the package."""
