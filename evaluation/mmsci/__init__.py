"""MMSci (Li et al., 2024, arXiv 2407.04903): captions of figures from 72 sciences."""
