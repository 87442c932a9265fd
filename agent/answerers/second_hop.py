"""The second hop as a complete question, with paraphrases for searching."""

from __future__ import annotations

from dataclasses import dataclass

from ..llm.prompting import found_text, request
from ..llm.structured import first_object, strings
from ..llm.types import LLM
from ..query.grammar.decompose import Hops

REWRITE_TOKENS = 300
_SCHEMA = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "queries": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["question", "queries"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class SecondHop:
    """`question` is complete by itself; `queries` are paraphrases for searching."""

    question: str
    queries: tuple[str, ...] = ()


def plain_second_hop(hops: Hops, entity: str) -> SecondHop:
    """The second hop by rule: the question's own second part, the entity's name put behind it where it is missing."""
    known = not entity or entity.casefold() in hops.textual.casefold()
    return SecondHop(hops.textual if known or not hops.is_two_hop else f"{hops.textual} ({entity})")


def rewrite(llm: LLM, question: str, hops: Hops, entity: str, count: int) -> SecondHop:
    """The second hop in the model's words with at most `count` queries; by rule where its reply is unusable."""
    plain = plain_second_hop(hops, entity)
    if count <= 0:
        return plain
    values = {"question": question, "second": hops.textual, "found": found_text(entity), "count": str(count)}
    reply = llm.complete(request("rewrite", values, REWRITE_TOKENS, schema=_SCHEMA))
    fields = first_object(reply.text)
    alone = strings([fields.get("question")], 1)
    return SecondHop(alone[0] if alone else plain.question, strings(fields.get("queries"), count))
