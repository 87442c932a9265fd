"""A query as JSON that users edit."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from citehop.agent.query.json_form import describe_query, query_fields, query_of
from citehop.agent.query.parse import parse
from citehop.agent.query.types import Query
from citehop.agent.session import Session
from citehop.errors import UsageError

TWO_HOPS = "Which method in Table 1 has the highest NSE on CRESTA, and how does its own paper treat floods?"


def test_a_query_is_read_back(by_words: Session) -> None:
    query = parse(TWO_HOPS, by_words.subjects)
    again = query_of(json.loads(json.dumps(query_fields(query))))
    assert again.then is not None
    assert query.then is not None
    assert _without_derived(again) == _without_derived(query)
    assert again.then.text == query.then.text


def test_the_second_part_may_be_given_as_text() -> None:
    query = query_of(
        {"text": "Which method is best in Table 1?", "intent": "cell", "then": "How is it trained?"}
    )
    assert query.follows == "cited"
    assert query.then is not None
    assert query.then.text == "How is it trained?"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ([], 'with a "text"'),
        ({"text": "x y", "intents": "fact"}, "'intents'"),
        ({"text": "x y", "intent": "guess"}, "'guess' is none of"),
        ({"text": "x y", "papers": "a"}, "papers"),
        ({"text": "x y", "fields": ["hat"]}, "'hat'"),
    ],
)
def test_a_wrong_field_is_named(fields: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        query_of(fields)


def test_a_query_is_described_line_by_line(by_words: Session) -> None:
    lines = describe_query(parse(TWO_HOPS, by_words.subjects))
    assert "figure: Table 1" in lines
    assert any(line.startswith("then text: how does its own paper") for line in lines)


def _without_derived(query: Query) -> Query:
    return replace(query, operation=None, then=None, wording="")
