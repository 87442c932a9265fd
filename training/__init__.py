"""Fit models to a user's own papers: the embedding model, a reranker, and a page-image model. Nothing leaves the
machine.

Needs the extra `train`. Training pairs come from the papers themselves, so that nobody has to label anything.
"""
