"""Metrics of rankings and of written answers."""
