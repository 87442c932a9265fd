"""Statements that a plot makes about its curves or bars, and the one that a question asks for."""
