"""SPIQA (Pramanick et al., NeurIPS 2024, arXiv 2407.09413): questions about figures and tables."""
