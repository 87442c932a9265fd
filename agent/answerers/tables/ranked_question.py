"""Questions for the first among others, "which system is best on X", and how well sentences answer them."""

from __future__ import annotations

import re

from ....figures.operations import Extreme
from ...query.grammar.parser import parse_question
from ..types import ComposedAnswer

# Words by which a sentence says that something is before others.
_SINGLES_OUT = re.compile(
    r"\b(?:(?!(?:test|rest|interest|request|suggest|latest|west|protest|contest|forest|manifest|invest|guest|quest)\b)\w{2,}est"
    r"|most|least|worst|more|less|higher|lower|larger|smaller|better|worse|outperform\w*|superior|inferior|surpass\w*|exceed\w*"
    r"|state-of-the-art|top|leads?|dominat\w*|only|rare(?:ly)?|first|wins?)\b",
    re.IGNORECASE,
)
_UNRANKED = 0.5  # what the probability of sentences counts for that say nothing of the kind


def ranks(question: str) -> bool:
    """True if `question` asks for the highest, the best or the like."""
    return any(isinstance(op, Extreme) for op in parse_question(question, one_hop=True).operations)


def weigh_quotes(question: str, text: ComposedAnswer) -> float:
    """The probability of the sentences of `text`, less where `question` asks for the first among others and none names one."""
    singles_out = any(_SINGLES_OUT.search(citation.quote) for citation in text.citations[:1])
    return text.probability * (_UNRANKED if ranks(question) and not singles_out else 1.0)
