"""Finders: each claims the stretches of a question that name its operations."""
