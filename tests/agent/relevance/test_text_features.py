"""Features of the text: what is counted, spelling, lists, and the text around a sentence."""

import pytest

from citehop.agent.relevance.text_features import (
    effect_share,
    window_shares,
)
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

BOX = BBox(0, 0, 1, 1)


def test_the_window_has_the_neighbors_in_the_passage() -> None:
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
