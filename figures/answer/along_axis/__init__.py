"""Answers about the course of curves along the x axis: positions, crossings and trends."""
