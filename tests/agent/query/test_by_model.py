"""A model as parser: each slot is checked and falls back alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from citehop.agent.llm.errors import ModelUnavailableError
from citehop.agent.llm.models import count_tokens
from citehop.agent.query.by_model import SCHEMA, needs_model, parse_with_model
from citehop.agent.query.parse import parse
from citehop.agent.query.types import FigureRef, Query
from citehop.agent.session import Session
from citehop.testing import QueueLLM

RILLNET = "castellanos-2021-rillnet"
GERMAN = "Wie lange dauert ein Trainingslauf von RillNet?"
ENGLISH = "How long does a training run of RillNet take?"
UNSURE = "And the thing with the numbers?"


def reply(**slots: Any) -> str:
    empty = {
        "text": "",
        "intent": "fact",
        "fields": [],
        "papers": [],
        "figure": "",
        "then": "",
        "follows": "",
    }
    return json.dumps({**empty, **slots})


def understand(session: Session, text: str, step: Any, leads: bool = True) -> tuple[Query, str, str]:
    return parse_with_model(text, session.subjects, QueueLLM([step]), session.paper_id, leads=leads)


def test_a_model_is_asked_of_other_languages_and_where_it_leads_of_unsure_questions() -> None:
    assert needs_model(GERMAN, leads=False)
    assert not needs_model("Who wrote the RillNet paper?", leads=True)
    assert needs_model(UNSURE, leads=True)
    assert not needs_model(UNSURE, leads=False)


def test_a_question_in_another_language_is_parsed_in_english(by_words: Session) -> None:
    query, english, note = understand(by_words, GERMAN, reply(text=ENGLISH))
    assert (query, english, note) == (parse(ENGLISH, by_words.subjects), ENGLISH, "")


def test_an_english_question_is_never_reworded(by_words: Session) -> None:
    query, english, _ = understand(by_words, UNSURE, reply(text="Who won?"))
    assert (query.text, english) == (UNSURE, UNSURE)


def test_slots_that_the_words_do_not_show_are_the_models(by_words: Session) -> None:
    slots = reply(
        intent="record", fields=["authors", "no field"], papers=["RillNet", "NoSuchNet"], figure="Tab. 2"
    )
    query, _, _ = understand(by_words, UNSURE, slots)
    assert (query.intent, query.fields, query.papers) == ("record", ("authors",), (RILLNET,))
    assert query.figure == FigureRef("Table 2")


def test_a_second_part_is_parsed_by_itself(by_words: Session) -> None:
    query, _, _ = understand(by_words, UNSURE, reply(then="who wrote it?", follows="cited"))
    assert query.then is not None
    assert (query.then.intent, query.follows) == ("record", "cited")


@pytest.mark.parametrize(
    ("slot", "wrong"),
    [
        ("intent", "answer"),
        ("intent", 3),
        ("fields", "authors"),
        ("papers", ["../../etc/passwd", 7, "x" * 5000]),
        ("figure", "the nice one"),
        ("then", "long " * 400),
        ("follows", "nobody"),
        ("text", ["x"]),
    ],
)
def test_a_wrong_slot_falls_back_alone(slot: str, wrong: Any, by_words: Session) -> None:
    fitted = parse(UNSURE, by_words.subjects)
    query, english, _ = understand(by_words, UNSURE, reply(**{"intent": fitted.intent, slot: wrong}))
    assert (query, english) == (fitted, UNSURE)


@pytest.mark.parametrize("broken", ["", "no JSON", "[]", '{"text": 1}'])
def test_a_reply_that_cannot_be_read_leaves_the_fitted_query(broken: str, by_words: Session) -> None:
    assert understand(by_words, UNSURE, broken)[0] == parse(UNSURE, by_words.subjects)


def test_a_model_that_fails_leaves_the_fitted_query_with_a_note(by_words: Session) -> None:
    query, english, note = understand(by_words, UNSURE, ModelUnavailableError("no answer"))
    assert (query, english) == (parse(UNSURE, by_words.subjects), UNSURE)
    assert note == "no answer; understood without the model"


def test_a_model_that_does_not_lead_translates_alone(by_words: Session) -> None:
    slots = reply(text=ENGLISH, intent="summary", figure="Table 2")
    assert understand(by_words, GERMAN, slots, leads=False)[0] == parse(ENGLISH, by_words.subjects)


def test_the_prompt_has_at_most_1000_tokens(by_words: Session) -> None:
    llm = QueueLLM([reply()])
    parse_with_model("many words " * 300, by_words.subjects, llm, by_words.paper_id, leads=True)
    assert count_tokens(llm.requests[0]) < 1000


def test_the_schema_is_flat() -> None:
    text = json.dumps(SCHEMA)
    assert not any(word in text for word in ("$ref", '"pattern"', "maxLength"))
