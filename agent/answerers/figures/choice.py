"""The fit of figures to a question, and the tables that may answer it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from ....indexes.text.analysis import analyze
from ....papers.captions import PANEL_LABEL
from ....papers.types import Figure, FigureKind, Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ..tables.aliases import Aliases, find_aliases, spelt_out
from ..tables.question_words import without_paper

_TABLES = 5  # tables that are considered
_LEAST_PROBABILITY = 0.01  # of a paper that is opened: of thousands that are equally likely none is
_LEAST_SCORE = 0.1  # of a figure, where no other is as likely
_PRESENTS = r"displays?|shows?|depicts?|illustrates?|presents?|plots?|gives?|contains?"
_PRESENTED = r"see|cf\.?|(?:displayed|shown|depicted|illustrated|presented|plotted|given) (?:in|by)"
PRIOR = 0.25  # exponent of a paper's probability beside the score of its table


def rank_figures(
    context: RequestContext,
    subjects: Sequence[Subject],
    kind: FigureKind,
    share_of: Callable[[Paper, Figure], float],
    most: int,
) -> list[tuple[float, Paper, Figure, float]]:
    """At most `most` figures of this kind with the highest score, best first, ties by page and id: `share_of` it, 0..1, times the
    probability of its paper, relative to that of the likeliest one, to the power of PRIOR.

    Each comes after its score, with that probability. Papers whose figures cannot exceed the score of the last one, or
    _LEAST_SCORE before there are as many, and papers below _LEAST_PROBABILITY are not opened.
    """
    top, found = subjects[0].probability if subjects else 1.0, list[tuple[float, Paper, Figure, float]]()
    for subject in subjects:
        prior = subject.probability / top
        if subject.probability < _LEAST_PROBABILITY or prior**PRIOR <= (
            found[-1][0] if len(found) == most else _LEAST_SCORE
        ):
            break
        paper = context.session.cluster.paper(subject.paper_id)
        found += [
            (share_of(paper, figure) * prior**PRIOR, paper, figure, prior)
            for figure in paper.figures
            if figure.kind == kind
        ]
        found = sorted(found, key=lambda scored: (-scored[0], scored[2].page, scored[2].id))[:most]
    return found


def likely_tables(context: RequestContext, subjects: Sequence[Subject]) -> list[tuple[Paper, Figure, float]]:
    """At most _TABLES tables whose captions and cells have most of the question, best first, with the probabilities of their
    papers, relative to that of the likeliest one."""
    ranked = rank_figures(context, subjects, "table", question_shares(context), _TABLES)
    return [(paper, table, prior) for _, paper, table, prior in ranked]


def question_shares(context: RequestContext) -> Callable[[Paper, Figure], float]:
    """A function that gives the share of the question's weight, 0..1, rare words counting more, that the caption and the words
    of a figure have, also spelt out as its paper does; labels and phrases that name the paper aside."""
    statistics = context.session.subjects.statistics
    asked = PANEL_LABEL.sub(" ", without_paper(context.question.text))
    terms = {term: statistics.idf(term) for term in analyze(asked)}
    total = sum(terms.values()) or 1.0
    aliases: dict[str, Aliases] = {}

    def share_of(paper: Paper, figure: Figure) -> float:
        if paper.id not in aliases:
            aliases[paper.id] = find_aliases("", (block.text for block in paper.blocks))
        printed = f"{figure.caption} {' '.join(word.text for word in figure.words)}"
        words = {*analyze(printed), *spelt_out(printed, aliases[paper.id])}
        return sum(weight for term, weight in terms.items() if term in words) / total

    return share_of


def telling_terms(paper: Paper) -> frozenset[str]:
    """Terms in the captions of some tables of `paper`, not of all: they tell its tables apart, even if they name the paper."""
    captions = [set(analyze(table.caption)) for table in paper.figures if table.kind == "table"]
    if len(captions) < 2:
        return frozenset()
    counts = Counter(term for caption in captions for term in caption)
    return frozenset(term for term, count in counts.items() if count < len(captions))


def refers_to(text: str, label: str) -> bool:
    """True if `text` has the label of a figure ("Table 4"), not one that begins like it ("Table 41")."""
    return bool(label) and re.search(rf"\b{re.escape(label)}(?!\d)", text, re.IGNORECASE) is not None


def presents(text: str, label: str) -> bool:
    """True if `text` says what the figure `label` is, as a caption does and "Figure 4 displays ...", not what is read in it."""
    if not label:
        return False
    number = re.escape(label.rpartition(" ")[2])
    own = rf"(?:figures?|figs?\.?)\s*{number}(?!\.?\d)"
    return (
        re.match(rf"\W*{own}", text, re.IGNORECASE) is not None
        or re.search(
            rf"(?:{_PRESENTED})\s+(?:\w+\s+)?{own}|{own}(?:\s?\(?[a-h]\)?)?\s+(?:{_PRESENTS})\b",
            text,
            re.IGNORECASE,
        )
        is not None
    )
