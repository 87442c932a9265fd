"""Answers to questions: figure, ranking, retrieval, composition and verification. Works without a language model."""
