"""Verification of answers: quotes are located on their pages, claims without a located quote are rejected."""
