"""Ranks counted from a named entity."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.operations import Adjacent, Extreme, NextInRank


@pytest.mark.parametrize(
    ("text", "side", "name"),
    [
        ("Which ward has the next-highest occupancy after Urology in May?", "below", "Urology"),
        ("Which ward has the next lowest occupancy after Urology?", "above", "Urology"),
        ("Which alloy is second only to Invar 36 in hardness?", "behind", "Invar 36"),
        ("What is the runner-up to BERT on MNLI?", "behind", "BERT"),
        ("Which sensor is the closest behind DHT22 at 50?", "below", "DHT22"),
        ("Which city is just ahead of Graz in rent?", "above", "Graz"),
        ("Which fault comes right after Drift in size?", "below", "Drift"),
        ("Which strategy follows Oracle in the ranking by regret?", "below", "Oracle"),
        ("Which engine is beaten only by DuckDB?", "behind", "DuckDB"),
        ("Only Kenya has a lower price than which country?", "above", "Kenya"),
    ],
)
def test_next_in_rank(text: str, side: str, name: str) -> None:
    question = parse_question(text)
    (operation,) = (op for op in question.operations if isinstance(op, NextInRank))
    assert (operation.side, operation.name) == (side, name)
    assert question.wants == "name"


def test_place_in_the_drawing_is_no_rank() -> None:
    (operation,) = parse_question("Which model comes right after BERT in the table?").operations
    assert isinstance(operation, Adjacent)


@pytest.mark.parametrize(
    ("text", "want", "rank"),
    [
        ("Which strain ranks third from the bottom for survival?", "min", 3),
        ("Which strain is next to last in survival?", "min", 2),
        ("What strain is in third position for survival?", "best", 3),
        ("Which strain brings up the rear in survival?", "worst", 1),
        ("Which strain sits at the top in March?", "max", 1),
        ("What complaint makes up most of the pie?", "max", 1),
    ],
)
def test_ranks_from_an_end(text: str, want: str, rank: int) -> None:
    (operation,) = parse_question(text).operations
    assert isinstance(operation, Extreme)
    assert (operation.want, operation.rank) == (want, rank)


def test_after_the_best() -> None:
    question = parse_question("After Urology, which ward has the highest occupancy?")
    assert question.excluded == ("Urology",)
    assert [type(op) for op in question.operations] == [Extreme]
