"""Counted nouns for messages."""

from __future__ import annotations


def count_noun(number: int, noun: str) -> str:
    """`number` with `noun` in the singular or plural, which takes an "s": "1 paper", "2 papers"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
