"""Split scientific prose into sentences."""

from __future__ import annotations

import re
from itertools import pairwise

# A period after one of these words does not end a sentence: Latin abbreviations, labels, titles, publishing terms.
_ABBREVIATIONS = frozenset(
    "al approx cf ch chap col cor def dept dr ed eds e.g eg eq eqn eqs ex fig figs i.e ie inc jr lem mr mrs ms no nos "
    "p.a pp prof prop ref refs resp sec sect st suppl tab tabs thm univ viz vol vs w.r.t wrt".split()
)
# A superscript number after a period is a footnote mark of the sentence before: "data.¹⁰ The", "data. ¹⁰ The".
_RAISED = "¹²³⁰⁴-⁹"
_NOTE_MARK = rf"(?:\s*(?P<mark>[{_RAISED}]+(?:[,⁻–][{_RAISED}]+)*)(?=\s))?"
_BOUNDARY = re.compile(rf"[.?!]+[\"”’')\]]*{_NOTE_MARK}\s+(?=[\"“‘(\[]*(?:[{_RAISED}]+[A-Z]|[A-Z0-9À-Þ]))")
_INITIALISM = re.compile(r"[A-Z](?:\.[A-Z])+")  # "L.A.", "U.S."
_OPENER = re.compile(r"(?:We|The|This|In|It|They|These|Our)\b")
_LAST_TOKEN = re.compile(r"([\w.]*\w)[.?!]+[\"”’')\]]*\s*$")


def split_sentences(text: str) -> list[str]:
    """Split `text` into sentences, stripped of white space, in linear time. Joining them with spaces restores the text.

    A boundary consists of a period, question mark or exclamation mark, closing quotes or brackets, a footnote mark,
    white space, and a capital or digit. A period of an abbreviation, an initial ("J. Smith") or a numbered item is no
    boundary, unless a footnote mark follows.
    """
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) in `text` of each sentence of `split_sentences`, in order.

    The spans allow quotes to stay verbatim.
    """
    cuts = [0]
    for match in _BOUNDARY.finditer(text):
        if text[match.start()] != "." or not _is_abbreviation(text, cuts[-1], match):
            cuts.append(match.end())
    spans = []
    for start, end in pairwise([*cuts, len(text)]):
        piece = text[start:end].strip()
        if piece:
            first = text.index(piece, start)
            spans.append((first, first + len(piece)))
    return spans


def _is_abbreviation(text: str, start: int, match: re.Match[str]) -> bool:
    end = match.start("mark") if match["mark"] else match.end()
    token = _LAST_TOKEN.search(text[max(start, match.start() - 24) : end])
    if token is None or (match["mark"] and text[match.end()].isalpha()):
        return False
    word = token[1]
    # "et al." and "U.S." do end a sentence if a common sentence opener follows ("et al. We ...").
    if _INITIALISM.fullmatch(word):
        return not _OPENER.match(text, match.end())
    if word.lower() in _ABBREVIATIONS:
        return not (word.lower() == "al" and _OPENER.match(text, match.end()))
    following = text[match.end() : match.end() + 1]
    initial = len(word) == 1 and word.isupper() and following.isalpha()
    numbered = word.isdigit() and match.start() - len(word) <= start
    return initial or numbered
