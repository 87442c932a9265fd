"""Parsing and embedding on many machines with Ray Data, and storage that they share."""
