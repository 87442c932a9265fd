"""Captions split into label and text."""

from __future__ import annotations

import pytest

from citehop.papers.captions import split_caption


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Table 3: Results on two basins.", ("3", "Results on two basins.")),
        ("Fig. 2.1 – The network", ("2.1", "The network")),
        ("TABLE IV | Gauges", ("IV", "Gauges")),
        ("Tables of results", ("", "Tables of results")),
        ("Results", ("", "Results")),
    ],
)
def test_the_label_is_split_off(caption: str, expected: tuple[str, str]) -> None:
    assert split_caption(caption) == expected
