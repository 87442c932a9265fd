"""Blanks between characters that separate text objects draw."""

import pytest

from citehop.figures.vector import texts
from citehop.figures.vector.texts import _Glyph, _text


@pytest.mark.parametrize(
    ("gaps", "text"),
    [
        # Letters set loosely: a wider step in a word is no blank, one of .47 is.
        ((0.15, 0.16, 0.24, 0.17, 0.47, 0.15), "Seman ti"),
        # Letters set tightly: the same step of .24 parts two words.
        ((0.02, 0.03, 0.24, 0.02, 0.03, 0.04), "Sem anti"),
    ],
)
def test_a_blank_is_wider_than_the_steps_between_letters(
    gaps: tuple[float, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "_color", lambda _: (0, 0, 0))
    run, at = [], 0.0
    for place, (letter, gap) in enumerate(zip("Semanti", (0.0, *gaps), strict=True)):
        at += 10 * gap
        run.append(_Glyph(letter, place, place, 0.0, 10.0, at, at + 5.0, 0.0))
        at += 5.0
    found = _text(run)
    assert found is not None
    assert found.text == text
