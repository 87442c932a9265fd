"""Check the direction of comparisons and changes: more or less, better or worse, before or after, and the sides of
"than"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from ....indexes.text.analysis import analyze
from .words import GENERIC_STEMS, ClaimToken, SentenceTokens


def _build_poles() -> dict[str, list[tuple[int, int]]]:
    """Map each word or stem of opposites.txt to its poles, as pairs (dimension, +1 or -1).

    Each line of the file is one dimension. It lists the words of the two poles on either side of "|".
    """
    text = (resources.files(__package__) / "opposites.txt").read_text("utf-8")
    poles: dict[str, list[tuple[int, int]]] = {}
    for dimension, line in enumerate(text.splitlines()):
        for sign, words in zip((1, -1), line.split("|"), strict=True):
            for word in (form for listed in words.split() for form in (listed, *analyze(listed))):
                if (dimension, sign) not in poles.setdefault(word, []):
                    poles[word].append((dimension, sign))
    return poles


_POLE_OF = _build_poles()

_COMPARATORS = frozenset(
    "outperform outperforms outperformed outperforming beat beats surpass surpasses exceed exceeds exceeded than over "
    "underperform underperforms superior inferior win wins".split()
)
_PRONOUNS = frozenset("it they this we he she that these which who".split())
_WINDOW = 4
# A claim is contradicted if the quote's word of the opposite pole shares this many more words with the claim than its
# word of the same pole.
_MARGIN = 2
_GRADED = frozenset(range(5))  # size and quality: "hurts" can mean "decreases the performance"
_PLAIN_VERBS = frozenset("perform do work show find give get".split())
_VAGUE = frozenset(
    "effective effectively well good strong strongly large big great high low small success successful".split()
)
_FLIPS = frozenset("not no never without neither nor cannot fails fail failed hardly barely".split())


@dataclass(frozen=True, slots=True)
class _Pole:
    word: str
    dimension: int
    sign: int
    near: frozenset[str]
    left: frozenset[str]
    right: frozenset[str]
    flipped: bool
    compares: bool
    than: bool


def shares_dimension(token: ClaimToken, text: SentenceTokens) -> bool:
    """True if `text` has a word of the same dimension as `token`, at either pole: "easy" for "difficult"."""
    dimensions = {dimension for dimension, _ in _poles_of(token)}
    return any(dimension in dimensions for other in text.tokens for dimension, _ in _poles_of(other))


def _poles_of(token: ClaimToken) -> list[tuple[int, int]]:
    return _POLE_OF.get(token.lower) or _POLE_OF.get(token.stem, [])


def direction_faults(claim: SentenceTokens, quote: SentenceTokens) -> list[str]:
    """Return a line for the first comparison or change of `claim` whose direction the quote contradicts; [] if there is
    none."""
    ours, theirs = list(_poles(claim)), list(_poles(quote))
    for pole in ours:
        own = [p for p in theirs if p.dimension == pole.dimension]
        own = [p for p in own if p.than == pole.than] or own
        same = [p for p in own if p.sign == pole.sign]
        opposite = [p for p in own if p.sign != pole.sign]
        related = [
            p
            for p in theirs
            if p.sign == pole.sign and {p.dimension, pole.dimension} <= _GRADED and p.word not in _VAGUE
        ]
        excused = any(_turned_round(pole, p) for p in opposite) or _overlap(pole, related) > _overlap(
            pole, opposite
        )
        if opposite and not same and not excused:
            return [f'the quote has "{opposite[0].word}", the line "{pole.word}"']
        both = len({p.sign for p in ours if p.dimension == pole.dimension}) == 2
        if opposite and same and not both and _overlap(pole, opposite) >= _overlap(pole, same) + _MARGIN:
            return [f'the quote has "{opposite[0].word}" for that, the line "{pole.word}"']
        compared = [p for p in same if p.compares]
        if compared and not opposite and all(_swapped(pole, p) for p in compared):
            return [f'the two sides of "{pole.word}" are exchanged']
    return []


def _poles(sentence: SentenceTokens) -> Iterator[_Pole]:
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        before = tokens[at - 1].lower if at else ""
        if (before == "at" and token.lower in {"least", "most"}) or (
            before == "or" and token.lower in {"more", "less", "fewer"}
        ):
            continue  # bounds: "at least three" is "three or more"
        passive = token.lower in {"outperformed", "beaten", "surpassed", "exceeded"} and any(
            other.lower == "by" for other in tokens[at + 1 : at + 4]
        )
        for dimension, sign in _POLE_OF.get(token.lower, _POLE_OF.get(token.stem, ())):
            left = (
                frozenset()
                if tokens[at - 1].lower in _PRONOUNS
                else _stems(tokens[_clause_start(tokens, at) : at])
            )
            right = _stems(tokens[at + 1 : _clause_end(tokens, at)])
            than = any(other.lower == "than" for other in tokens[at + 1 : at + 3])
            near = _stems(tokens[at if than else max(0, at - _WINDOW) : at + _WINDOW + 1])
            flipped = any(other.lower in _FLIPS for other in tokens[max(0, at - 4) : at])
            compares = bool(
                _COMPARATORS & {other.lower for other in tokens[at : at + 6] if other.clause == token.clause}
            )
            yield _Pole(
                token.lower, dimension, -sign if passive else sign, near, left, right, flipped, compares, than
            )


def _clause_start(tokens: Sequence[ClaimToken], at: int) -> int:
    """Return the index after the last comma, semicolon or colon before `at`, ignoring text in parentheses."""
    depth = 0
    for place in range(at - 1, -1, -1):
        depth += (tokens[place].text in ")]") - (tokens[place].text in "([")
        if depth == 0 and tokens[place].text in {",", ";", ":"}:
            return place + 1
    return 0


def _clause_end(tokens: Sequence[ClaimToken], at: int) -> int:
    depth = 0
    for place in range(at + 1, len(tokens)):
        depth += (tokens[place].text in "([") - (tokens[place].text in ")]")
        if depth == 0 and tokens[place].text in {",", ";", ":"}:
            return place
    return len(tokens)


def opposed(scope: frozenset[str], sentence: SentenceTokens) -> bool:
    """True if `sentence` has the opposite of a word of `scope` (stems), and has no word of the same pole."""
    poles = {
        pole for token in sentence.tokens for pole in _POLE_OF.get(token.lower, _POLE_OF.get(token.stem, ()))
    }
    return any(
        (dimension, -sign) in poles and (dimension, sign) not in poles
        for stem in scope
        for dimension, sign in _POLE_OF.get(stem, ())
    )


def _stems(tokens: tuple[ClaimToken, ...]) -> frozenset[str]:
    return frozenset(
        token.stem
        for token in tokens
        if token.content
        and token.lower not in _POLE_OF
        and token.stem not in _POLE_OF
        and token.stem not in GENERIC_STEMS | _PLAIN_VERBS
    )


def _turned_round(pole: _Pole, other: _Pole) -> bool:
    """True if the claim states "A is worse than B" for "B is better than A", or "not worse" for "better"."""
    if pole.flipped != other.flipped:
        return True
    if not (pole.compares and other.compares):
        return False
    straight = len(pole.left & other.left) + len(pole.right & other.right)
    exchanged = len(pole.left & other.right) + len(pole.right & other.left)
    return exchanged > straight


def _swapped(pole: _Pole, other: _Pole) -> bool:
    """True if the words before the comparison in the claim occur only after it in the quote."""
    if not (pole.compares and other.compares) or pole.flipped != other.flipped:
        return False
    common = other.left & other.right
    left = pole.left - common
    return bool(left & other.right) and not left & other.left


def _overlap(pole: _Pole, others: list[_Pole]) -> int:
    return max((len(pole.near & other.near) for other in others), default=0)
