"""Longer forms of names: definitions in captions, abbreviations in texts, codes."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.aliases import (
    find_abbreviations,
    find_aliases,
    find_definitions,
    long_form,
    spelt_out,
)


@pytest.mark.parametrize(
    ("short", "before", "long"),
    [
        ("POS", "we tag part of speech", "part of speech"),
        ("BiMPM", "a bilateral multi-perspective matching", "bilateral multi-perspective matching"),
        ("sg", "the plain skip-gram", "skip-gram"),
        ("POS", "nothing here fits", ""),
        ("x1", "for every example 1", ""),  # one letter only
        ("wt", "where (w, t", ""),  # a formula, not a phrase
    ],
)
def test_long_form(short: str, before: str, long: str) -> None:
    assert long_form(short, before) == long


def test_abbreviations_in_either_order() -> None:
    text = "Exact match (EM) and the DCNN (dynamic convolutional neural network; ours) of 2014 (see below)."
    assert find_abbreviations(text) == [
        ("EM", "Exact match"),
        ("DCNN", "dynamic convolutional neural network"),
    ]


def test_definitions_of_a_caption() -> None:
    caption = "Table 1: Statistics. c: Number of classes. l: Average sentence length. YX = Yang and Xue. “Lg” stands for “large”."
    assert find_definitions(caption) == [
        ("c", "Number of classes"),
        ("l", "Average sentence length"),
        ("YX", "Yang and Xue"),
        ("Lg", "large"),
    ]


def test_aliases_are_sets_of_terms_by_word_with_common_codes() -> None:
    aliases = find_aliases("", ["Request information (R-I)"])
    assert aliases["ri"] == aliases["r-i"] == (frozenset({"request", "inform"}),)
    assert frozenset({"czech"}) in aliases["cs"]


def test_a_definition_in_the_text_of_a_paper() -> None:
    text = "“W” stands for the smooth weighting scheme, and “R” stands for removing the common components."
    aliases = find_aliases("", [text, "x = the input, which means other things."])
    assert frozenset({"smooth", "weight", "scheme"}) in aliases["w"]
    assert frozenset({"remov", "common", "compon"}) in aliases["r"]
    assert aliases.keys().isdisjoint({"x", "which"})


def test_names_of_a_table_are_spelt_out() -> None:
    aliases = find_aliases("", ["We parse the French Treebank (FTB)."])
    assert {"french", "treebank"} <= spelt_out("Corpus FTB", aliases)
    assert spelt_out("Corpus", aliases) == set()


def test_signs_in_a_caption_are_defined_by_is_and_in_pairs() -> None:
    caption = (
        "Table 2: Statistics. #w/d is the average number of words per document. "
        "|P| and |Q| represent the total number of papers and queries."
    )
    aliases = find_aliases(caption, ())
    assert {"word", "document"} < aliases["#w/d"][0]
    assert set(aliases["|p|"]) == {frozenset({"paper"})}
    assert set(aliases["|q|"]) == {frozenset({"queri"})}
    assert "w" not in aliases
