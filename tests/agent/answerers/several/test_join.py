"""Sentences that join the answers of several papers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.several.join import describe_join, find_number, with_values
from citehop.agent.answerers.several.relations import RelationKind
from citehop.agent.types import Citation, ComparisonRow
from citehop.papers.types import BBox


def _row(name: str, quote: str) -> ComparisonRow:
    return ComparisonRow(name, name, quote, (Citation(name, 1, BBox(0, 0, 1, 1), quote),))


@pytest.mark.parametrize(
    ("question", "text", "quantity", "value"),
    [
        ("What is the size of the minibatch", "dropout rate of 0.5, norm of 3, and mini-batch size of 50", "50", 50),
        ("What is the learning rate", "a batch size of 400 and learning rate of 5e-4 with Adam", "5e-4", 5e-4),
        ("What batch size", "optimization with 32 batch size", "32", 32),
        ("What threshold of the rate", "goes under the threshold of 10⁻⁵", "10⁻⁵", 1e-5),
        ("What is the vocabulary size", "a vocabulary size of 20,000 words [17]", "20,000", 20000),
        ("How many parameters", "one with only 750K parameters", "750K", 750_000),
        ("How many texts trained on", "2nd stage: 1600 annotated texts for training and 40 documents", "1600", 1600),
        ("How long took to train", "5 minutes per epoch at size 256; a run takes 3 hours", "3 hours", 3),
    ],
)  # fmt: skip
def test_the_number_nearest_to_what_is_asked(question: str, text: str, quantity: str, value: float) -> None:
    found = find_number(question, text)
    assert found is not None
    assert found.text == quantity
    assert found.value == pytest.approx(value)


def test_a_year_or_a_citation_is_no_printed_number() -> None:
    assert find_number("What batch size", "We batch documents as in (Yang et al., 2016) [17].") is None


@pytest.mark.parametrize(
    ("kind", "part", "one", "other", "joined"),
    [
        ("most", "What batch size", "a batch size of 50", "a batch size of 128", "B: 128 (A 50)."),
        ("least", "What batch size", "a batch size of 50", "a batch size of 128", "A: 50 (B 128)."),
        ("most", "What batch size", "a batch size of 32", "a batch size of 32", "No difference: A 32, B 32."),
        ("most", "How long took to train", "it takes 2 days", "it takes 20 hours", "A: 2 days (B 20 hours)."),
        ("most", "What batch size", "a batch size of 50", "no size is given", ""),
        ("same", "Which optimizer do they use", "We use Adam (Kingma, 2014)", "We use ADAM", "Yes: Adam."),
        ("same", "Which optimizer do they use", "We use Adam", "We use SGD", "No: A Adam; B SGD."),
        ("same", "Which optimizer do they use", "We use Adam, as SGD is slow", "We use SGD", ""),
        ("common", "Which corpora do they use", "We use SNLI and SICK", "We use SNLI", "In common: SNLI."),
        ("common", "Which corpora do they use", "We use SICK", "We use SNLI", ""),
        (
            "list",
            "What batch size",
            "a batch size of 50",
            "a batch size of 128",
            "From high to low: B 128, A 50.",
        ),
        ("most", "What is the accuracy", "an accuracy of .789", "an accuracy of 71%", "A: .789 (B 71%)."),
        ("most", "How long took to train", "it takes 2 days", "it takes 20 epochs", ""),
    ],
)
def test_the_sentence_that_joins(kind: RelationKind, part: str, one: str, other: str, joined: str) -> None:
    rows = with_values(kind, part, [_row("A", one), _row("B", other)])
    assert describe_join(kind, part, rows, {}) == joined


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("Training to SNLI improves transfer.", "Yes, both."),
        ("We do not train on SNLI.", ""),
        ("We train on MultiNLI.", ""),
    ],
)
def test_all_agree_only_where_each_has_what_is_asked(second: str, said: str) -> None:
    rows = [_row("A", "Our models are trained on SNLI."), _row("B", second)]
    assert describe_join("all", "Were they trained on SNLI", rows, {}) == said


def test_a_name_that_a_quote_sets_aside_is_not_shared() -> None:
    rows = [
        _row("A", "It is trained with Adam."),
        _row("B", "With Adam instead of SGD, it converges faster."),
    ]
    assert describe_join("same", "Which optimizer are they trained with", rows, {}) == ""


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("45.2 (Table 3: “A 64.2 45.2”)", "45.2"),
        ("A, EM: 64.2; A, F1: 45.2 (Table 3: “A 64.2 45.2”)", ""),
        ("large net, EM: 64.2; small net, EM: 45.2 (Table 3: “large net 64.2”; “small net 45.2”)", "64.2"),
        ("A, EM: 44.2; A with B, EM: 45.2 (Table 3: “A 44.2”; “A with B 45.2”)", "44.2"),
    ],
)
def test_the_value_of_a_table_is_that_of_the_name_or_the_best_of_a_column(answer: str, value: str) -> None:
    (row,) = with_values("most", "What is the accuracy", [replace(_row("A", "A 64.2 45.2"), answer=answer)])
    assert row.value == value


def test_the_value_is_in_the_quote_with_most_of_the_words_asked_for() -> None:
    row = _row("A", "The learning rate is 0.001.")
    quotes = (*_row("A", "The dropout rate is 0.1.").citations, *row.citations)
    (valued,) = with_values("list", "What is the dropout rate", [replace(row, citations=quotes[::-1])])
    assert valued.value == "0.1"
