"""A table that was found, but whose cells could not be read, is named in place of sentences near it."""

from __future__ import annotations

from pathlib import Path

import pytest

import citehop
from citehop.agent.answerers.figures import parts
from citehop.indexes.build.build import build
from citehop.settings import Settings


def test_a_table_that_could_not_be_read_is_named(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=str(tmp_path), embedding_model="none", workers=1, threads=1)
    build(shared / "cases" / "tablevals", "rivers", None, settings)
    monkeypatch.setattr(parts, "read_data", lambda _: None)
    with citehop.open("rivers", settings) as session:
        answer = citehop.ask(session, "Which comparison in Table 2 has the smallest p?")
    assert answer.text == "Table 2 was found on page 1, but its cells could not be read."
