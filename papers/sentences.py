"""Where sentences of scientific prose end."""

from __future__ import annotations

import re

# A stop after one of these does not end a sentence: Latin shorthand, labels, titles, units of publishing.
_ABBREVIATIONS = frozenset(
    [
        "al",
        "approx",
        "cf",
        "ch",
        "chap",
        "col",
        "cor",
        "def",
        "dept",
        "dr",
        "ed",
        "eds",
        "e.g",
        "eg",
        "eq",
        "eqn",
        "eqs",
        "ex",
        "fig",
        "figs",
        "i.e",
        "ie",
        "inc",
        "jr",
        "lem",
        "mr",
        "mrs",
        "ms",
        "no",
        "nos",
        "p.a",
        "pp",
        "prof",
        "prop",
        "ref",
        "refs",
        "resp",
        "sec",
        "sect",
        "st",
        "suppl",
        "tab",
        "tabs",
        "thm",
        "univ",
        "viz",
        "vol",
        "vs",
        "w.r.t",
        "wrt",
    ]
)
_BOUNDARY = re.compile(r"[.?!]+[\"”’')\]]*\s+(?=[\"“‘(\[]*[A-Z0-9À-Þ])")
_LAST_TOKEN = re.compile(r"([\w.]*\w)[.?!]+[\"”’')\]]*\s*$")


def split_sentences(text: str) -> list[str]:
    """`text` as its sentences, white space stripped; joined by spaces they are the text again. Linear time.

    A boundary is a stop, closing quotes or brackets, space, and a capital or digit, unless the stop belongs to an
    abbreviation, an initial ("J. Smith") or a numbered item.
    """
    sentences: list[str] = []
    start = 0
    for match in _BOUNDARY.finditer(text):
        if text[match.start()] == "." and _is_abbreviation(text, start, match):
            continue
        sentences.append(text[start : match.end()].strip())
        start = match.end()
    rest = text[start:].strip()
    return [s for s in [*sentences, rest] if s]


def _is_abbreviation(text: str, start: int, match: re.Match[str]) -> bool:
    token = _LAST_TOKEN.search(text[max(start, match.start() - 24) : match.end()])
    if token is None:
        return False
    word = token[1]
    if word.lower() in _ABBREVIATIONS:
        # "et al. We ..." does end a sentence when what follows is a common sentence opener.
        return not (
            word.lower() == "al" and re.match(r"(?:We|The|This|In|It|They|These|Our)\b", text[match.end() :])
        )
    following = text[match.end() : match.end() + 1]
    initial = len(word) == 1 and word.isupper() and following.isalpha()
    numbered = word.isdigit() and match.start() - len(word) <= start
    return initial or numbered
