"""Slots of a query filled by small linear models over the words of a question."""
