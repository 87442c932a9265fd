"""Find titles of which the name is an abbreviation, by initials ("MPT") or by the beginnings of words ("SimCTG",
"HyperDec")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..candidate_index import CandidateIndex
from ..names import NameVariant
from .signal import Signal

ACRONYM = 0.7
ABBREVIATION = 0.5
_INSIDE = 0.8  # factor for ACRONYM if the name is inside the initials, or has only two letters

_SMALL_WORDS = """
a an and as at by for from in into is of on or the to via with without using towards toward
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_LONGEST = 6  # most letters that one word may contribute to a name


def find_abbreviation_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each paper whose title, or its part before a colon, abbreviates to the name."""
    key = form.key
    for candidate in index.candidates:
        paper_id, words = candidate.paper.id, candidate.title.tokens
        if len(key) == 2 and candidate.head and key == initials(candidate.head_words)[1]:
            strength = ACRONYM * _INSIDE * form.trust
            yield Signal(paper_id, strength, "acronym", f"title begins with {form.text} spelt out")
        if len(key) < 3 or not key.isalpha() or not words:
            continue
        if any(key in letters for letters in initials(words)):
            starts = any(letters.startswith(key) for letters in initials(words))
            strength = ACRONYM * form.trust * (1.0 if starts else _INSIDE)
            yield Signal(paper_id, strength, "acronym", f"title abbreviates to {form.text}")
        elif (fit := abbreviates(key, words)) > 0:
            strength = ABBREVIATION * fit * form.trust
            yield Signal(paper_id, strength, "acronym", f"title abbreviates to {form.text}")


def initials(words: Sequence[str]) -> tuple[str, str]:
    """Return two strings: the first letters of all `words`, and of all words except function words."""
    return "".join(w[0] for w in words), "".join(w[0] for w in words if w not in _SMALL)


def abbreviates(key: str, words: Sequence[str]) -> float:
    """Return a score, 0..1, for how well beginnings of `words`, in order, spell `key`.

    The score is 1 if consecutive words spell the key, lower if content words between them are left out, and 0 if the
    key cannot be spelled. At least two words must take part, each with 1 to 6 letters. "simctg" for "a simple
    contrastive framework for text generation" leaves one content word out.
    """
    content = [word for word in words if word not in _SMALL]
    best = 0.0
    for start, word in enumerate(content):
        if word[0] == key[:1]:
            skipped = _skips(key, tuple(content[start:]))
            if skipped is not None:
                best = max(best, 1.0 / (1.0 + 0.5 * skipped))
    return best


@lru_cache(maxsize=4096)
def _skips(key: str, words: tuple[str, ...]) -> int | None:
    """Return the least number of words left out between the first and the last word that spell `key`; None if they
    cannot."""
    # fewest[i]: fewest skipped words after spelling key[:i] with the words so far; the first word must take part.
    first, *rest = words
    fewest = {
        n: 0 for n in range(1, _LONGEST + 1) if first[:n] == key[:n] and n <= len(first) and n < len(key)
    }
    answer: int | None = None
    for word in rest:
        after = {done: skipped + 1 for done, skipped in fewest.items()}
        for done, skipped in fewest.items():
            for n in range(1, min(_LONGEST, len(word), len(key) - done) + 1):
                if word[:n] != key[done : done + n]:
                    break
                after[done + n] = min(skipped, after.get(done + n, skipped))
        if len(key) in after:
            answer = after.pop(len(key)) if answer is None else min(answer, after.pop(len(key)))
        fewest = after
    return answer
