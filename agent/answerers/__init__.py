"""Answerers: without a model, read by a model, and after a tool loop. Each returns an answer with verified quotes."""
