"""Characters of a page as pdfium has them, and accents given back to their letters."""

import numpy as np
import pypdfium2

from citehop.papers.parsing.pdf.text.combine_accents import (
    attach_stray_accents,
    combine_accents,
    move_stray_accents,
)
from citehop.papers.parsing.pdf.text.tokens import extract_tokens


def test_a_page_without_text_has_no_tokens() -> None:
    document = pypdfium2.PdfDocument.new()
    found = extract_tokens(document.new_page(200, 200))
    assert (found.tokens, found.characters, found.unmapped) == ((), 0, 0)


def row(*spans: tuple[float, float]) -> np.ndarray:
    """Boxes of one line from their left and right edges."""
    return np.array([[x0, 0.0, x1, 10.0] for x0, x1 in spans])


def test_an_accent_beside_its_letter_melts_with_it_whichever_comes_first() -> None:
    letters = ["e", "´", "x", "¨", "u", "´", "n"]
    boxes = row((0, 5), (1, 4), (5, 10), (10, 14), (10, 15), (30, 33), (15, 20))
    alive = combine_accents(letters, boxes, np.array([True, *[False] * 6]))
    assert [letter for letter, living in zip(letters, alive, strict=True) if living] == [
        "é",
        "x",
        "ü",
        "´",
        "n",
    ]
    assert boxes[3].tolist() == [10, 0, 15, 10]


def test_nothing_melts_over_a_blank() -> None:
    letters = ["e", "´"]
    assert combine_accents(letters, row((0, 5), (1, 4)), np.array([True, True])).all()


def test_a_stray_accent_goes_to_the_letter_below_it() -> None:
    letters = ["c", "a", "f", "e", "´", "~"]
    boxes = row((0, 5), (5, 10), (10, 15), (15, 20), (16, 19), (90, 95))
    gone = attach_stray_accents(letters, boxes, np.array([0, 4, 5]), np.full(6, 100.0), np.full(6, 10.0))
    assert (gone, "".join(letters[:4])) == ({1}, "café")
    letters[3] = "e"
    far = attach_stray_accents(
        letters, boxes, np.array([0, 4, 5]), np.array([100.0] * 4 + [50.0] * 2), np.full(6, 10.0)
    )
    assert (far, letters[3]) == (set(), "e")


def test_an_accent_drawn_between_blanks_interrupts_no_word() -> None:
    letters = ["M", "´", "u", "l", "x"]
    boxes = np.array([[0, 0, 8, 7], [90, 0, 92, 2], [8.4, 2, 13, 7], [13.4, 0, 15, 7], [30, 2, 34, 7]], float)
    after_blank = np.array([True, True, True, False, True])
    order = move_stray_accents(letters, boxes, after_blank)
    assert [letters[place] for place in order] == ["M", "u", "l", "x", "´"]
    assert after_blank.tolist() == [True, True, False, False, True]


def test_an_accent_between_two_words_stays() -> None:
    boxes = np.array([[0, 0, 8, 7], [9, 0, 11, 2], [14, 2, 18, 7]], float)
    after_blank = np.array([True, True, True])
    assert move_stray_accents(["M", "´", "u"], boxes, after_blank).tolist() == [0, 1, 2]
    assert after_blank.all()
