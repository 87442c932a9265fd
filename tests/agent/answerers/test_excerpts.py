"""Excerpts: verbatim clauses of long sentences that keep the answer."""

from __future__ import annotations

import numpy as np

from citehop.agent.answerers.excerpts import LONGEST, excerpt, with_neighbor, with_preceding
from citehop.agent.relevance.features import NAMES, AnswerCandidate
from citehop.agent.relevance.gate import GateVerdict
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

LONG = (
    "All parameters of the encoder were drawn from a uniform distribution at the beginning of the training of each network, "
    "and we trained it with batches of 64 sentences, which were sampled from the whole corpus of books and newspapers, while "
    "the vocabulary consisted of all words that were seen more than ten times in these texts."
)


def test_a_short_sentence_stays_whole() -> None:
    assert (
        excerpt("We use batches of 64.", "Which batch size?", "number", ("batch",)) == "We use batches of 64."
    )


def test_the_clause_with_the_answer_is_cut_out_word_for_word() -> None:
    part = excerpt(LONG, "What batch size was used?", "number", ("batch", "size"))
    assert "batches of 64 sentences" in part
    assert "vocabulary" not in part
    assert part in LONG
    assert len(part.split()) <= LONGEST


def test_no_excerpt_begins_with_a_clause_that_depends_on_the_one_before() -> None:
    part = excerpt(LONG, "What is sampled from books and newspapers?", "text", ("sampl", "book", "newspap"))
    assert "books and newspapers" in part
    assert not part.startswith("which")


def test_an_excerpt_is_never_longer_than_the_limit_and_keeps_the_focus() -> None:
    part = excerpt(LONG, "What is the vocabulary made of?", "text", ("vocabulari", "made"))
    assert "vocabulary" in part
    assert part in LONG
    assert len(part.split()) <= LONGEST


def test_a_long_sentence_without_clauses_stays_whole() -> None:
    text = "word " * 60 + "end."
    assert excerpt(text, "Which word?", "name", ("word",)) == text


def test_a_neighbor_that_answers_nearly_as_well_is_quoted_in_one_piece() -> None:
    box = BBox(0, 0, 1, 1)
    chunk = Chunk("p:1", "p", "text", "", "", 1, box, ((1, box),))

    def verdict(second: Sentence, score: float) -> GateVerdict:
        first = Sentence("We use max pooling.", chunk, 0, "Pooling follows.")
        ranked = tuple(AnswerCandidate(each, np.zeros(len(NAMES))) for each in (first, second))
        return GateVerdict(ranked, (3.0, score), 0.5)

    after = Sentence("Sums depend on the length.", chunk, 0, "We use max pooling.")
    near, far = verdict(after, 2.0), verdict(after, 0.0)
    assert with_neighbor(near.ranked[0], near, "text") == "We use max pooling. Sums depend on the length."
    assert with_neighbor(far.ranked[0], far, "text") == ""
    long = verdict(Sentence("word " * 40, chunk, 0, "We use max pooling."), 2.9)
    assert with_neighbor(long.ranked[0], long, "text") == ""
    refers = Sentence("It is fast.", chunk, 0, "We use max pooling.")
    assert (
        with_neighbor(AnswerCandidate(refers, np.zeros(len(NAMES))), far, "text")
        == "We use max pooling. It is fast."
    )


def test_a_sentence_that_announces_takes_the_next() -> None:
    box = BBox(0, 0, 1, 1)
    first, second = "Pooling fails for two reasons.", "The first is length."
    chunk = Chunk("p:1", "p", "text", f"{first} {second} The end.", "", 1, box, ((1, box),))
    candidate = AnswerCandidate(Sentence(first, chunk, 0), np.zeros(len(NAMES)))
    verdict = GateVerdict((candidate,), (3.0,), 0.5)
    assert with_neighbor(candidate, verdict, "reason") == f"{first} {second}"
    assert with_neighbor(candidate, verdict, "reason", longest=8) == ""


def test_a_sentence_takes_the_next_that_explains_it() -> None:
    box = BBox(0, 0, 1, 1)
    first, second = "Requests are hard to find.", "Presumably this is because there are few."
    chunk = Chunk("p:1", "p", "text", f"{first} {second} The end.", "", 1, box, ((1, box),))
    candidate = AnswerCandidate(Sentence(first, chunk, 0), np.zeros(len(NAMES)))
    verdict = GateVerdict((candidate,), (3.0,), 0.5)
    assert with_neighbor(candidate, verdict, "reason") == f"{first} {second}"
    assert with_neighbor(candidate, verdict, "text") == ""


def test_an_excerpt_has_the_unit_that_is_asked_for() -> None:
    text = (
        "With the tuned parameters we trained all of the models on one machine, with batches of 32 sentences, a learning rate of "
        "0.01, a dropout rate of 0.1, a margin of 2, a hidden size of 500 and the optimizer of the earlier work of all "
        "the authors of this paper; training takes about 10 days on the machine."
    )
    assert "10 days" in excerpt(text, "How long does training take?", "number", ("train", "take"))


def test_a_sentence_that_refers_back_takes_the_one_before() -> None:
    box = BBox(0, 0, 1, 1)
    chunk = Chunk("p:1", "p", "text", "", "", 1, box, ((1, box),))
    assert with_preceding(Sentence("This is slow.", chunk, 0, "We sum.")) == "We sum. This is slow."
    assert with_preceding(Sentence("Sums are slow.", chunk, 0, "We sum.")) == ""
    assert with_preceding(Sentence("This is slow.", chunk, 0)) == ""
