"""Choosing answering sentences: hand-made passages, no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from citehop.agent.answerers.sentence_ranking import score_sentences
from citehop.agent.verification.sentences import sentences_of
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

BOX = BBox(0, 0, 1, 1)


def chunk(text: str, section: str = "") -> Chunk:
    return Chunk(f"p:{abs(hash(text))}", "p", "text", text, section, 1, BOX, ((1, BOX),))


def best(question: str, *texts: str) -> str:
    return score_sentences(question, sentences_of([chunk(t) for t in texts]), None)[0].sentence.text


def test_rare_words_decide() -> None:
    texts = ("The model is trained on data. The corpus holds many ordered sentences. The model is a model.",)
    assert best("Which corpus of ordered sentences?", *texts) == "The corpus holds many ordered sentences."


def test_a_number_is_preferred_where_one_is_asked_for() -> None:
    texts = ("The window size matters for the error. The window size changes the error by 0.7%.",)
    question = "How much does the window size change the error?"
    assert best(question, *texts).endswith("0.7%.")
    assert best(question, "The window size error is shown (Le, 2014).", *texts).endswith("0.7%.")


def test_the_sentence_before_lends_its_words() -> None:
    scored = score_sentences(
        "What error rate does PV reach on IMDB?",
        sentences_of([chunk("PV is tested on IMDB. It reaches 7.42%. Unrelated things weigh 3 grams.")]),
        None,
    )
    order = [s.sentence.text for s in scored]
    assert order.index("It reaches 7.42%.") < order.index("Unrelated things weigh 3 grams.")


def test_overlapping_passages_give_each_sentence_once_and_lines_stay_apart() -> None:
    sentences = sentences_of([chunk("One here. Two here."), chunk("Two here.\n• Three here")])
    assert [(s.text, s.rank) for s in sentences] == [("One here.", 0), ("Two here.", 0), ("• Three here", 1)]
    assert [s.before for s in sentences] == ["", "One here.", "Two here."]


def counting(words: Sequence[str]) -> Callable[[Sequence[str]], npt.NDArray[np.float32]]:
    """Vectors of how often each of `words` stands in a text, at unit length."""

    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        counts = np.array([[text.lower().count(word) for word in words] for text in texts], np.float32)
        vectors: npt.NDArray[np.float32] = counts / np.linalg.norm(counts, axis=1, keepdims=True).clip(1e-9)
        return vectors

    return encode


def test_a_sentence_that_leans_on_the_one_before_is_compared_together_with_it() -> None:
    encode = counting(["zebra", "gnu", "lion"])
    passage = chunk("A zebra was weighed. It weighs 7 kilograms. Lions weigh 9 kilograms.")
    by_text = {
        s.sentence.text: s.similarity for s in score_sentences("zebra?", sentences_of([passage]), encode)
    }
    assert by_text["It weighs 7 kilograms."] == pytest.approx(1.0)
    assert by_text["Lions weigh 9 kilograms."] == 0.0


def test_numbers_that_only_point_are_no_numbers() -> None:
    question = "How many layers does the encoder have?"
    for pointing in ("The encoder layers are shown in Table 3.", "Eq. (4) has the encoder layers (2)."):
        assert (
            best(question, f"{pointing} The encoder layers are 12 in all.")
            == "The encoder layers are 12 in all."
        )


def test_a_caption_steps_back() -> None:
    texts = ("Table 2: Corpora and their sentences.", "We list corpora and their sentences.")
    assert best("Which corpora and sentences?", *texts) == texts[1]


def test_a_likelier_paper_goes_first() -> None:
    def passage(paper: str) -> Chunk:
        return Chunk(
            f"{paper}:1", paper, "text", f"The corpus of {paper} has 5 sentences.", "", 1, BOX, ((1, BOX),)
        )

    sentences = sentences_of([passage("a"), passage("b")])
    for likely, first in (({"a": 1.0, "b": 0.1}, "a"), ({"a": 0.1, "b": 1.0}, "b")):
        scored = score_sentences("Which corpus?", sentences, None, likely)
        assert scored[0].sentence.chunk.paper_id == first
        assert scored[1].score < scored[0].score


def test_nothing_gives_nothing() -> None:
    assert score_sentences("Any?", [], None) == []
