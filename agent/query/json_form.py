"""Queries as JSON, which users can read and edit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_args

from ...errors import UsageError
from .grammar.parser import parse_question
from .types import AnswerType, FigureRef, Follows, Intent, Join, Query, RecordField

_TEXTS = ("text", "attribute", "within")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "intent": get_args(Intent),
    "answer_type": get_args(AnswerType),
    "compare": get_args(Join),
    "follows": get_args(Follows),
}
_KEYS = (*_TEXTS, *_CHOICES, "papers", "figure", "figure_paper", "fields", "then")


def query_fields(query: Query) -> dict[str, Any]:
    """Return the fields of a query that are not empty, in the form of JSON.

    The operation over a figure is left out because it follows from the text.
    """
    fields: dict[str, Any] = {name: getattr(query, name) for name in (*_TEXTS, *_CHOICES)}
    fields |= {"papers": list(query.papers), "fields": list(query.fields)}
    if query.figure is not None:
        fields |= {"figure": query.figure.label, "figure_paper": query.figure.paper_id}
    if query.then is not None:
        fields["then"] = query_fields(query.then)
    return {name: value for name, value in fields.items() if value not in ("", [])}


def dump_query(query: Query) -> str:
    """Return the fields of a query as one line of JSON."""
    return json.dumps(query_fields(query), ensure_ascii=False)


def query_of(fields: object) -> Query:
    """Return the query with the JSON `fields`, in which `then` is a query or its text.

    Raises UsageError, which names the wrong field.
    """
    if (
        not isinstance(fields, Mapping)
        or not isinstance(fields.get("text"), str)
        or not fields["text"].strip()
    ):
        raise UsageError('a query is a JSON object with a "text"')
    if unknown := sorted(set(map(str, fields)) - set(_KEYS)):
        raise UsageError(f"a query has no field {unknown[0]!r}; its fields: {', '.join(_KEYS)}")
    for name, choices in _CHOICES.items():
        if (value := fields.get(name, choices[0])) not in choices:
            raise UsageError(f"{name}: {value!r} is none of {', '.join(filter(None, choices))}")
    text = fields["text"]
    label = _string(fields, "figure")
    then = fields.get("then")
    return Query(
        text,
        fields.get("intent", "fact"),
        fields.get("answer_type", "text"),
        _strings(fields, "papers"),
        FigureRef(label, _string(fields, "figure_paper")) if label else None,
        _string(fields, "attribute"),
        parse_question(text),
        _fields_of(fields),
        fields.get("compare", ""),
        _string(fields, "within"),
        query_of({"text": then} if isinstance(then, str) else then) if then else None,
        fields.get("follows", "cited" if then else ""),
        text,
    )


def _fields_of(fields: Mapping[str, Any]) -> tuple[RecordField, ...]:
    known = get_args(RecordField)
    named = _strings(fields, "fields")
    if unknown := [name for name in named if name not in known]:
        raise UsageError(f"fields: {unknown[0]!r} is none of {', '.join(known)}")
    return tuple(field for name in named for field in known if field == name)


def _string(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise UsageError(f"{name}: a text is needed, not {value!r}")
    return value


def _strings(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = fields.get(name, ())
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise UsageError(f"{name}: a list of texts is needed, not {value!r}")
    return tuple(value)


def describe_query(query: Query) -> list[str]:
    """Return one line for each field of a query that is not empty: "intent: record"."""
    lines = []
    for name, value in query_fields(query).items():
        if name == "then" and query.then is not None:
            lines += [f"then {line}" for line in describe_query(query.then)]
        else:
            lines.append(f"{name}: {', '.join(value) if isinstance(value, list) else value}")
    return lines
