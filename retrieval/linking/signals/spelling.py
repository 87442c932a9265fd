"""Find titles that spell the name with one letter changed, because OCR may have misread the name."""

from __future__ import annotations

from collections.abc import Iterator

from ..candidate_index import CandidateIndex
from ..names import NameVariant
from .signal import Signal

FUZZY = 0.6
_SHORTEST = 6  # fewest letters of a name, because shorter words often differ by one letter only


def find_spelling_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each paper whose title has a word that differs from the name by one letter."""
    if len(form.key) < _SHORTEST:
        return
    for candidate in index.candidates:
        words = {*candidate.title.tokens, candidate.head}
        if any(one_letter_off(form.key, word) for word in words):
            reason = f"title has {form.text} but for one letter"
            yield Signal(candidate.paper.id, FUZZY * form.trust, "fuzzy", reason)


def one_letter_off(first: str, second: str) -> bool:
    """True if one letter inserted, dropped or replaced turns `first` into `second`; False for equal strings."""
    if abs(len(first) - len(second)) > 1 or first == second:
        return False
    short, long = sorted((first, second), key=len)
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
