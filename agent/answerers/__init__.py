"""Answerers: extractive, generative and by a tool loop. Each takes a request and returns an answer with verified quotes."""
