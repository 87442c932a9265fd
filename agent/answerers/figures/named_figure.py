"""The figure that a question names by its label, and the paper that the figure belongs to."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from ....errors import UsageError
from ....indexes.text.analysis import analyze
from ....papers.captions import PANEL_LABEL
from ....papers.clusters.ties import list_supplements
from ....papers.types import Figure, Paper
from ....retrieval.figure_selection import same_label
from ...figures.paper_figures import is_place, labeled_figure, printed_words
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ..tables.question_words import without_paper
from .choice import question_shares

_NAMED = 0.3  # least degree, 0..1, to which a question must name a paper for its figure to be meant
_LIKELY = 0.2  # least probability of a paper that words without its name describe
_OWNERS = 10  # papers that are considered as owner of a figure label
# Weights of a logistic choice among papers. The features are the log probability of a paper, its figure's share of the
# question, and how clearly the phrases that say whose figure it is name the paper. Fitted on 517 questions with a
# label: .944 are right (.948 by two folds of papers). If only the words that name a paper decided, .857 would be right.
_PRIOR_WEIGHT, _SHARE_WEIGHT, _NAMED_WEIGHT = 1.1, 9.3, 3.8
_OF_NAMED = (
    0.3  # a paper is considered if these phrases name it at least this share as clearly as the clearest one
)
_LEAST_PRIOR = 1e-3  # floor for the probability of a paper
_LEAST_OWNER = 0.5  # least probability for the likeliest paper to count as the owner of the figure
# Words that say whose figure it is: up to eight words `behind` its label, or up to four words of the `owner` before it.
BESIDE_LABEL = re.compile(
    rf"{PANEL_LABEL.pattern},? (?:of|in|from|by) (?P<behind>[^\s,?]+(?: [^\s,?]+){{0,7}})"
    rf"|(?P<owner>(?:[^\s,?]+ ){{0,3}}[^\s,?]+)['’]s? (?:own |paper,? )*{PANEL_LABEL.pattern}",
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
_SINGLED_OUT = 0.5  # least probability for such words to be about one paper


def named_figure_of(context: RequestContext, subjects: Sequence[Subject]) -> tuple[Paper, Figure] | None:
    """Return the figure that the caller or the question names, with its paper; None if neither names a figure.

    The figure is looked for in the anchor that the caller gives, else in the paper that the question names, else in the
    cluster's anchor. If the cluster has no anchor, it is looked for in the likeliest paper, judged by its own figure of
    that label and by the words of the question. A name in the question that also occurs in the anchor's own figure, for
    example as a row, leads to no other paper, unless the question gives it as the name of the paper: "Table 2 of the
    DPR paper". If the paper lacks the figure, its supplements are searched.

    Raises UsageError if no paper is named or likely, or if the paper has no such figure.
    """
    label = context.focus.figure or context.question.figure
    if not label:
        return None
    session = context.session
    if context.focus.anchor:
        paper_id = session.anchor_id(context.focus.anchor)
    else:
        owner = None if session.cluster.anchor else _likeliest_owner(context, subjects, label)
        paper_id = owner or named_paper(context, subjects) or _paper_with(context, label)
    if paper_id is None:
        raise UsageError(f"whose {label}? name its paper in the question, or as the anchor")
    paper = session.cluster.paper(paper_id)
    if _figure_with(paper, label) is None:
        supplements = map(session.cluster.paper, list_supplements(session.cluster, paper_id))
        paper = next((each for each in supplements if _figure_with(each, label)), paper)
    return paper, labeled_figure(session.cluster, paper, label)


def _likeliest_owner(context: RequestContext, subjects: Sequence[Subject], label: str) -> str | None:
    """Return the id of the paper whose figure `label` is likeliest meant, among the first _OWNERS of `subjects`.

    None if no paper is likely, or if `label` is a place rather than a printed label. A paper without such a figure can
    win only if the question names it; it is weighed as if its figure had no word of the question. The paper that comes
    first in `subjects` wins a tie.
    """
    if is_place(label):
        return None
    share_of, scores, lacking = question_shares(context), dict[str, float](), set[str]()
    phrases = find_subjects(_naming_phrases(context.question.text), context.session.subjects)
    named = {subject.paper_id: subject.named for subject in phrases}
    most = max(named.values(), default=0.0)
    least = _OF_NAMED * most if most >= _NAMED else 0.0
    for subject in subjects[:_OWNERS]:
        degree = named.get(subject.paper_id, 0.0)
        if degree < least:
            continue
        paper = context.session.cluster.paper(subject.paper_id)
        figure = _figure_with(paper, label)
        chance = max(subject.probability, _LEAST_PRIOR)
        if figure is None:
            lacking.add(paper.id)
        share = share_of(paper, figure) if figure else 0.0
        scores[paper.id] = _PRIOR_WEIGHT * math.log(chance) + _SHARE_WEIGHT * share + _NAMED_WEIGHT * degree
    if not scores:
        return None
    likeliest = max(scores, key=scores.__getitem__)
    if likeliest in lacking and named.get(likeliest, 0.0) < _NAMED:
        return None
    total = sum(math.exp(score - scores[likeliest]) for score in scores.values())
    return likeliest if 1 / total >= _LEAST_OWNER else None


def _paper_with(context: RequestContext, label: str) -> str | None:
    """Return the id of the cluster's anchor, or of a likelier paper that has a figure `label`; None if there is no such
    paper.

    Another paper is considered only if the anchor has no figure `label` and the question says whose figure it is. The
    likeliest paper by those words wins.
    """
    cluster, whose = context.session.cluster, _whose(context.question.text)
    anchor = cluster.anchor
    if anchor is None or not whose or _figure_with(cluster.paper(anchor), label):
        return anchor
    likely = [s for s in find_subjects(whose, context.session.subjects) if s.probability >= _LIKELY]
    if any(subject.paper_id == anchor for subject in likely):
        return anchor
    return next((s.paper_id for s in likely if _figure_with(cluster.paper(s.paper_id), label)), None)


def _figure_with(paper: Paper, label: str) -> Figure | None:
    """Return the first figure of `paper` with this label in any spelling; None if there is none."""
    return next((figure for figure in paper.figures if same_label(figure.label, label)), None)


def _whose(question: str) -> str:
    """Return the words that say whose figure is asked about, such as "of the DPR paper", without the figure's label."""
    return " ".join(PANEL_LABEL.sub(" ", match[0]) for match in BESIDE_LABEL.finditer(question)).strip()


