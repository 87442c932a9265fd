"""Parse files into papers, in worker processes with limits on time and memory."""

# Raise this number when the same file would be read differently: the next `index` then parses a cluster's papers again.
PARSER_REVISION = 16
