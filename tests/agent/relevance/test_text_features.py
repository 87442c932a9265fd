"""Features of the text: what is counted, spelling, lists, and the text around a sentence."""

import pytest

from citehop.agent.relevance.text_features import (
    effect_share,
    focus_words,
    heading_share,
    share_of,
    spelling_similarity,
    window_shares,
)
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

BOX = BBox(0, 0, 1, 1)


def test_words_spelled_alike_are_similar() -> None:
    words = focus_words("Which tool repairs misspelled words?", {"misspel", "repair"})
    assert words == ["repairs", "misspelled"]
    near, same = (
        spelling_similarity(words, "A misspelling is kept."),
        spelling_similarity(words, "It repairs the misspelled."),
    )
    assert 0.3 < near < same == 1.0
    assert spelling_similarity(words, "Nothing of the kind.") == 0.0
    assert spelling_similarity([], "Nothing.") == 0.0


def test_shares_weigh_terms_and_count_related_words_less() -> None:
    idf = {"gpu": 3.0, "zebra": 1.0}
    assert share_of(idf, ["zebra"]) == pytest.approx(0.25)
    assert share_of(idf, ["nvidia"]) == pytest.approx(0.75 * 0.6)
    assert heading_share(idf, "4 Experiments > Zebras") == pytest.approx(0.25)


def test_the_window_has_the_neighbours_in_the_passage() -> None:
    text = "The zebra eats. It rests. It sleeps. A gnu runs."
    chunk = Chunk("p:1", "p", "text", text, "", 1, BOX)
    idf = {"zebra": 1.0, "gnu": 1.0}
    assert window_shares(idf, Sentence("It rests.", chunk, 0)) == pytest.approx((0.5, 1.0))
    assert window_shares(idf, Sentence("It is elsewhere.", chunk, 0)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Zebras are striped because flies bite.", 1.0),
        ("Because flies bite, zebras are striped.", 1.0),
        ("Flies bite; therefore zebras are striped.", 1.0),
        ("Many zebras rest because flies are striped.", 0.5),  # the stripes are the cause
        ("Zebras are striped.", 0.0),
    ],
)
def test_the_effect_is_the_part_that_another_part_explains(text: str, share: float) -> None:
    assert effect_share({"zebra": 1.0, "stripe": 1.0}, text) == pytest.approx(share)
