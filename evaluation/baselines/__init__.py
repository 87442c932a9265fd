"""Baselines that run in memory, beside citehop's own engine: rankers of passages, a figure picker, multiple choice."""
