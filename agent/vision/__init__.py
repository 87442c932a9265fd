"""Reading of a figure by a vision model, reconciled with the reading by rules."""