def named_paper(context: RequestContext, subjects: Sequence[Subject]) -> str | None:
    """Return the id of the paper whose figure the question asks about; None for the cluster's anchor or if no paper is
    named.

    If the words next to the label name one paper and other words seem to name another, the words next to the label
    decide: "between the word vectors and the output in Figure 1 of the fastText paper".
    """
    subject = next(iter(subjects), None)
    whose = _whose(context.question.text)
    if subject is not None and whose and subject.terms.isdisjoint(analyze(whose)):
        beside = find_subjects(whose, context.session.subjects, 1)
        subject = next((s for s in beside if s.is_clear), subject)
    if subject is None or subject.named < _NAMED:
        return _described_paper(context, whose)
    cluster, question = context.session.cluster, context.question.text
    if cluster.anchor is None or not subject.terms.isdisjoint(analyze(_naming_phrases(question))):
        return subject.paper_id
    if context.focus.figure:
        return None
    own, label = cluster.paper(cluster.anchor), context.question.figure
    figure = _figure_with(own, label)
    if figure and not _figure_with(cluster.paper(subject.paper_id), label):
        return None
    names = f"{figure.caption} {printed_words(own, figure)}" if figure else ""
    return None if subject.terms <= set(analyze(names)) else subject.paper_id


def _described_paper(context: RequestContext, whose: str) -> str | None:
    """Return the id of the paper that `whose` describes without its name; None if it describes no paper or fits
    several.

    `whose` are the words that say whose figure is asked about.
    """
    match = _DESCRIBED_PAPER.match(whose)
    described = (
        find_subjects(match["before"] or match["behind"], context.session.subjects, 1) if match else ()
    )
    return next((each.paper_id for each in described if each.probability >= _SINGLED_OUT), None)


def _naming_phrases(question: str) -> str:
    """Return the parts of a question that say whose figure is asked about: "of the DPR paper", "Table 2 of DPR", "DPR's
    Table 2"."""
    kept = Counter(without_paper(question).split())
    removed = " ".join((Counter(question.split()) - kept).elements())
    return " ".join([removed, *(match[0] for match in BESIDE_LABEL.finditer(question))])
