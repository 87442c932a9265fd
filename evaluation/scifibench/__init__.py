"""SciFIBench (Roberts et al., 2024, arXiv 2405.08807): multiple choice between captions and figures."""
