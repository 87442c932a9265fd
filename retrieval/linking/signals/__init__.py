"""Signals that a name refers to a paper, one per module: evidence with a hand-set probability."""
