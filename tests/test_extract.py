"""Choosing answering sentences: hand-made passages, no model."""

from __future__ import annotations

from citehop.agent.evidence import sentences_of
from citehop.agent.extract import score_sentences
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


def test_nothing_gives_nothing() -> None:
    assert score_sentences("Any?", [], None) == []
