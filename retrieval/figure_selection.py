"""Select the figure of the anchor that a question is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import UsageError
from ..figures.vocabulary import CARDINALS
from ..indexes.text.analysis import analyze
from ..indexes.text.term_statistics import inverse_frequencies
from ..papers.captions import figure_label, find_page_label
from ..papers.name_length import check_name_length
from ..papers.types import Figure, FigureKind

_ROMAN = {"i": 1, "v": 5, "x": 10}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
# A value printed in the figure is stronger evidence than any word of a caption.
_NUMBER_WEIGHT = 3.0
# The kind of figure that the question asks for outweighs similarity of topic.
_KIND_WEIGHT = 6.0


def named_figure(figures: Sequence[Figure], label: str, title: str = "that paper") -> Figure:
    """Return the figure that `label` names ("Table 2", "fig 3", "second table on page 5"), the first if several have
    this label.

    `label` may also be the id of a figure. Raises UsageError for an unknown label; its message lists the labels of the
    paper, which it calls `title`.
    """
    check_name_length(label, "figure")
    for figure in figures:
        if same_label(figure.label, label) or figure.id == label:
            return figure
    if named := find_page_label(label):
        on_page = [figure for figure in figures if (figure.kind, figure.page) == (named.kind, named.page)]
        if max(named.place, 1) <= len(on_page):
            return on_page[max(named.place, 1) - 1]
    there = ", ".join(f.label for f in figures) or "none was found in this paper"
    raise UsageError(f"no {label!r} in {title}; its figures: {there}")


def same_label(one: str, other: str) -> bool:
    """True if two spellings are the same label: "Fig. 3" and "figure 3", or "Table IV", "table four" and "Table 4"."""
    return _arabic(figure_label(one) or one) == _arabic(figure_label(other) or other)


def _arabic(label: str) -> str:
    """Return `label` in lower case, with its number in Arabic digits."""
    head, _, number = label.casefold().rpartition(" ")
    if number in CARDINALS:
        return f"{head} {CARDINALS[number]}"
    if not number or not set(number) <= set(_ROMAN):
        return label.casefold()
    digits = [_ROMAN[letter] for letter in number]
    value = sum(
        -one if one < following else one for one, following in zip(digits, [*digits[1:], 0], strict=True)
    )
    return f"{head} {value}"


def likely_figure(figures: Sequence[Figure], question: str, kind: FigureKind | None) -> Figure | None:
    """Return the figure whose label, caption and words match the question best; None if no figure matches.

    Words are weighted by IDF over the paper's figures. A number of the question counts more than a word, and `kind`,
    the kind of figure that the question asks for, counts most. The earlier figure wins a tie.
    """
    texts = [set(analyze(_text(f))) for f in figures]
    terms = set(analyze(question))
    weights = inverse_frequencies(terms, texts)
    best, best_score = None, 0.0
    for figure, found in zip(figures, texts, strict=True):
        score = sum(weights[t] for t in sorted(terms & found))
        score += _KIND_WEIGHT * (kind == figure.kind)
        score += _NUMBER_WEIGHT * sum(n in _text(figure).split() for n in set(_NUMBER.findall(question)))
        if score > best_score:
            best, best_score = figure, score
    return best


def _text(figure: Figure) -> str:
    return figure.label + " " + figure.caption + " " + " ".join(w.text for w in figure.words)
