"""The figure that a question describes without its number: "the bar chart of Smith et al.", "the plot of loss against time"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....figures.question.vocabulary import ORDINALS
from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import inverse_frequencies
from ....papers.types import Figure, Paper
from ...relevance.question_terms import question_terms
from ...relevance.subject import Subject
from ...relevance.text_features import word_terms
from ...request_context import RequestContext
from .choice import named_paper, refers_to

_DRAWING = (
    r"(?:plots?|charts?|(?<!under the )curves?|histograms?|heat ?maps?|dendrograms?|screenshots?|diagrams?|drawings?"
    r"|pictures?|bars?|scatterplots?|flow-?charts?|automat(?:on|a)|pie)"
)
# A definite drawing, not one of which somebody asks whether there is any: "in the learning curve", "the coloured bar below it".
_DEFINITE = r"(?:the|this|that|these|those|its|their|his|her|[^\s,?]+['’]s?)"
# Drawings that are little else than a figure, named without an article as well: "French feedback bar chart: ...".
_CERTAIN = (
    r"(?:plots?|(?:bar|pie|line|radar|flow) ?charts?|charts?|histograms?|heat ?maps?|dendrograms?"
    r"|venn diagrams?|learning curves?)"
)
_INDEFINITE = r"(?:a|an|any|some|no|which|what|papers?|there)"
_DESCRIBED = re.compile(
    rf"^(?!(?:is|are|does|do|did|has|have)\b)(?!.*\b{_INDEFINITE} (?:[^\s,?;:]+ ){{0,2}}{_CERTAIN}\b)"
    rf"(?!.*\bhow many (?:[^\s,?;:]+ )?{_CERTAIN}\b)"
    rf".*\b{_CERTAIN}\b(?! (?:rules?|parsing|parsers?|cells?|entries|entry)\b)"
    r"|"
    rf"\b(?:{_DEFINITE}\s+(?:(?!(?:does|do|did|is|are|was|were|has|have|which|what|that)\b)[^\s,?;]+\s+){{0,8}}?{_DRAWING}\b"
    rf"|(?:is|are|was|were|does|do|did)\b[^,?;]*(?<!\ba )(?<!\bany )\b(?:plot(?:ted)?|depicted)\b"
    # A figure may be a number as well: "whose figure is higher?"
    r"|\b(?:in|on|from|at|to) (?:the|this|that|its|their) (?:[^\s,?;]+ ){0,2}?figure\b)",
    re.IGNORECASE,
)
_ABOUT_DRAWINGS = frozenset(
    analyse(
        "plot plotted plots chart curve histogram heatmap dendrogram screenshot diagram drawing figure picture bar graph drawn "
        "depicted line show shown look looking"
    )
)
_PAGE = re.compile(
    rf"\b(?:page (?P<number>\d{{1,4}})|(?P<ordinal>{'|'.join(ORDINALS)}|last) page)\b", re.IGNORECASE
)
_LIKELY = 0.5  # probability from which a paper is the one that is asked about, though it is not named
# Share of a question's terms, and their least number, from which a drawing may be what it is about though it names none.
_EXPLAINS, _FEWEST_TERMS = 0.5, 2
_LEADS = 1.05  # factor by which the words of one figure exceed those of the next


def with_described_figure(context: RequestContext, subjects: Sequence[Subject]) -> RequestContext:
    """`context` with the figure as its focus that the question describes in words, of the paper that the caller or the question
    names, or that is the likeliest by far; unchanged where there is none, or two are as likely."""
    if context.focus.figure or context.question.figure or not describes_drawing(context.question.text):
        return context
    session = context.session
    paper_id = (
        session.anchor_id(context.focus.anchor) if context.focus.anchor else named_paper(context, subjects)
    )
    if paper_id is None and subjects and subjects[0].probability >= _LIKELY:
        paper_id = subjects[0].paper_id
    if paper_id is None:
        return context
    paper = session.cluster.paper(paper_id)
    named = frozenset(term for subject in subjects[:1] for term in subject.terms)
    figure = find_described(paper, context.question.text, named)
    return (
        context
        if figure is None
        else replace(context, focus=replace(context.focus, anchor=paper_id, figure=figure.id))
    )


def describes_drawing(question: str) -> bool:
    """True if `question` is about a certain drawing: "in the plot of ...", "the paper's bar chart"."""
    return _DESCRIBED.search(question) is not None


def find_explaining(paper: Paper, question: str, named: frozenset[str]) -> Figure | None:
    """The drawing of `paper` whose caption and texts have most of the question's terms, at least _EXPLAINS of them; `named`
    are the terms that name the paper."""
    figure = find_described(paper, question, named)
    focus = frozenset(question_terms(question, named).focus) - _ABOUT_DRAWINGS
    if figure is None or len(focus) < _FEWEST_TERMS:
        return None
    return figure if len(focus & _words(figure)) >= _EXPLAINS * len(focus) else None


def find_referred(paper: Paper, text: str) -> Figure | None:
    """The first drawing of `paper` whose label is in `text`: "Figure 3 shows that ..."."""
    drawings = (figure for figure in paper.figures if figure.kind == "figure")
    return next((figure for figure in drawings if refers_to(text, figure.label)), None)


def find_described(paper: Paper, question: str, named: frozenset[str]) -> Figure | None:
    """The drawing of `paper` whose caption and texts have most of the question's terms, by their rarity among its drawings; its
    only one in any case. `named` are the terms that name the paper. None where two have as much of it."""
    page = _page(paper, question)
    drawings = [f for f in paper.figures if f.kind == "figure" and page in (0, f.page)]
    if len(drawings) < 2:
        return drawings[0] if drawings else None
    texts = [_words(figure) for figure in drawings]
    focus = question_terms(question, named).focus
    weights = inverse_frequencies(frozenset(focus) - _ABOUT_DRAWINGS, texts)
    scored = sorted(
        ((-sum(weights[t] for t in sorted(weights) if t in text), place) for place, text in enumerate(texts))
    )
    (best, place), (second, _) = scored[:2]
    return drawings[place] if best < 0 and -best >= -second * _LEADS else None


def _words(figure: Figure) -> frozenset[str]:
    """The terms of the caption of `figure` and of the texts in it."""
    return word_terms(f"{figure.caption} {' '.join(word.text for word in figure.words)}")


def _page(paper: Paper, question: str) -> int:
    """The page that `question` names: "on page 4", "the first page"; 0 where it names none."""
    match = _PAGE.search(question)
    if match is None:
        return 0
    if match["number"]:
        return int(match["number"])
    return ORDINALS.get(match["ordinal"].lower(), paper.pages)
