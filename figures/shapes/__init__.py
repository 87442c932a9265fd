"""Shapes and labels with their places, from the objects of a PDF or from pixels."""
