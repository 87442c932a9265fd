"""Excerpts: verbatim clauses of long sentences that keep the answer."""

from __future__ import annotations

from citehop.agent.answerers.excerpts import LONGEST, excerpt

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
