"""Parsing of files to papers, in worker processes with limits of time and memory."""

# Raise it when the same file would be read differently: the next `index` then parses the papers of a cluster again.
PARSER_REVISION = 16
