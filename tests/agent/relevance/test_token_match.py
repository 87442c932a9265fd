"""Words of a question beside the most similar words of sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from citehop.agent.relevance.token_match import (
    ATTRIBUTE,
    LAYERS,
    NAMES,
    TokenMatches,
    compare_tokens,
    describe_matches,
)
from citehop.indexes.embedding.bert import TokenVectors

PIECES = {"zebra": (1.0, 0.0, 0.0), "stripe": (0.8, 0.6, 0.0), "s": (0.0, 1.0, 0.0), "gnu": (0.0, 0.0, 1.0)}


def encode(texts: Sequence[str], layers: Sequence[int]) -> list[TokenVectors]:
    """One vector a word, but "stripes" has two."""
    encoded = []
    for text in texts:
        pieces: list[str] = []
        starts: list[int] = []
        for word in text.split():
            starts.append(len(pieces))
            pieces += ["stripe", "s"] if word == "stripes" else [word]
        vectors = np.array([[PIECES[piece] for piece in pieces]] * len(layers), np.float32)
        encoded.append(TokenVectors(vectors, tuple(text.split()), tuple(starts)))
    return encoded


def test_a_word_matches_by_the_mean_of_its_pieces() -> None:
    matches = compare_tokens("zebra stripes", ["zebra", "gnu"], encode)
    assert matches is not None
    assert matches.words == ("zebra", "stripes")
    assert matches.best.shape == (2, len(LAYERS), 2)
    assert matches.best[0, 0].tolist() == pytest.approx([1.0, 0.4])  # (.8 + 0) / 2
    assert matches.best[1, 0].tolist() == pytest.approx([0.0, 0.0])


def test_without_vectors_or_texts_there_is_nothing_to_compare() -> None:
    assert compare_tokens("zebra", ["gnu"], lambda *_: []) is None
    assert compare_tokens("zebra", [], encode) is None


def test_the_focus_leaves_out_the_names_of_the_paper() -> None:
    best = np.zeros((2, len(LAYERS), 2))
    best[0, :, 0], best[1, :, 1] = 1.0, 0.5  # the first text has the name, the second what is asked of it
    matches = TokenMatches(("foonet", "stripes"), best)
    column = NAMES.index(f"focus_match_{LAYERS[0]}")
    assert describe_matches(matches, {"foonet"})[:, column].tolist() == [0.0, 0.5]
    assert describe_matches(matches, set())[:, column].tolist() == [0.5, 0.25]
    gain = NAMES.index(f"focus_match_gain_{LAYERS[0]}")
    assert describe_matches(matches, {"foonet"})[:, gain].sum() == pytest.approx(
        0.0
    )  # beside the mean of all texts
    assert np.isfinite(describe_matches(matches, {"foonet", "stripe"})).all()  # no focus is left


def test_the_attribute_is_matched_by_its_own_words() -> None:
    best = np.zeros((1, len(LAYERS), 2))
    best[0, :, 1] = 0.5
    column = NAMES.index(ATTRIBUTE)
    matches = TokenMatches(("zebra", "stripes"), best, frozenset({"stripe"}))
    assert describe_matches(matches, set())[0, column] == 0.5
    assert describe_matches(matches, {"stripe"})[0, column] == 0.0  # it names the paper: the focus is left
    assert describe_matches(TokenMatches(("zebra", "stripes"), best), set())[0, column] == 0.25
