"""Questions about systems other than the paper's own: "the competitor with the best BLEU", "one of them beats it"."""

from __future__ import annotations

import re
from dataclasses import replace

from ....figures.operations import Compare
from ....figures.types import FigureData
from ...query.grammar.parser import Question
from .matched_table import TableNames
from .name_match import find_own_rows

_OF_OTHERS = re.compile(
    r"\b(?:competitors?|rivals?|competing|(?:earlier|previous|prior|existing|older|other|published) (?:\w+ ){0,2}?"
    r"(?:models?|methods?|systems?|approach(?:es)?|works?|parsers?|taggers?|networks?|results?))\b",
    re.IGNORECASE,
)
_PRONOUNS = frozenset(
    {"it", "them", "the paper", "this paper", "the paper's own model", "the authors' model"}
)


def without_own_system(question: Question, data: FigureData | None, text: str) -> Question:
    """Return `question` adapted to the rows of the paper's own system in `data`.

    If it asks for a system of others, the paper's own rows are excluded as answers. A pronoun that a value is compared
    with ("beats it") becomes the name of the own system. `text` (title and caption) names that system. The question is
    unchanged if no row or every row is the paper's own.
    """
    if data is None or data.kind not in ("table", "bar", "line"):
        return question
    rows = TableNames.of(data).rows
    own = sorted(find_own_rows(rows, text))
    if not own or len(own) == len(rows):
        return question
    operations = tuple(
        replace(op, to=rows[own[0]]) if isinstance(op, Compare) and op.to in _PRONOUNS else op
        for op in question.operations
    )
    others = _OF_OTHERS.search(question.hops.visual) is not None
    excluded = (*question.excluded, *(rows[row] for row in own)) if others else question.excluded
    return replace(question, operations=operations, excluded=excluded)
