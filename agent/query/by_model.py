"""A language model as parser: each slot that it fills wrongly is left to the fitted models and the grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from ...errors import UnavailableError, UsageError
from ...indexes.subjects import SubjectIndex
from ...indexes.text.language import is_english
from ...papers.captions import figure_label
from ..llm.errors import ContextWindowError
from ..llm.prompting import request
from ..llm.structured import first_object, strings
from ..llm.types import LLM
from .fitted.slots import score_intents
from .parse import parse
from .types import FigureRef, Intent, Query, RecordField

_SURE = 0.5  # probability of the likeliest intent from which no model is asked
_REPLY_TOKENS = 250
_LONGEST = 600  # characters of a question that a model is shown, and of one that it writes
_MOST = 8  # papers, fields
SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "intent": {"type": "string", "enum": list(get_args(Intent))},
        "fields": {"type": "array", "items": {"type": "string"}},
        "papers": {"type": "array", "items": {"type": "string"}},
        "figure": {"type": "string"},
        "then": {"type": "string"},
        "follows": {"type": "string", "enum": ["cited", "same"]},
    },
    "required": ["text", "intent"],
    "additionalProperties": False,
}


def needs_model(text: str, *, leads: bool) -> bool:
    """True for a question in another language, and for one whose intent is not sure, where a model `leads`."""
    return not is_english(text) or (leads and max(score_intents(text).values()) < _SURE)


def parse_with_model(
    text: str,
    index: SubjectIndex,
    llm: LLM,
    find_paper: Callable[[str], str],
    *,
    leads: bool,
    one_hop: bool = False,
) -> tuple[Query, str, str]:
    """The Query of `text` as `llm` understands it, the question in English, and a note on its failure, "" for none.

    `find_paper` gives the id of a paper that is named, or raises UsageError. A model that does not lead translates alone.
    """
    asked = request("parse", {"question": text[:_LONGEST]}, _REPLY_TOKENS, schema=SCHEMA)
    try:
        fields = first_object(llm.complete(asked).text)
    except (UnavailableError, ContextWindowError) as error:
        return parse(text, index, one_hop=one_hop), text, f"{error}; understood without the model"
    english = text if is_english(text) else _read_text(fields, "text") or text
    fitted = parse(english, index, one_hop=one_hop)
    return (_merge(fitted, fields, index, find_paper, one_hop=one_hop) if leads else fitted), english, ""


def _merge(
    fitted: Query,
    fields: Mapping[str, Any],
    index: SubjectIndex,
    find_paper: Callable[[str], str],
    *,
    one_hop: bool,
) -> Query:
    """`fitted` with slots of a model: the intent with its fields where the fitted one is not sure, and papers, figure and second
    part where the words of the question show none."""
    query = fitted
    if max(score_intents(fitted.text).values()) < _SURE:
        query = replace(query, intent=_read_choice(fields, "intent", get_args(Intent), query.intent))
        query = replace(query, fields=_read_fields(fields) or query.fields)
    papers = query.papers or _find_papers(strings(fields.get("papers"), _MOST), find_paper)
    figure = query.figure or _read_figure(fields)
    query = replace(query, papers=papers, figure=figure)
    then = "" if one_hop or query.then else _read_text(fields, "then")
    if not then:
        return query
    follows = _read_choice(fields, "follows", ("cited", "same"), "same")
    return replace(query, then=parse(then, index, one_hop=True), follows=follows)


def _read_text(fields: Mapping[str, Any], name: str) -> str:
    """The text of a slot, "" for one that is no text or too long for a question."""
    value = fields.get(name)
    flat = " ".join(value.split()) if isinstance(value, str) else ""
    return flat if len(flat) <= _LONGEST else ""


def _read_choice(fields: Mapping[str, Any], name: str, choices: tuple[str, ...], otherwise: str) -> Any:
    value = fields.get(name)
    return value if value in choices else otherwise


def _read_fields(fields: Mapping[str, Any]) -> tuple[RecordField, ...]:
    named = strings(fields.get("fields"), _MOST)
    return tuple(field for name in named for field in get_args(RecordField) if field == name)


def _read_figure(fields: Mapping[str, Any]) -> FigureRef | None:
    label = figure_label(_read_text(fields, "figure"))
    return FigureRef(label) if label else None


def _find_papers(names: tuple[str, ...], find_paper: Callable[[str], str]) -> tuple[str, ...]:
    """The papers of the names that the cluster knows."""
    found: dict[str, None] = {}
    for name in names:
        try:
            found[find_paper(name)] = None
        except UsageError:
            continue
    return tuple(found)
