"""The figure that a question describes without its number: "the bar chart of Smith et al.", "the plot of loss against time"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from ....figures.vocabulary import ORDINALS
from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import inverse_frequencies
from ....papers.captions import PANEL_LABEL
from ....papers.types import Figure, Paper
from ...relevance.question_terms import question_terms
from ...relevance.subject import Subject
from ...relevance.text_features import word_terms
from ...request_context import RequestContext
from .choice import refers_to
from .named_figure import named_paper

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
# Before "figure" these mean a number: "the highest figure", "the recall figure".
_MEASURED = (
    r"(?:highest|lowest|best|worst|largest|smallest|higher|lower|same|exact|final|overall|total|average|mean|only|reported|published"
    r"|corresponding|accuracy|recall|precision|f1|score|error|speed|other|single|the)"
)
_DESCRIBED = re.compile(
    rf"^(?!(?:is|are|does|do|did|has|have)\b)(?!.*\b{_INDEFINITE} (?:[^\s,?;:]+ ){{0,2}}{_CERTAIN}\b)"
    rf"(?!.*\bhow many (?:[^\s,?;:]+ )?{_CERTAIN}\b)"
    rf".*\b{_CERTAIN}\b(?! (?:rules?|parsing|parsers?|cells?|entries|entry)\b)"
    r"|"
    rf"\b(?:{_DEFINITE}\s+(?:(?!(?:does|do|did|is|are|was|were|has|have|which|what|that)\b)[^\s,?;]+\s+){{0,8}}?{_DRAWING}\b"
    rf"|(?:is|are|was|were|does|do|did)\b[^,?;]*(?<!\ba )(?<!\bany )\b(?:plot(?:ted)?|depicted)\b"
    rf"|^there(?: is|'s| are) (?:[^\s,?;]+ ){{1,8}}?{_DRAWING}\b"
    # A figure may be a number as well: "whose figure is higher?"
    r"|\b(?:in|on|from|at|to|of) (?:the|this|that|its|their) (?:[^\s,?;]+ ){0,4}?figure\b"
    rf"|\b(?:the|[^\s,?]+['’]s?) (?:[^\s,?;]+ ){{0,3}}?(?!{_MEASURED}\b)[^\s,?;]+ figure\b"
    r"(?! (?:of|for|is|was) (?:\d|merit|high|low|better|larger))"
    r"|(?:^|(?<=[,;:.] )|(?<=\())figure (?:about|of|on|showing|illustrating|with|where)\b"
    r"|\b(?:the|that|this|their) (?:[^\s,?;]+ ){0,3}?figure (?:about|showing|illustrating|depicting"
    r"|(?:which|that) (?:shows|illustrates|depicts)|(?:in|of|from|by) (?:the|their|that) (?:[^\s,?;]+ ){1,8}?(?:paper|article)\b)"
    # A lead behind which the question begins: "Seal wear figure by Lund: which ...?"
    r"|^(?!.*?\b(?:which|what|who|whose|how|where)\b[^:.]*\bfigure\b)"
    r"[^?:.;]{2,100}\bfigure\b(?:[^?:.;]|et al\.){0,100}[:.] (?=\w))",
    re.IGNORECASE,
)
# Nouns of other things as well as of drawings: one is meant where its caption has the words around them.
_LOOSE_NOUN = (
    r"(?:graphs?|trees?|maps?|sketch(?:es)?|schem(?:es?|atic)|illustrations?|examples?|excerpts?|overviews?|visuali[sz]ations?"
    r"|projections?|architectures?|lattices?|derivations?|listing|pseudo-?code|panels?)"
)
_LOOSE = re.compile(
    rf"\b(?:in|on|at|from|by|per|to) {_DEFINITE}\s+"
    r"(?:(?!(?:does|do|did|is|are|was|were|has|have|which|what|that|paper|article|study)\b)[^\s,?;]+\s+){0,8}?"
    rf"{_LOOSE_NOUN}\b"
    # A lead behind which the question begins: "Lund, seal family tree: which ...?"
    rf"|^(?!.*?\b(?:which|what|who|whose|how|where)\b.*:)[^?:;]{{2,120}}?\b{_LOOSE_NOUN}(?=\b[^?:;]{{0,60}}: )",
    re.IGNORECASE,
)
# Words right behind such a noun that belong to it: "in the example discussion thread of ...", not "in the tree kernel paper".
_BEHIND = re.compile(
    r"(?: (?!(?:of|in|on|at|by|for|from|to|with|and|or|that|which|what|who|where|how|is|are|was|were|does|do|did|has|have|can"
    r"|paper|article|study|model|method|system|approach|parser)\b)[^\s,?;:]+(?=[\s,?;:]|$)){1,3}"
    r"(?! (?:paper|article|study|model|method|system|approach|parser)\b)",
    re.IGNORECASE,
)
_ABOUT_DRAWINGS = frozenset(
    analyse(
        "plot plotted chart curve drawing figure picture bar graph drawn depicted line show shown look looking"
    )
)
_DATA_SET = re.compile(r"\bdata sets?\b", re.IGNORECASE)
_PAGE = re.compile(
    rf"\b(?:page (?P<number>\d{{1,4}})|(?P<ordinal>{'|'.join(ORDINALS)}|last) page)\b", re.IGNORECASE
)
_LIKELY = 0.5  # probability from which a paper is the one that is asked about, though it is not named
# Share of a question's terms, and their least number, from which a drawing may be what it is about though it names none.
_EXPLAINS, _FEWEST_TERMS = 0.5, 2
_LEADS = 1.05  # factor by which the words of one figure exceed those of the next
_NAMING = 0.5  # weight of a term that names the paper, which seldom tells its drawings apart
_HINTED = 0.1  # probability of a paper one of whose captions may be what is asked about
# Share of a question's terms that a loosely described drawing has, and their least number in its caption.
_CAPTIONED, _FEWEST_IN_CAPTION = 0.4, 2
_FEWEST_IN_ORDER = 3  # words of a caption in the order of the question, by which one of two drawings is meant
# Terms of a caption that a question repeats, and their least share of it.
_FEWEST_REPEATED, _REPEATED = 4, 0.8
_LOOSE_NOUNS = frozenset(
    analyse("sketch scheme schematic illustration overview visualization projection listing panel")
)
_COMMON_NOUNS = frozenset(
    analyse("tree trees graph graphs architecture architectures lattice lattices")
)  # also in a text
_OVERVIEW = re.compile(
    r"\b(?:architectures?|overview|high[- ]level|outline|framework|pipeline|work ?flow|structure|schematic"
    r"|(?:model|system|network) (?:diagram|drawing|figure|picture|sketch))\b",
    re.IGNORECASE,
)
_CAPTION_END = re.compile(r"(?<=\w\w)\.\s|\s\(")


def with_described_figure(context: RequestContext, subjects: Sequence[Subject]) -> RequestContext:
    """`context` with the figure as its focus that the question describes in words, of the paper that the caller or the question
    names, or that is the likeliest by far; unchanged where there is none, or two are as likely."""
    if context.focus.figure or context.question.figure or not describes_drawing(context.question.text):
        return context
    paper_id = _asked_paper(context, subjects)
    if paper_id is None:
        return context
    paper = context.session.cluster.paper(paper_id)
    named = frozenset(term for subject in subjects[:1] for term in subject.terms)
    question = context.question.text
    figure = find_described(paper, question, named) or find_overview(paper.figures, question)
    return context if figure is None else _focused(context, paper_id, figure)


def with_hinted_figure(context: RequestContext, subjects: Sequence[Subject]) -> RequestContext:
    """`context` with the figure as its focus whose caption has the words around a noun that may mean a drawing, such as "tree" or
    "example"; of the likeliest paper with such a figure where the question names none. Without such a noun, the only drawing of
    the paper asked about whose caption the question repeats. Unchanged where there is none."""
    question = context.question.text
    if context.focus.figure or context.question.figure:
        return context
    if not _hints_at_drawing(question):
        return _with_repeated_caption(context, subjects)
    asked = _asked_paper(context, subjects)
    named = frozenset(term for subject in subjects[:1] for term in subject.terms)
    likely = [s.paper_id for s in subjects if s.probability >= _HINTED]
    for paper_id in [asked] if asked else likely:
        paper = context.session.cluster.paper(paper_id)
        figure = find_captioned(paper, question, named if asked else frozenset())
        if figure is not None:
            return _focused(context, paper_id, figure)
    return context


def _with_repeated_caption(context: RequestContext, subjects: Sequence[Subject]) -> RequestContext:
    """`context` with the only drawing whose caption the question repeats, of the caller's anchor or the likeliest paper by far;
    no other paper is opened."""
    likely = subjects[0].paper_id if subjects and subjects[0].probability >= _LIKELY else None
    paper_id = context.session.anchor_id(context.focus.anchor) if context.focus.anchor else likely
    figures = context.session.cluster.paper(paper_id).figures if paper_id else ()
    repeated = [f for f in figures if f.kind == "figure" and _repeats_caption(context.question.text, f)]
    return _focused(context, paper_id, repeated[0]) if paper_id and len(repeated) == 1 else context


def _asked_paper(context: RequestContext, subjects: Sequence[Subject]) -> str | None:
    """The paper that the caller or the question names, or else the likeliest one by far, if any."""
    if context.focus.anchor:
        return context.session.anchor_id(context.focus.anchor)
    named = named_paper(context, subjects)
    likely = subjects[0].paper_id if subjects and subjects[0].probability >= _LIKELY else None
    return named or likely


def _focused(context: RequestContext, paper_id: str, figure: Figure) -> RequestContext:
    return replace(context, focus=replace(context.focus, anchor=paper_id, figure=figure.id))


def _hints_at_drawing(question: str) -> bool:
    return _LOOSE.search(question) is not None or describes_drawing(question)


def describes_drawing(question: str) -> bool:
    """True if `question` is about a certain drawing: "in the plot of ...", "the paper's bar chart"."""
    return _DESCRIBED.search(question) is not None


def find_explaining(paper: Paper, question: str, named: frozenset[str]) -> Figure | None:
    """The drawing of `paper` whose caption and texts have most of the question's terms, at least _EXPLAINS of them; `named`
    are the terms that name the paper."""
    figure = find_described(paper, question, named)
    focus = _focus(question, named)
    if figure is None or len(focus) < _FEWEST_TERMS:
        return None
    return figure if len(focus & _words(figure)) >= _EXPLAINS * len(focus) else None


def find_captioned(paper: Paper, question: str, named: frozenset[str]) -> Figure | None:
    """The drawing of `paper` with most of the question's terms where it has _CAPTIONED of them or more, _FEWEST_IN_CAPTION of
    them in its caption, or the only one whose caption has all terms of the phrase that may mean a drawing, such as "in the word
    cluster tree"; `named` are the terms that name the paper."""
    phrase, noun = _drawing_phrase(question)
    drawings = [f for f in paper.figures if f.kind == "figure"]
    meant = [f for f in drawings if phrase and phrase <= word_terms(_joined(f.caption)) | noun]
    telling = len(phrase) >= _FEWEST_IN_CAPTION or noun.isdisjoint(_COMMON_NOUNS)
    meant = _with_longest_run(meant, question)
    if len(meant) == 1 and telling:
        return meant[0]
    figure = find_described(paper, question, named)
    if figure is None:
        return None
    focus, caption = _focus(question, named), word_terms(_joined(figure.caption))
    if figure in meant and len((phrase | noun) & caption) >= _FEWEST_IN_CAPTION:
        return figure
    enough = len(focus & _words(figure)) >= _CAPTIONED * len(focus)
    return figure if enough and len(focus & caption) >= _FEWEST_IN_CAPTION else None


