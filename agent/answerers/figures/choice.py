"""Scores for how well figures fit a question, and the tables that may answer it."""

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
_LEAST_PROBABILITY = 0.01  # of a paper for it to be opened; if thousands are equally likely, none is opened
_LEAST_SCORE = 0.1  # of a figure, as long as fewer figures than asked for are found
_PRESENTS = r"displays?|shows?|depicts?|illustrates?|presents?|plots?|gives?|contains?"
_PRESENTED = r"see|cf\.?|(?:displayed|shown|depicted|illustrated|presented|plotted|given) (?:in|by)"
PRIOR = 0.25  # exponent of a paper's probability when it is multiplied with the score of its figure


def rank_figures(
    context: RequestContext,
    subjects: Sequence[Subject],
    kind: FigureKind,
    share_of: Callable[[Paper, Figure], float],
    most: int,
) -> list[tuple[float, Paper, Figure, float]]:
    """Return at most `most` figures of this kind as (score, paper, figure, prior), best first; ties go by page and id.

    `prior` is the probability of the paper divided by that of the likeliest paper. The score is `share_of` the figure,
    0..1, times `prior` to the power of PRIOR. Papers below _LEAST_PROBABILITY are not opened. Nor are papers whose
    figures cannot exceed the lowest score kept so far, or _LEAST_SCORE while fewer than `most` figures are found.
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
    """Return at most _TABLES tables as (paper, table, prior), best first: those whose captions and cells have most of
    the question.

    `prior` is the probability of the paper divided by that of the likeliest paper.
    """
    ranked = rank_figures(context, subjects, "table", question_shares(context), _TABLES)
    return [(paper, table, prior) for _, paper, table, prior in ranked]


def question_shares(context: RequestContext) -> Callable[[Paper, Figure], float]:
    """Return a function that says how much of the question a figure covers, 0..1.

    The function gives the share of the question's terms, weighted by rarity, that the caption and the words of the
    figure have. An abbreviation in the figure also counts as its long form in the paper. Figure labels in the question
    and phrases that name the paper do not count.
    """
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
    """Return the terms that only some table captions of `paper` have. They tell its tables apart, even if they name the
    paper."""
    captions = [set(analyze(table.caption)) for table in paper.figures if table.kind == "table"]
    if len(captions) < 2:
        return frozenset()
    counts = Counter(term for caption in captions for term in caption)
    return frozenset(term for term, count in counts.items() if count < len(captions))


def refers_to(text: str, label: str) -> bool:
    """True if `text` has the figure label `label` ("Table 4"); a label that only begins with it ("Table 41") does not
    count."""
    return bool(label) and re.search(rf"\b{re.escape(label)}(?!\d)", text, re.IGNORECASE) is not None


def presents(text: str, label: str) -> bool:
    """True if `text` says what the figure `label` is, as a caption or "Figure 4 displays ..." does.

    False for a sentence about what can be read in the figure.
    """
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
