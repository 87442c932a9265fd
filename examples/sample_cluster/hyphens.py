"""Hyphenation of English words: a small, cautious set of rules that is good enough for the sample papers."""

from __future__ import annotations

import re

SOFT = "\u00ad"
MIN_WORD, MIN_PART = 7, 3
_WORD = re.compile(rf"(?<![\w@-])[a-z]{{{MIN_WORD},}}(?![\w@-])")
_SUFFIX = re.compile(r"(?<=[a-z]{3})(?=(?:tion|tions|sion|ment|ments|ness|ture|tures|ful|less|ward)$)")
_PREFIX = re.compile(r"^(?:inter|over|under|trans|super|con|com|dis|mis|sub|per)(?=[^aeiouy])")
# A break is between two consonants with vowels around them, unless the pair is one sound or begins a syllable ...
_PAIR = re.compile(r"(?<=[aeiouy])([b-df-hj-np-tv-xz])([b-df-hj-np-tv-xz])(?=[aeiouy])")
_KEEP = {"ch", "ck", "gh", "ng", "ph", "sh", "th", "wh", "qu", "gn", "sc", "st", "sp", "tw"} | {
    a + b for a in "bcdfgpt" for b in "lr"
}
# ... or the rest of the word is only an inflectional ending: "crossed", "learner", "holding".
_ENDING = re.compile(r"[a-z](?:ed|es|er|ers|est|en|ing|ings|age|ly|ally|ely)$")


def soften(text: str) -> str:
    """Return `text` with soft hyphens where long lower-case words may be divided."""
    return _WORD.sub(lambda match: _divide(match[0]), text)


def _divide(word: str) -> str:
    breaks = {match.start() for match in _SUFFIX.finditer(word)}
    breaks |= {match.end() for match in _PREFIX.finditer(word)}
    breaks |= {
        m.start() + 1
        for m in _PAIR.finditer(word)
        if m[1] + m[2] not in _KEEP and not _ENDING.fullmatch(word, m.start() + 1)
    }
    parts: list[str] = []
    done = 0
    for at in sorted(breaks):
        if at - done >= MIN_PART and len(word) - at >= MIN_PART:
            parts.append(word[done:at])
            done = at
    return SOFT.join([*parts, word[done:]])
