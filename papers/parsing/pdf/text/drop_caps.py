"""Join drop caps, large initials that begin a paragraph over two lines or more, with their word.

Example: a large "T" next to "HE median".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....types import BBox
from .tokens import Token

_INITIAL = re.compile(r"[\"“‘'(\[]?[^\W\d_a-z]")
_LARGER = 1.8  # multiple of the text's font size from which an initial is large
_REACH = 1.0  # most font sizes of the text between the initial and the lines next to it
_WORDS = frozenset("AIO")  # initials that may be words


def join_drop_caps(tokens: Sequence[Token]) -> Sequence[Token]:
    """Join each large initial with the first word of the first line next to it; return the changed tokens."""
    sizes = Counter(token.font.size for token in tokens if token.text.isalpha())
    if not sizes:
        return tokens
    body = sizes.most_common(1)[0][0]
    initials = [
        t for t in tokens if t.upright and t.font.size > _LARGER * body and _INITIAL.fullmatch(t.text)
    ]
    joined: dict[int, Token] = {}
    spelled = Counter(token.text.casefold() for token in tokens) if initials else Counter()
    for initial in initials:
        first = _find_first_word(initial, tokens, body)
        if first is not None:
            whole = replace(first, text=_join(initial.text, first.text, spelled), bbox=_widen(initial, first))
            joined |= {id(first): whole}
    gone = {id(i) for i in initials if any(whole.bbox.x0 == i.bbox.x0 for whole in joined.values())}
    return [joined.get(id(token), token) for token in tokens if id(token) not in gone] if joined else tokens


def _find_first_word(initial: Token, tokens: Sequence[Token], body: float) -> Token | None:
    """Return the first word of the first line next to the initial; None unless two or more lines are next to it."""
    box = initial.bbox
    beside = [
        token
        for token in tokens
        if token.upright
        and abs(token.font.size - body) < 0.3 * body
        and -0.2 * body < token.bbox.x0 - box.x1 < _REACH * body
        and box.y0 - 0.3 * body < token.baseline < box.y1 + 0.5 * body
    ]
    beside.sort(key=lambda token: token.baseline)
    lines = {round(token.baseline) for token in beside}
    return beside[0] if len(lines) > 1 and beside[0].text[0].isalpha() else None


def _join(initial: str, word: str, spelled: Counter[str]) -> str:
    """Join the initial and the word into one word, or keep them as two words.

    They stay apart if the initial is a word, such as "A", and the page has the other word elsewhere, but not the two
    joined.
    """
    apart = initial in _WORDS and spelled[word.casefold()] > 1 and not spelled[(initial + word).casefold()]
    return f"{initial} {word}" if apart else initial + word


def _widen(initial: Token, first: Token) -> BBox:
    return BBox(initial.bbox.x0, first.bbox.y0, first.bbox.x1, first.bbox.y1)
