"""Choice of the figure that a question is asked of: the one that it names, or the tables that may answer it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from ....errors import UsageError
from ....indexes.text.analysis import analyse
from ....papers.types import Figure, FigureKind, Paper
from ....retrieval.figure_selection import same_label
from ...figures.paper_figures import labelled_figure, printed_words
from ...relevance.names import FIGURE_LABEL
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ..tables.aliases import Aliases, find_aliases, spelt_out
from ..tables.question_words import without_paper

_TABLES = 5  # tables that are considered
_LEAST_PROBABILITY = 0.01  # of a paper that is opened: of thousands that are equally likely none is
_LEAST_SCORE = 0.1  # of a figure, where no other is as likely
_NAMED = 0.3  # how clearly a question names the paper whose figure is meant
_LIKELY = 0.2  # probability of a paper that words without its name describe
# The label of a figure with the letter of a panel, or several: "Figure 4(b)", "Figure 2 (a-c)".
PANEL_LABEL = re.compile(
    rf"{FIGURE_LABEL.pattern}(?:\s?\([a-h](?:\s?(?:[-–,&]|and)\s?[a-h])*\))?", re.IGNORECASE
)
# Whose figure it is: up to eight words behind its label, or the possessive before it.
_WHOSE = re.compile(
    rf"{PANEL_LABEL.pattern},? (?:of|in|from|by)(?: [^\s,?]+){{1,8}}|(?:[^\s,?]+ ){{0,3}}[^\s,?]+['’]s?"
    rf" (?:own |paper,? )*{PANEL_LABEL.pattern}",
    re.IGNORECASE,
)
# Words that describe that paper: "of the modeling consensus paper", "of the paper on modeling consensus".
_PAPER = r"(?:paper|article|study|thesis)"
_NOT_OF_NAME = (
    rf"(?:{_PAPER}|th(?:is|at)|which|who|whose|its|their|our|same|cited|own|in|from|by|has|have|is|are|was|were"
    r"|original|first|second|third|last|following|previous|other|above|below|new|recent|old|whole|survey)"
)
_DESCRIBED_PAPER = re.compile(
    rf"^(?:of|in|from|by) (?:the )?(?:(?P<before>(?:(?!{_NOT_OF_NAME}\b)[^\s,?]+ ){{1,6}}){_PAPER}\b"
    rf"|{_PAPER} (?:on|about) (?P<behind>.+))",
    re.IGNORECASE,
)
_SINGLED_OUT = 0.5  # probability from which such words are about one paper
_PRESENTS = r"displays?|shows?|depicts?|illustrates?|presents?|plots?|gives?|contains?"
_PRESENTED = r"see|cf\.?|(?:displayed|shown|depicted|illustrated|presented|plotted|given) (?:in|by)"
PRIOR = 0.25  # exponent of a paper's probability beside the score of its table


def named_figure_of(context: RequestContext, subjects: Sequence[Subject]) -> tuple[Paper, Figure] | None:
    """The figure that the caller or the question names; None if neither names one.

    It is looked for in the anchor that the caller gives, else in the paper that the question names, else in the cluster's anchor.
    A name in the question that the anchor's own figure has as well, such as one of its rows, leads to no other paper, unless it
    is given as the paper's: "Table 2 of the DPR paper". Raises UsageError where no paper is named, or it has no such figure.
    """
    label = context.focus.figure or context.question.figure
    if not label:
        return None
    session = context.session
    if context.focus.anchor:
        paper_id = session.anchor_id(context.focus.anchor)
    else:
        paper_id = named_paper(context, subjects) or _paper_with(context, label)
    if paper_id is None:
        raise UsageError(f"whose {label}? name its paper in the question, or as the anchor")
    paper = session.cluster.paper(paper_id)
    return paper, labelled_figure(session.cluster, paper, label)


def _paper_with(context: RequestContext, label: str) -> str | None:
    """The cluster's anchor; where it has no figure `label` and the question says whose it is, the likeliest paper of those words
    that has one, or None."""
    cluster, whose = context.session.cluster, _whose(context.question.text)
    anchor = cluster.anchor
    if anchor is None or not whose or _has_figure(cluster.paper(anchor), label):
        return anchor
    likely = [s for s in find_subjects(whose, context.session.subjects) if s.probability >= _LIKELY]
    if any(subject.paper_id == anchor for subject in likely):
        return anchor
    return next((s.paper_id for s in likely if _has_figure(cluster.paper(s.paper_id), label)), None)


def _has_figure(paper: Paper, label: str) -> bool:
    return any(same_label(figure.label, label) for figure in paper.figures)


def _whose(question: str) -> str:
    """The words that say whose figure is asked about, without its label: "of the DPR paper"."""
    return " ".join(PANEL_LABEL.sub(" ", match[0]) for match in _WHOSE.finditer(question)).strip()


def named_paper(context: RequestContext, subjects: Sequence[Subject]) -> str | None:
    """The paper that the question gives a figure of; None for that of the cluster's anchor, and where none is named.

    Where the words right beside the label name a paper and others seem to name another one, those decide: "between the word
    vectors and the output in Figure 1 of the fastText paper".
    """
    subject = next(iter(subjects), None)
    whose = _whose(context.question.text)
    if subject is not None and whose and subject.terms.isdisjoint(analyse(whose)):
        beside = find_subjects(whose, context.session.subjects, 1)
        subject = next((s for s in beside if s.is_clear), subject)
    if subject is None or subject.named < _NAMED:
        return _described_paper(context, whose)
    cluster, question = context.session.cluster, context.question.text
    if cluster.anchor is None or not subject.terms.isdisjoint(analyse(_naming_phrases(question))):
        return subject.paper_id
    if context.focus.figure:
        return None
    own, label = cluster.paper(cluster.anchor), context.question.figure
    figure = next((each for each in own.figures if same_label(each.label, label)), None)
    if figure and not _has_figure(cluster.paper(subject.paper_id), label):
        return None
    names = f"{figure.caption} {printed_words(own, figure)}" if figure else ""
    return None if subject.terms <= set(analyse(names)) else subject.paper_id


def _described_paper(context: RequestContext, whose: str) -> str | None:
    """The paper that `whose`, the words that say whose figure is asked about, describe without its name; None where they
    describe none or fit several."""
    match = _DESCRIBED_PAPER.match(whose)
    described = (
        find_subjects(match["before"] or match["behind"], context.session.subjects, 1) if match else ()
    )
    return next((each.paper_id for each in described if each.probability >= _SINGLED_OUT), None)


def _naming_phrases(question: str) -> str:
    """The parts of a question that say whose figure is asked about: "of the DPR paper", "Table 2 of DPR", "DPR's Table 2"."""
    kept = Counter(without_paper(question).split())
    removed = " ".join((Counter(question.split()) - kept).elements())
    return " ".join([removed, *(match[0] for match in _WHOSE.finditer(question))])


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
    statistics = context.session.subjects.statistics
    terms = {term: statistics.idf(term) for term in analyse(without_paper(context.question.text))}
    total = sum(terms.values()) or 1.0
    aliases: dict[str, Aliases] = {}

    def share_of(paper: Paper, table: Figure) -> float:
        if paper.id not in aliases:
            aliases[paper.id] = find_aliases("", (block.text for block in paper.blocks))
        printed = f"{table.caption} {' '.join(word.text for word in table.words)}"
        words = {*analyse(printed), *spelt_out(printed, aliases[paper.id])}
        return sum(weight for term, weight in terms.items() if term in words) / total

    return [
        (paper, table, prior)
        for _, paper, table, prior in rank_figures(context, subjects, "table", share_of, _TABLES)
    ]


def telling_terms(paper: Paper) -> frozenset[str]:
    """Terms in the captions of some tables of `paper`, not of all: they tell its tables apart, even if they name the paper."""
    captions = [set(analyse(table.caption)) for table in paper.figures if table.kind == "table"]
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
