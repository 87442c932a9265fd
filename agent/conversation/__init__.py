"""Conversations: questions that follow each other, kept on disk."""
