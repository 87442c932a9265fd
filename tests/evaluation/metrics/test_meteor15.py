"""METEOR 1.5: through Java where it is there, in one line where it is not."""

from __future__ import annotations

import shutil
import sys

import pytest

from citehop.errors import MissingExtraError
from citehop.evaluation.metrics.parse import parse_text_metric


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycocoevalcap.meteor.meteor", None)
    with pytest.raises(MissingExtraError, match=r"citehop\[coco\]"):
        parse_text_metric("METEOR-1.5")(["a"], [["b"]])
    assert parse_text_metric("METEOR-1.5")([], []).value == 0


def test_through_java() -> None:
    pytest.importorskip("pycocoevalcap")
    if not shutil.which("java"):
        pytest.skip("no Java runtime")
    metric = parse_text_metric("METEOR-1.5")
    scored = metric(
        ["The cat sat.", "bananas", "the loss falls quickly"],
        [["the cat sat"], ["trees"], ["x", "the loss falls fast"]],
    )
    assert scored.each == pytest.approx([1, 0, scored.each[2]])
    assert 0.3 < scored.each[2] < 1
    assert 0 < scored.value < 1
