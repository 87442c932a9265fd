"""Features of a question for the fitted slots: runs of one to three words, in which names and numbers are masked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

NAME, NUMBER, START, END = "<name>", "<number>", "<s>", "</s>"
LONGEST = 80  # tokens that are read; a longer text was probably pasted
_ORDER = 3  # words of the longest run
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|\d(?:[\d.,]*\d)?|[?!.,;:/()\"“”–—-]")
_CAPITALS = re.compile(r"[A-Z].*[A-Z0-9]|.*[a-z][A-Z]")


def tokenize(text: str) -> list[tuple[str, int]]:
    """Return the tokens of `text` with their positions: words in lower case, and `NAME` or `NUMBER` for names and
    numbers.

    A word with a capital inside is a name. So is a word within a sentence that begins with a capital.
    """
    tokens: list[tuple[str, int]] = []
    opens = True
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word[0].isdigit():
            token = NUMBER
        elif _CAPITALS.fullmatch(word) or (word[0].isupper() and not opens):
            token = NAME
        else:
            token = word.casefold().replace("’", "'")
        tokens.append((token, match.start()))
        opens = word in "?!."
    return tokens[:LONGEST]


def runs_of(words: Sequence[str]) -> Iterator[str]:
    """Yield all runs of one to three of `words`. Runs at the beginning and the end contain START and END."""
    framed = [START, *words, END]
    for size in range(1, _ORDER + 1):
        for start in range(len(framed) - size + 1):
            yield " ".join(framed[start : start + size])


def features_of(text: str) -> frozenset[str]:
    """Return the features of a whole question: its runs of words, and its names in lower case.

    Names are included because some of them tell what is asked for, such as "DOI".
    """
    tokens = tokenize(text)
    names = {
        f"={match[0].casefold()}"
        for token, start in tokens
        if token == NAME and (match := _TOKEN.match(text, start))
    }
    return frozenset(runs_of([token for token, _ in tokens])) | names
