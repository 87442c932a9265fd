"""Deterministic checks of a claim against its quotes: polarity, numbers, direction, quantifiers, subject and coverage."""
