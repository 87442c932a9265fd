"""Long ids in the table of papers are broken after hyphens."""

from __future__ import annotations

import pytest

from citehop.cli.output.terminal.papers import _wrap_id


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("lewis-2020-retrieval-augmented", ["lewis-2020-", "retrieval-", "augmented"]),
        ("short *", ["short *"]),
        ("密集-2020-検索", ["密集-2020-検索"]),
        ("christodoulopoulos-2011", ["christodoulopoulos-", "2011"]),
    ],
)
def test_an_id_is_broken_after_hyphens(text: str, lines: list[str]) -> None:
    assert _wrap_id(text, 12).split("\n") == lines
    assert _wrap_id(text, 12).replace("\n", "") == text
