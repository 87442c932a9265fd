"""Parsing of a question by a language model. The fitted models and the grammar fill each slot that the model gets
wrong."""

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

_SURE = 0.5  # least probability of the likeliest fitted intent for it to stand without the model
_REPLY_TOKENS = 250
_LONGEST = 600  # most characters of a question that a model is shown, and of a question that it writes
_MOST = 8  # most papers, and most fields, that are taken from a reply
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
    """True for a question in another language, and for a question of uncertain intent if the model may lead
    (`leads`)."""
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
    """Return the Query of `text` as `llm` understands it, the question in English, and a note on a failure of `llm` (""
    for none).

    `find_paper` returns the id of a paper by its name, or raises UsageError. A model that may not lead only translates
    the question.
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
    """Return `fitted` with some slots from the model's `fields`.

    The intent and its record fields come from the model if the fitted intent is uncertain. Papers, figure and second
    part come from the model if none were found in the words of the question.
    """
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
    """Return the text of the slot `name`; "" if it is not a string or too long for a question."""
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
    """Return the ids of the papers that the cluster knows by one of `names`."""
    found: dict[str, None] = {}
    for name in names:
        try:
            found[find_paper(name)] = None
        except UsageError:
            continue
    return tuple(found)
