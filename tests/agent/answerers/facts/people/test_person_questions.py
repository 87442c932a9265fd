"""Wordings of questions for people, and those that only seem to ask for them."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.people.person_questions import (
    asked_person,
    asked_place,
    asked_position,
    asked_system,
    asks_where_done,
)


@pytest.mark.parametrize(
    ("question", "position"),
    [
        ("Who is the first author of RillNet?", 0),
        ("Who comes last in the author list of RillNet?", -1),
        ("Who's first on the author list of RillNet?", 0),
        ("Who is listed second among the authors of RillNet?", 1),
        ("Who heads the RillNet author list?", 0),
        ("Who wrote the first paper on rain?", None),
        ("Who comes first in the evaluation of RillNet?", None),
    ],
)
def test_the_place_in_the_list_of_authors(question: str, position: int | None) -> None:
    assert asked_position(question) == position


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("For whom was Ada Falk working when RillNet came out?", "Ada Falk"),
        ("With which university was Falk when she wrote RillNet?", "Falk"),
        ("Where does Ada Falk work?", "Ada Falk"),
        ("I need the university and city of Ada Falk at the time of RillNet", "Ada Falk"),
        ("Falk's department in the RillNet paper?", "Falk"),
        ("Which city was Falk in when RillNet came out?", "Falk"),
        ("Which basins does RillNet cover?", None),
        ("Which papers come from the University of Ekby?", None),
        ("How large is the city of the gauge?", None),
    ],
)
def test_the_person_whose_institution_is_asked_for(question: str, name: str | None) -> None:
    assert asked_person(question) == name


def test_the_place_whose_author_is_asked_for() -> None:
    assert asked_place("Which one of the RillNet authors is from UC Berkeley?") == "UC Berkeley"
    assert asked_place("How many authors of RillNet work at MIT?") == "MIT"
    assert asked_place("Are any of the authors of RillNet from MIT?") == "MIT"
    assert asked_place("Are there authors from MIT in the RillNet paper?") == "MIT"
    assert asked_place("Which university are the authors of RillNet from?") is None
    assert asked_place("Which data is RillNet from?") is None


def test_the_system_whose_maker_is_asked_for() -> None:
    assert asked_system("Who made the DCNN for sentences?") == "DCNN"
    assert asked_system("Who made the annotations of RillNet?") is None


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Where did the first author of RillNet do this work?", True),
        ("Where was the research on rills carried out?", True),
        ("At which company was the RillNet work done?", True),
        ("Which lab hosted the first author of RillNet?", True),
        ("Where was the user study conducted?", False),
        ("Where does RillNet work best?", False),
        ("Where is the pooling done?", False),
        ("RillNet cites research where pooling won. On what basins was that research done?", False),
    ],
)
def test_where_the_work_was_done(question: str, is_asked: bool) -> None:
    assert asks_where_done(question) is is_asked
