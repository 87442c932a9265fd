"""Sentences that join the answers of several papers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.several.join import describe_join, with_values
from citehop.agent.answerers.several.relations import RelationKind
from citehop.agent.types import Citation, ComparisonRow
from citehop.papers.types import BBox


def _row(name: str, quote: str) -> ComparisonRow:
    return ComparisonRow(name, name, quote, (Citation(name, 1, BBox(0, 0, 1, 1), quote),))


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
        ("common", "Which contract number", "Army (ARO) K75-09- C", "ARO K75-09-C", "In common: K75-09-C."),
        # A result on other data than those asked for is not compared.
        ("most", "What F1 on the CRESTA data", "an F1 of 70.1 on CRESTA", "an F1 of 71.2", ""),
        (
            "most",
            "What F1 on the CRESTA data",
            "F1 70.1 on CRESTA",
            "CRESTA: F1 of 71.2",
            "B: 71.2 (A 70.1).",
        ),
        ("common", "Which corpora do they use", "We use SNLI and SICK", "We use SNLI", "In common: SNLI."),
        ("common", "Which corpora do they use", "We use SICK", "We use SNLI", ""),
        (
            "list",
            "What batch size",
            "a batch size of 50",
            "a batch size of 128",
            "From high to low: B 128, A 50.",
        ),
        ("list", "What batch size", "a batch size of 32", "a batch size of 32", "No difference: A 32, B 32."),
        ("most", "What is the error", "an error of 7.9%", "an error in 168 words", ""),
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
        ("45.2 (A (single), F1) (Table 3: “A (single) 64.2 45.2”)", "45.2"),
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


_TIME, _SIZE = "How long does training take", "How many parameters does it have"
_FASTER = (
    "Training of BiDAF takes about 20 hours, whereas QANet, which is faster than BiDAF, takes only 3 hours."
)


@pytest.mark.parametrize(
    ("name", "part", "quote", "value"),
    [
        ("B", _TIME, "Training a tree takes about 40 hours and B takes about 6 hours.", "6 hours"),
        ("ESIM", _TIME, "Training takes 6 hours for ESIM and 40 hours for the tree-LSTM.", "6 hours"),
        ("tree-LSTM", _TIME, "Training takes 6 hours for ESIM and 40 hours for the tree-LSTM.", "40 hours"),
        ("ESIM", _SIZE, "The 4.3M parameters of ESIM are fewer than the 7.7M parameters of the HIM.", "4.3M"),
        ("HIM", _SIZE, "The 4.3M parameters of ESIM are fewer than the 7.7M parameters of the HIM.", "7.7M"),
        (
            "QANet",
            "What is the learning rate",
            "The learning rate is 0.001 for QANet, trained with 8 GPUs.",
            "0.001",
        ),
        ("BiDAF", _TIME, _FASTER, "20 hours"),
        ("QANet", _TIME, _FASTER, "3 hours"),  # behind a clause between the name and the value
        ("A", _TIME, "Training of A takes more than 20 hours, that of a tree takes 40 hours.", "20 hours"),
    ],
)
def test_of_two_values_in_a_quote_the_one_in_the_clause_of_the_name_counts(
    name: str, part: str, quote: str, value: str
) -> None:
    (valued,) = with_values("most", part, [_row(name, quote)])
    assert valued.value == value


@pytest.mark.parametrize(
    ("kind", "one", "joined"),
    [("most", "48 or 60", "A: 48 or 60 (B 32)."), ("most", "16 or 60", ""), ("same", "32 or 60", "")],
)
def test_values_that_overlap_have_no_order(kind: RelationKind, one: str, joined: str) -> None:
    rows = [replace(_row("A", "It is printed."), value=one), replace(_row("B", "It is printed."), value="32")]
    assert describe_join(kind, "What batch size", rows, {}) == joined


def test_a_name_at_the_beginning_of_a_quote_counts() -> None:
    rows = [_row("A", "Adam is used, as SGD did worse."), _row("B", "We use SGD.")]
    assert describe_join("same", "Which optimizer do they use", rows, {}) == ""
