"""Places in a question at which its second part may begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .ngrams import END, START, tokenize

_BREAKS = frozenset("?!.,;:–—-")
_SENTENCE_ENDS = frozenset("?!.")
_JOINS = frozenset(("and", "but", "then", "also"))
_WINDOW = 5  # tokens on either side
_FEWEST = 2  # tokens of either part


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place at which a second part may begin.

    `position` is the index of the character at which the first part ends. `start` is the index at which the second part
    starts, after a conjunction. `features` describe the tokens around the place.
    """

    position: int
    start: int
    features: frozenset[str]


def find_boundaries(text: str) -> list[Boundary]:
    """Return the places after punctuation or before a conjunction, in order. Both parts must have at least two
    tokens."""
    tokens = tokenize(text)
    words = [token for token, _ in tokens]
    places = [
        place
        for place in range(_FEWEST, len(tokens) - _FEWEST + 1)
        if words[place - 1] in _BREAKS or (words[place] in _JOINS and words[place - 1] not in _BREAKS)
    ]
    return [
        Boundary(tokens[place][1], _start_of(tokens, place), frozenset(_describe(words, place)))
        for place in places
    ]


def _start_of(tokens: Sequence[tuple[str, int]], place: int) -> int:
    """Return the index of the first character of the part that begins at the token `place`, after a leading
    conjunction."""
    return tokens[place + 1][1] if tokens[place][0] in _JOINS else tokens[place][1]


def _describe(words: Sequence[str], place: int) -> list[str]:
    """Return the features of a place: the tokens around it, alone and in pairs, the tokens of each part, and its
    sentences."""
    right = [*words[place : place + _WINDOW], END, END][:_WINDOW]
    left = [START, START, *words[max(0, place - _WINDOW) : place]][-_WINDOW:]
    near = [f"r{i}={word}" for i, word in enumerate(right)] + [
        f"l{i}={word}" for i, word in enumerate(reversed(left))
    ]
    pairs = [f"r{i}={a} {b}" for i, (a, b) in enumerate(pairwise(right))]
    bags = [f"first:{word}" for word in set(words[:place])] + [f"then:{word}" for word in set(words[place:])]
    opening = [
        f"opens:{' '.join(words[:2])}",
        f"joint:{left[-1]} {right[0]}",
        f"joint2:{left[-1]} {right[0]} {right[1]}",
    ]
    return near + pairs + bags + opening + _describe_sentences(words, place, right[0])


def _describe_sentences(words: Sequence[str], place: int, next_word: str) -> list[str]:
    """Return the features of a place among the sentences of the question.

    They say whether it is between two sentences or inside one, how many sentence ends are before and after it, and
    which part has a question mark.
    """
    ends = [at for at in range(_FEWEST, len(words) - _FEWEST + 1) if words[at - 1] in _SENTENCE_ENDS]
    kind = "end" if place in ends else "inside"
    around = f"{sum(at < place for at in ends)} {sum(at > place for at in ends)}"
    asked = f"{'?' in words[:place]} {words[-1] == '?'}"
    return [
        *(f"sentence:{kind}", f"sentence:{kind} {next_word}", f"sentence:{kind} {words[0]}"),
        *(f"sentences:{kind} {around}", f"sentences:{kind} {around} {asked}", f"asked:{kind} {asked}"),
    ]
