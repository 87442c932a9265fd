"""Locators of quotes: resolved in the text of a page, whatever its hyphens and white space."""

import json

import pytest

from citehop.training.recipes.locators import find_quote, make_locator, resolve
from citehop.training.recipes.questions import QUESTIONS

PAGE = "The pump is red. The pump raises the water-level by 4 m. The pump is old. The pump raises the flow by 4 m."


def test_a_locator_keeps_six_words_of_a_quote_and_finds_all_of_it() -> None:
    quote = "The pump raises the water-level by 4 m."
    locator = make_locator(quote, 3)
    assert locator == {"page": 3, "starts": "The pump raises", "ends": "by 4 m.", "length": 31}
    assert find_quote(locator, PAGE) == quote


def test_the_length_separates_passages_with_the_same_first_and_last_words() -> None:
    assert (
        find_quote(make_locator("The pump raises the flow by 4 m.", 1), PAGE)
        == "The pump raises the flow by 4 m."
    )


def test_white_space_hyphens_accents_and_case_do_not_count() -> None:
    locator = make_locator("M\u00fcller raises the water level by hand.", 1)
    page = "So MULLER raises\nthe water-\nlevel by hand. Then"
    assert find_quote(locator, page) == "MULLER raises the water- level by hand."


def test_a_passage_that_is_not_there_is_empty() -> None:
    assert find_quote(make_locator("The pump raises the bucket by 4 m.", 1), PAGE) == ""
    assert find_quote(make_locator("The pump", 1), "") == ""


def test_pieces_of_two_pages_are_joined() -> None:
    pages = {1: "It lowers its per-", 2: "plexity. It stops."}
    pieces = [make_locator("It lowers its per-", 1), make_locator("plexity. It stops.", 2)]
    assert resolve(pieces, lambda page: pages[page or 0]) == "It lowers its perplexity. It stops."
    with pytest.raises(ValueError, match="page 2: nothing from 'no such words'"):
        resolve([make_locator("no such words", 2)], lambda page: pages[page or 0])


@pytest.mark.parametrize("name", sorted(path.name for path in QUESTIONS.glob("*.jsonl")))
def test_question_files_hold_no_text_of_papers(name: str) -> None:
    for line in (QUESTIONS / name).read_text("utf-8").splitlines():
        fields = json.loads(line)
        found = fields.get("evidence") or [*fields.get("quote", ()), *fields.get("before", ())]
        for locator in found:
            assert set(locator) <= {"paper", "page", "starts", "ends", "length"}
            assert len(f"{locator['starts']} {locator['ends']}".split()) <= 6
