"""Probabilities of readings: calibrated, and lowered where a figure was read badly."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.figures.answer.calibration import (
    AREAS,
    DIAGRAMS,
    PATHS,
    STROKES,
    TABLES,
    calibrate,
    reading_quality,
)
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entity, Entries, Fact, FigureData, FigureName


def chart(rows: list[str], columns: list[str], loose: tuple[str, ...] = ()) -> FigureData:
    facts = [Fact(r, c, (Number(r + c, ""),)) for r in range(len(rows)) for c in range(len(columns))]
    sides = [
        Entries(len(names), (Attribute("series", tuple(map(FigureName, names)), (None,) * len(names)),))
        for names in (rows, columns)
    ]
    return FigureData("bar", sides[0], sides[1], tuple(facts), others=tuple(map(FigureName, loose)))


COMPLETE = chart(["BertSum", "T5-Large"], ["XSum", "Reddit"])


def test_a_complete_chart_has_full_quality_and_every_gap_lowers_it() -> None:
    assert reading_quality(COMPLETE) == pytest.approx(1.0)
    unbound = chart(["BertSum", "T5-Large"], ["XSum", "Reddit"], ("PEGASUS", "Lead-3"))
    unnamed = chart(["", ""], ["XSum", "Reddit"])
    holes = replace(COMPLETE, facts=COMPLETE.facts[:2])
    for worse in (unbound, unnamed, holes):
        assert reading_quality(worse) < 0.8


@given(st.lists(st.floats(0.001, 1.0), min_size=1, max_size=6))
def test_calibrated_probabilities_keep_their_order_and_sum_to_one_at_most(weights: list[float]) -> None:
    total = sum(weights)
    raw = [Entity(str(i), w / total) for i, w in enumerate(sorted(weights, reverse=True))]
    found = calibrate(raw, COMPLETE)
    assert [entity.text for entity in found] == [entity.text for entity in raw]
    assert sum(entity.probability for entity in found) <= 1 + 1e-4
    assert all(a.probability >= b.probability - 1e-6 for a, b in pairwise(found))


def test_paths_are_trusted_more_than_pixels_and_bars_more_than_lines() -> None:
    raw = [Entity("BertSum", 0.85), Entity("T5-Large", 0.15)]
    lines = replace(COMPLETE, kind="line")
    trust = [calibrate(raw, data)[0].probability for data in (replace(lines, exact=True), COMPLETE, lines)]
    assert trust[0] > trust[1] > trust[2]


def test_the_maps_rise() -> None:
    for knots in (TABLES, DIAGRAMS, PATHS, STROKES, AREAS):
        assert list(knots) == sorted(knots)
        assert [p for _, p in knots] == sorted(p for _, p in knots)
    assert calibrate((), COMPLETE) == ()
