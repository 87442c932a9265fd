"""Sentences that a figure states, without any question."""
