"""Executor of the operations of a question over the data of a figure."""
