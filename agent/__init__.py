"""Answer questions: read the figure, rank papers, retrieve passages, compose and verify.

Works without a language model.
"""
