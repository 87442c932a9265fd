"""SQuAD's normalisation of answers (Rajpurkar et al., EMNLP 2016)."""

from __future__ import annotations

import re
import string

_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_words(text: str) -> list[str]:
    """Lower-case words of `text` without ASCII punctuation and without the articles a, an, the."""
    bare = text.lower().translate(_PUNCTUATION)
    return re.sub(r"\b(?:a|an|the)\b", " ", bare).split()
