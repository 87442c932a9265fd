"""Read statements about a figure that ask no question, by the names that they contain."""

from __future__ import annotations

import re
from dataclasses import replace

from ..label_match import QuestionWords, mention, tokens
from ..types import Reading

_LIKELY = 0.3  # least probability for the ordinary reading to be kept
_NAMED = 0.9  # total probability of the names in a statement
_IN_FULL = 1.0  # mention strength of a name that occurs in full
_SHORTEST = 3  # characters of a name that counts
_ASKS = re.compile(
    r"(?:^|[,:;.] )(?:in |on |for |with |at )?(?:what|which|who|whose|how|where|when|why)\b", re.IGNORECASE
)


def read_statement(statement: str, reading: Reading) -> Reading:
    """Return the reading of a statement that asks nothing: the longest names of the figure that it contains in full.

    "One row of this table is ParagraphVec." means the row of that name. `reading` is returned unchanged for a
    question, for a reading that is likely, and for a statement without a name of the figure.
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