def _alike_in_order(figures: Sequence[Figure], question: str) -> Figure | None:
    """The only one of `figures` whose caption has the most words of the question in the same order; None where two have."""
    asked = analyse(question)
    shared = [_shared_in_order(asked, analyse(figure.caption)) for figure in figures]
    best = [figure for figure, number in zip(figures, shared, strict=True) if number == max(shared)]
    return best[0] if len(best) == 1 and max(shared) >= _FEWEST_IN_ORDER else None


def _shared_in_order(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(
        block.size for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    )


def _with_longest_run(figures: Sequence[Figure], question: str) -> list[Figure]:
    """Those of `figures` whose captions have the most words of the question side by side."""
    asked = analyse(question)
    runs = [_longest_run(asked, analyse(figure.caption)) for figure in figures]
    return [figure for figure, run in zip(figures, runs, strict=True) if run == max(runs)]


def _longest_run(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of terms of the longest run that both have."""
    match = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    return match.size


def _drawing_phrase(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """The terms of the phrase of `question` that may mean a drawing, without those of its noun, and these."""
    loose = _LOOSE.search(question)
    if loose is None:
        return frozenset(), frozenset()
    behind = _BEHIND.match(question, loose.end())
    noun = word_terms(loose[0].rpartition(" ")[2])
    phrase = _focus(f"{loose[0]}{behind[0] if behind else ''}", frozenset())
    return phrase - noun - _LOOSE_NOUNS, noun


def _repeats_caption(question: str, figure: Figure) -> bool:
    """True if `question` has nearly all terms of the first sentence of the caption of `figure`, up to a bracket."""
    terms = word_terms(_CAPTION_END.split(PANEL_LABEL.sub(" ", figure.caption).strip(" .:"))[0])
    return len(terms) >= _FEWEST_REPEATED and len(terms & word_terms(question)) >= _REPEATED * len(terms)


def find_referred(paper: Paper, text: str) -> Figure | None:
    """The first drawing of `paper` whose label is in `text`: "Figure 3 shows that ..."."""
    drawings = (figure for figure in paper.figures if figure.kind == "figure")
    return next((figure for figure in drawings if refers_to(text, figure.label)), None)


def find_overview(figures: Sequence[Figure], question: str) -> Figure | None:
    """The first of the drawings that its caption calls an architecture, an overview or the like, where `question` does so too;
    None for another question, and without one."""
    if _OVERVIEW.search(question) is None:
        return None
    return next((f for f in figures if f.kind == "figure" and _OVERVIEW.search(f.caption)), None)


def find_described(paper: Paper, question: str, named: frozenset[str]) -> Figure | None:
    """The drawing of `paper` whose caption and texts have most of the question's terms, by their rarity among its drawings; its
    only one in any case. `named` are the terms that name the paper. None where two have as much of it."""
    page = _page(paper, question)
    drawings = [f for f in paper.figures if f.kind == "figure" and page in (0, f.page)]
    if len(drawings) < 2:
        return drawings[0] if drawings else None
    texts = [_words(figure) for figure in drawings]
    focus = _focus(question, named)
    weights = inverse_frequencies(focus | named, texts)
    weights = {term: weight if term in focus else _NAMING * weight for term, weight in weights.items()}
    scored = sorted(
        ((-sum(weights[t] for t in sorted(weights) if t in text), place) for place, text in enumerate(texts))
    )
    best = -scored[0][0]
    near = [drawings[place] for score, place in scored if best > 0 and best < -score * _LEADS]
    return near[0] if len(near) == 1 else find_overview(near, question) or _alike_in_order(near, question)


def _focus(question: str, named: frozenset[str]) -> frozenset[str]:
    """The terms of `question` that may tell drawings of one paper apart."""
    return frozenset(question_terms(_joined(question), named).focus) - _ABOUT_DRAWINGS


def _words(figure: Figure) -> frozenset[str]:
    """The terms of the caption of `figure` and of the texts in it."""
    return word_terms(_joined(f"{figure.caption} {' '.join(word.text for word in figure.words)}"))


def _joined(text: str) -> str:
    """`text` with one spelling of "data set"."""
    return _DATA_SET.sub("dataset", text)


def _page(paper: Paper, question: str) -> int:
    """The page that `question` names: "on page 4", "the first page"; 0 where it names none."""
    match = _PAGE.search(question)
    if match is None:
        return 0
    if match["number"]:
        return int(match["number"])
    return ORDINALS.get(match["ordinal"].lower(), paper.pages)
