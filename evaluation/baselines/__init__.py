"""Baselines that run in memory, apart from citehop's own engine: passage rankers, a figure picker and multiple
choice.
"""
