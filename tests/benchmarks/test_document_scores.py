"""How parsed papers are compared with what they contain."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citehop.papers.parsing.references.parse import parse_reference

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def scores() -> Iterator[Any]:
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("document_scores")
    sys.path.remove(str(BENCHMARKS))


def entry(title: str, **fields: Any) -> dict[str, Any]:
    known = {
        "authors": ["Ada Byron"],
        "year": 2001,
        "venue": "Journal of Rain",
        "volume": "3",
        "pages": "4–9",
        "doi": "",
    }
    return {"title": title, **known, **fields}


def test_a_field_counts_where_it_is_printed(scores: Any) -> None:
    references = [
        parse_reference("Ada Byron. 2001. Slow engines. Journal of Rain 3: 4–9."),
        parse_reference("A. Meier, Phys. Rain. 12, 345 (1958)."),
    ]
    entries = [
        entry("Slow engines"),
        entry(
            "A title that is not printed",
            authors=["A. Meier"],
            year=1958,
            venue="Phys. Rain.",
            volume="12",
            pages="345",
        ),
    ]
    pairs = scores.pair_entries(references, entries)
    assert pairs == {0: 0, 1: 1}
    misses: list[str] = []
    counts = scores.count_reference_fields(references, entries, pairs, "", misses)
    assert counts["title"] == (1, 1, 1)
    assert counts["authors"] == (2, 2, 2)
    assert counts["volume"] == (2, 2, 2)
    assert misses == []


def test_pairs_of_adjacent_cells(scores: Any) -> None:
    rows = [["Sector", "2004"], ["Barley", "15 455"], ["Total", ""]]
    assert sorted(scores.list_adjacencies(rows)) == sorted(
        ["sector-2004", "barley-15455", "sector|barley", "barley|total", "2004|15455"]
    )


def test_tables_are_paired_by_their_words(scores: Any) -> None:
    expected = [[["a", "b"], ["c", "d"]], [["x", "y"], ["z", "w"]]]
    assert scores.pair_tables([["x", "y", "z", "w"], ["a", "q", "r", "s"]], expected) == {1: 0}
