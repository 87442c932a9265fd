"""Parser of a question: its hops, the figure it names, what it asks for, and the operations that single this out.

The parser has rules for the wording of questions and no knowledge of the figure. Which words are column names or
entities is decided later with the data of the figure, so every operation keeps the words around it (`about`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from citehop.figures.entity_kinds import kind_of
from citehop.figures.operations import (
    Between,
    Compare,
    Equals,
    Extreme,
    NextInRank,
    Operation,
)
from citehop.figures.request import FigureRequest
from citehop.papers.captions import NUMBERED_LABEL, PAGE_LABEL, figure_label

from .cues import find_cues
from .figure_kind import find_panel_letter
from .finders.answer_type import AnswerType, find_answer_type
from .finders.comparisons import find_comparisons, find_ranges
from .finders.extremes import find_changes, find_extremes, find_plain_extremes
from .finders.masking import FILLER, clause_spans, mask
from .finders.phrases import find_asked, find_exclusions
from .finders.positions import find_neighbors, find_positions, find_sides
from .finders.ranks import find_next_in_rank
from .finders.relationships import find_relationship
from .finders.sets import find_set, rank_in_set
from .finders.style_phrases import find_styles
from .finders.values import find_missing, find_values
from .finders.wants import find_wants
from .source import without_source
from .typos import correct_typos


@dataclass(frozen=True, slots=True)
class Hops:
    """The two hops of a question: `visual` is answered by the figure, `textual` by the paper that the figure leads to.

    Both are equal if the question has one hop. `is_embedded` is True if the first hop is a description inside the
    second: "the learning rate of the paper that X cites".
    """

    visual: str
    textual: str
    is_embedded: bool = False

    @property
    def is_two_hop(self) -> bool:
        return self.visual != self.textual


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(FigureRequest):
    """A parsed question. As a FigureRequest, it describes the visual hop.

    `figure` is the figure label that it names ("Table 2") or "". `answer_type` is the kind of answer that it asks of a
    text.
    """

    hops: Hops
    figure: str = ""
    answer_type: AnswerType = "text"

    def as_one_hop(self) -> Question:
        """Return the same question without its division into hops. It is parsed again only if it was divided."""
        return parse_question(self.text) if self.hops.is_two_hop else self

    @property
    def of_figure(self) -> bool:
        """True if a figure is likely to answer: the question asks for a kind of entry in figures and singles one
        out."""
        return bool(self.operations) and kind_of(self.asked) not in {"", "paper"}


_TYPOGRAPHY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2212": "-"}
)
_CONTRACTED = re.compile(r"\b(what|which|who|where|how)'s\b(?! been)", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*\s[^"]*"')  # several words in quotation marks are a name
_OF_SEVERAL = re.compile(r"\bwhich (?:one )?of (?:the|these|those|both)\b", re.IGNORECASE)


def parse_question(text: str, hops: Hops | None = None) -> Question:
    """Parse `text`, as a question of one hop unless `hops` are given. The operations are those of the visual hop.

    Parsing never fails: a wording without a rule gives a Question without operations.
    """
    hops = hops or Hops(text, text)
    spelled_out = _CONTRACTED.sub(r"\1 is", hops.visual.translate(_TYPOGRAPHY))
    wording = without_source(correct_typos(" ".join(spelled_out.split())))
    excluded, masked = find_exclusions(_mask_label(wording))
    among, masked = find_set(masked)
    operations = _find_operations(masked)
    chosen_from = bool(among) or _OF_SEVERAL.search(masked) is not None
    if chosen_from and not any(isinstance(operation, Extreme | Compare) for operation in operations):
        operations = (*rank_in_set(masked), *operations)
    unquoted = _QUOTED.sub('"it"', wording)
    wants = find_wants(unquoted)
    chosen = wants == "verdict" and among and any(isinstance(op, Extreme) for op in operations)
    if chosen or any(isinstance(op, NextInRank) for op in operations):
        wants = "name"  # "is it higher for A or for B?", "what is the runner-up to A?"
    return Question(
        text=text,
        hops=hops,
        figure=figure_label(text),
        wording=wording,
        asked=find_asked(masked),
        operations=operations,
        excluded=excluded,
        among=among,
        relationship=find_relationship(masked),
        wants=wants,
        answer_type=find_answer_type(unquoted, wants),
        cues=find_cues(wording),
        panel=find_panel_letter(text),
    )


def _mask_label(text: str) -> str:
    """Return `text` with the numbers in labels of figures, tables and pages masked, because they are not values."""
    numbers = [match.span("number") for match in NUMBERED_LABEL.finditer(text)]
    for span in [*numbers, *(match.span("page") for match in PAGE_LABEL.finditer(text))]:
        text = mask(text, span)
    return text


Finder = Callable[[str], Iterable[Operation]]

# The finders run in this order. Words that a finder has claimed are masked for later finders.
_FINDERS: tuple[Finder, ...] = (
    find_missing,
    find_next_in_rank,
    find_sides,
    find_plain_extremes,
    find_positions,
    find_ranges,
    find_styles,
    find_comparisons,
    find_neighbors,
    find_extremes,
    find_values,
)


def _find_operations(text: str) -> tuple[Operation, ...]:
    """Return the operations in the order of the text, each with the rest of its clause as `about`.

    Operations inside quotation marks are left out.
    """
    rest, found = text, list[Operation]()
    for finder in _FINDERS:
        for operation in finder(rest):
            found.append(operation)
            if not (isinstance(operation, Equals) and not operation.sure):  # "ROUGE 2" stays readable
                rest = mask(rest, operation.span)
    if all(isinstance(operation, Equals | Between) for operation in found):
        found.extend(find_changes(text))
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    found = [op for op in found if not any(start < op.span[0] and op.span[1] < end for start, end in quoted)]
    found.sort(key=lambda operation: operation.span)
    clauses = clause_spans(text, [operation.span for operation in found])
    return tuple(
        replace(operation, about=operation.about or _rest_of(rest, clause))
        for operation, clause in zip(found, clauses, strict=True)
    )


def _rest_of(rest: str, clause: tuple[int, int]) -> str:
    return " ".join(rest[clause[0] : clause[1]].replace(FILLER, " ").split())
