"""Represent shapes and labels with their positions, from a PDF or from pixels."""
