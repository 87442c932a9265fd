"""Papers as values: PDF and TeX to Paper, figures, references, mentions, clusters on disk."""
