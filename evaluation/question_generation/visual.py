"""Questions about a table or chart whose answer is a name in it that refers to a cited paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from ...figures.types import FigureData, FigureName
from ...papers.types import Figure, Paper
from ...retrieval.linking.candidate_index import CandidateIndex, Link
from ...retrieval.linking.link import link_name
from ...retrieval.linking.names import EntityName, name_key, parse_entity_name, tokens
from ...retrieval.linking.signals.citation_markers import find_marker_signals
from ...retrieval.linking.signals.known_names import find_known_name_signals
from ...retrieval.linking.signals.mentions import find_mention_signals
from ...retrieval.linking.signals.titles import find_title_head_signals
from .types import VisualQuestion
from .views import NameView, build_views, count_occurrences, find_predicates, to_page

LEAST, MOST_OTHER = 0.85, 0.5  # least strength of the link; most strength of the second-best link
# least trust in a form of a name that counts as evidence: as printed, or without a word such as "base"
_TRUST = 0.9
_COMPOSED = re.compile(r"[+/&,]|\b(?:w/o?|with|without|and)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_ET_AL, _TWO = re.compile(r"\bet\.? al\b"), re.compile(r"[^\W\d_]\s+(?:&|and)\s+[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2,}")


def link_surely(name: FigureName, index: CandidateIndex, anchor: Paper) -> Link | None:
    """Return the link of `name` to a cited paper; None without direct evidence or if another paper could be meant.

    Direct evidence is a citation printed with the name. Without one, it is the name before a citation in the anchor's
    text, the generally known name of the paper, or the name before the colon of its title.
    """
    parsed = parse_entity_name(print_name(name))
    if not parsed.is_linkable or not _WORD.search(_BRACKETS.sub("", name.text)):
        return None
    links = link_name(parsed, index, anchor)
    if not links or links[0].strength < LEAST or (len(links) > 1 and links[1].strength > MOST_OTHER):
        return None
    paper = next(one.paper for one in index.candidates if one.paper.id == links[0].paper_id)
    direct = _direct_evidence(parsed, index, anchor) == {paper.id}
    return links[0] if direct and _agrees_in_authors(name, paper) else None


def print_name(name: FigureName) -> str:
    """Return the name with the citations and marks that are printed with it."""
    return " ".join((name.text, *name.markers))


def _agrees_in_authors(name: FigureName, paper: Paper) -> bool:
    """True unless the number of the paper's authors contradicts a printed citation with "et al." or with two authors."""
    number, printed = len(paper.authors), " ".join(name.markers)
    if not number:
        return True
    return not (_ET_AL.search(printed) and number < 3) and not (_TWO.search(printed) and number != 2)


def _direct_evidence(name: EntityName, index: CandidateIndex, anchor: Paper) -> set[str]:
    """Return the ids of the papers that direct evidence for the name points to."""
    if name.markers:
        return {s.paper_id for s in find_marker_signals(name, index, anchor) if s.kind == "reference"}
    if _COMPOSED.search(name.printed):
        return set()
    return {
        signal.paper_id
        for form in name.forms
        if form.trust >= _TRUST
        for signal in (
            *find_mention_signals(form, index, anchor),
            *find_known_name_signals(form, index),
            *find_title_head_signals(form, index),
        )
    }


_CHARTS = frozenset({"bar", "line"})  # charts whose marks belong to named series and places


def is_askable(data: FigureData) -> bool:
    """True for a table, or for a bar or line chart read from the PDF's own paths."""
    return data.kind == "table" or (data.exact and data.kind in _CHARTS)


def names_printed_once(figure: Figure, data: FigureData, view: NameView) -> dict[int, FigureName]:
    """Map each entry of `view` whose name occurs once in the figure to that name."""
    text = " ".join(tokens(" ".join(word.text for word in figure.words)))
    counts = Counter(
        name_key(name.text)
        for side in (data.rows, data.columns)
        for attribute in side.attributes
        for name in attribute.names
    )
    return {
        entry: name
        for entry, name in view.names.items()
        if counts[name_key(name.text)] == 1 and count_occurrences(name.text, text) <= 1
    }


def ask_about_figure(
    figure: Figure, data: FigureData, scale: float, link: Callable[[FigureName], Link | None]
) -> list[VisualQuestion]:
    """Return the questions about `figure` whose answer is printed once in it and refers to a cited paper by `link`."""
    if not is_askable(data):
        return []
    questions = []
    for view in build_views(data):
        once = names_printed_once(figure, data, view)
        linked = {entry: found for entry, name in once.items() if (found := link(name))}
        for operation, entry, clause, facts in find_predicates(view, data.facts, data.kind == "table"):
            if entry in linked:
                boxes = [view.boxes.get(entry), *(fact.box for fact in facts)]
                questions.append(
                    VisualQuestion(
                        f"Which {view.noun} {clause} in {figure.label}?",
                        view.noun,
                        clause,
                        print_name(view.names[entry]),
                        operation,
                        data.kind,
                        linked[entry].paper_id,
                        linked[entry].reason,
                        tuple(to_page(box, figure.bbox, scale) for box in boxes if box),
                    )
                )
    return questions
