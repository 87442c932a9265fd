"""SciDQA (Singh et al., EMNLP 2024, arXiv 2411.05338): questions of reviewers about papers."""
