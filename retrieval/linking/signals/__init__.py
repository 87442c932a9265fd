"""Signals that a name refers to a paper, one kind per module. Their probabilities are set by hand."""
