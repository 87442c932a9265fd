"""Answers from the data of one figure: by the operations of the question, or by the cells that have its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....figures.operations import Extreme
from ....figures.vocabulary import CARDINALS
from ...query.grammar.parser import Question, parse_question
from ...query.parts import asks_twice, split_parts
from ...request_context import RequestContext
from ..tables.answer_kind import keep_kind
from ..tables.gate import TableFeatures, probability
from ..tables.matched_table import CellMatch
from ..tables.shown_table import describe, find_match, match_reading
from .caption_clauses import asks_what_is_drawn
from .reading import PartAnswer, ShownFigure, answer_by_cells, answer_by_reading, read_same
from .text import (
    answer_by_clause,
    answer_by_style,
    asks_for_content,
    describe_figure,
)

_SEVERAL = re.compile(r"\b(?:which|what) (two|three)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DataAnswer:
    """The answers of a figure to the parts of a question. For a table, also the cells used and their features."""

    answers: tuple[PartAnswer, ...]
    match: CellMatch | None = None
    features: TableFeatures | None = None

    @property
    def probability(self) -> float:
        return probability(self.features) if self.features else 0.0


def find_in_data(context: RequestContext, shown: ShownFigure, excluded: frozenset[str]) -> DataAnswer:
    """Answer from the data of a figure, by the operations of the question or by the cells that have its words.

    The way that explains more of the question wins, else the more probable one; the operations win a tie.
    """
    question = context.question.as_one_hop()
    match, singled_out = find_match(context, shown, excluded)
    if match is not None:
        match = keep_kind(match, question)
        if singled_out:
            cells = answer_by_cells(shown, match, read_same(shown, question, match), names_first=True)
            return DataAnswer((cells,), match, describe(context, shown, match, True))
    answers = tuple(_read_parts(context, shown))
    reading = answers[0].reading
    used = match_reading(context, shown, reading, excluded) if answers[0].text else None
    features = describe(context, shown, used, bool(reading.value)) if used else None
    read = DataAnswer(answers, used, features)
    if match is None or len(answers) > 1 or (answers[0].text and used is None):
        return read
    named = answer_by_cells(shown, match, replace(reading, value="", unit="", value_box=None))
    by_names = DataAnswer((named,), match, describe(context, shown, match, False))
    if not answers[0].text or (used and _explains_more(match, used)):
        return by_names
    return max((read, by_names), key=lambda found: found.probability)


def _explains_more(one: CellMatch, other: CellMatch) -> bool:
    """True if `one` has all words of the question that `other` has, has more in its names, and leaves no choice between
    cells."""
    return one.choices == 1 and one.terms >= other.terms and one.by_names > other.by_names


def read_print(context: RequestContext, shown: ShownFigure, excluded: frozenset[str]) -> PartAnswer | None:
    """Answer from the caption, a sentence of it, or the style of a line; None if the question asks for none of these.

    `excluded` are the terms by which the question names the paper.
    """
    question = context.question.text
    one_hop = context.question.as_one_hop()
    if clause := answer_by_clause(context.session, shown, one_hop, excluded):
        return clause
    is_figure = shown.figure.kind == "figure"
    if asks_for_content(question) or (is_figure and asks_what_is_drawn(one_hop, excluded)):
        return describe_figure(context.session, shown.paper, shown.figure, shown.data)
    return answer_by_style(shown, question)


def _read_parts(context: RequestContext, shown: ShownFigure) -> list[PartAnswer]:
    """Return the answers to the parts of the question; the answer to the whole question if a part has no answer."""
    whole = context.question.as_one_hop()
    ranked = _read_ranked(shown, whole)
    if ranked:
        return ranked
    parts = split_parts(context.question.text)
    if len(parts) > 1:
        questions = [parse_question(part) for part in parts]
        answers = [answer_by_reading(shown, question) for question in questions]
        if all(answer.text for answer in answers):
            return answers
    return [answer_by_reading(shown, whole)]


def _read_ranked(shown: ShownFigure, question: Question) -> list[PartAnswer]:
    """Answer a ranking question that asks for several things; [] for any other question or if the figure lacks an
    answer.

    For "which two ...", return the names of the first entries. For a question with two parts, return the name and the
    value of the first entry.
    """
    extreme = next((op for op in question.operations if isinstance(op, Extreme)), None)
    if extreme is None:
        return []
    number = _SEVERAL.search(question.wording)
    as_name = replace(question, wants="name", answer_type="name")
    if number is not None:
        asked = [_with_rank(as_name, extreme, rank + 1) for rank in range(CARDINALS[number[1].lower()])]
    elif asks_twice(question.wording):
        asked = [as_name, replace(question, wants="value", answer_type="number")]
    else:
        return []
    answers = [answer_by_reading(shown, each) for each in asked]
    texts = {answer.text for answer in answers}
    return answers if "" not in texts and len(texts) == len(answers) else []


def _with_rank(question: Question, extreme: Extreme, rank: int) -> Question:
    operations = tuple(replace(op, rank=rank) if op is extreme else op for op in question.operations)
    return replace(question, operations=operations)
