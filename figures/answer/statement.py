"""Reading of a statement about a figure: the names of the figure that it has."""

from __future__ import annotations

import re
from dataclasses import replace

from ..label_match import QuestionWords, mention, tokens
from ..types import Reading

_LIKELY = 0.3  # probability from which the reading by operations is kept
_NAMED = 0.9  # probability of the names that a statement has
_IN_FULL = 1.0  # strength of the mention of a name that a statement has as a whole
_SHORTEST = 3  # characters of such a name
_ASKS = re.compile(
    r"(?:^|[,:;.] )(?:in |on |for |with |at )?(?:what|which|who|whose|how|where|when|why)\b", re.IGNORECASE
)


def read_statement(statement: str, reading: Reading) -> Reading:
    """The reading of a statement about a figure that asks nothing of it: the names that it has in full, the longest ones.

    "One row of this table is ParagraphVec." means that row. A question is returned as it was read, and so is a statement whose
    reading is likely or that has no name of the figure.
    """
    best = reading.entities[0].probability if reading.entities and not reading.abstained else 0.0
    asks = reading.operation != "text" and best >= _LIKELY
    if statement.endswith("?") or _ASKS.search(statement) or asks:
        return reading
    words = QuestionWords.of(statement)
    named = [entity for entity in reading.entities if mention(entity.text, words) >= _IN_FULL]
    longest = max((len(tokens(entity.text)) for entity in named), default=0)
    named = [
        entity for entity in named if len(tokens(entity.text)) == longest and len(entity.text) >= _SHORTEST
    ]
    if not named:
        return reading
    share = _NAMED / len(named)
    rest = (1 - _NAMED) / max(len(reading.entities) - len(named), 1)
    entities = sorted(
        (replace(entity, probability=share if entity in named else rest) for entity in reading.entities),
        key=lambda entity: (-entity.probability, entity.text),
    )
    return replace(reading, entities=tuple(entities), operation="name", abstained=False)
