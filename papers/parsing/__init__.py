"""Parsing of files to papers, in worker processes with limits of time and memory."""
