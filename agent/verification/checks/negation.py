"""Check polarity: a claim must deny what its quotes deny, and nothing else.

A negation cue has a scope: the content words after the cue, up to the end of its clause (Morante and Daelemans, "A
metalearning approach to processing the scope of negation", 2009, in its simplest form). Each explicit cue of the claim
must match a cue of the quotes, and two cues of the claim cannot match the same cue. If the claim repeats the scope of
an explicit cue of the quotes, the claim must have a cue there, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....indexes.text.analysis import analyze
from .comparison import opposed
from .words import ClaimToken, SentenceTokens

_WINDOW = 6  # most content words in the scope of a cue
_EXPLICIT = frozenset(
    "not no never neither nor none nothing nobody nowhere without unable incapable impossible hardly barely scarcely "
    "rarely seldom fail fails failed failing failure lack lacks lacked lacking unlikely".split()
)
# Words that deny by their meaning. In the quote, they match an explicit cue of the claim ("excludes X" -> "does not use
# X").
_IMPLICIT = frozenset(
    "absence absent alone avoid deficient difficult discard drop except exclude exclusive exclusively few free "
    "hard ignore improbable incorrect ineffective independent independently insufficient instead irregular less limit "
    "limited little lose lost minimal missing neglect omit only oppose opposed poor poorly prevent rare rather reject "
    "removal remove solely stop unclear unknown unlike until yet zero".split()
)
_CONSTANT = frozenset("fixed remain keep unchanged same frozen constant stay identical".split())
_CHANGE = frozenset("chang vari updat modifi alter adapt tune differ move touch".split())
_NEGATIVE_PREFIX = re.compile(
    r"(?:non|un(?!der|i|less|til|til|to|cle|load|pack|do|fold|derl))[a-z]{4,}$|non$"
)
# A word with a negative prefix; the group is the word without the prefix.
_PREFIXED = re.compile(r"(?:un|in|im|ir|il|dis|non|mis)([a-z]{4,})$")
# Implicit cues whose scope is only behind them; the scope of other implicit cues is on both sides.
_AHEAD = frozenset(
    "only just few little less low rare rather instead same solely exclusively alone minimal".split()
)
_NOT_ONLY = re.compile(r"\bnot (?:only|just|merely)\b", re.IGNORECASE)
_CONSTANT_STEMS = frozenset(stem for word in _CONSTANT for stem in (*analyze(word), word))
_IMPLICIT_STEMS = frozenset(stem for word in _IMPLICIT for stem in (*analyze(word), word)) | _CONSTANT_STEMS
# Pairs of a phrase that denies the rest of a claim, and the words in the quote that justify the phrase.
_DENIALS = tuple(
    (re.compile(rf"\b(?:{phrase})", re.IGNORECASE), re.compile(rf"\b(?:{excuse})", re.IGNORECASE))
    for phrase, excuse in (
        (r"(?:not|hardly|never)\s*(?:quite |really |at all )?(?:true|correct|accurate|right|the case)\b",
         r"(?:in)?(?:true|correct|accurate|right|case)\b"),
        (r"(?:false|untrue|wrong|mistaken|a myth|incorrect|inaccurate|baseless|unfounded)\b(?:,? (?:that|to)\b|\s*[.!]?$)",
         r"(?:false|untrue|wrong|incorrect|mistaken|inaccurate)\b"),
        (r"(?:it is|it's|it was|would be|is|was) (?:false|untrue|wrong|incorrect)\b", r"(?:false|untrue|wrong|incorrect)\b"),
        (r"contrary to\b|on the contrary\b|the (?:opposite|reverse|contrary)\b", r"(?:contrary|contrast|opposite|reverse)\b"),
        (r"no (?:evidence|indication|proof|sign|support|reason)\b|not (?:support|evidence)",
         r"(?:evidence|indication|proof|sign|support|reason)"),
        (r"(?:den(?:y|ies|ied)|refut\w+|disprov\w+|contradict\w*|rebut\w*|disput\w+|reject(?:s|ed)? the)\b",
         r"(?:den(?:y|ies|ied)|refut|disprov|contradict|rebut|disput|reject|conflict)"),
        (r"(?:doubt|doubts|doubted|doubtful|questionable)\b", r"(?:doubt|question|unclear)"),
        (r"far from\b|by no means\b|in no way\b|anything but\b|falls? short\b|not at all\b|no longer\b",
         r"(?:far|means|way|short|longer|but)\b"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Cue:
    word: str
    stem: str
    explicit: bool
    scope: frozenset[str]
    first: str
    near: frozenset[str]
    constant: bool


def polarity_faults(claim: SentenceTokens, quote: SentenceTokens) -> list[str]:
    """Return one line for each negation that only the claim or only the quote has; [] if the polarity agrees."""
    faults = [
        f'it denies ("{found[0].strip()}") what the quote states'
        for pattern, excuse in _DENIALS
        if (found := pattern.search(claim.text)) and not excuse.search(quote.text)
    ]
    if (
        _NOT_ONLY.search(claim.text)
        and {"only", "just", "merely"} & set(quote.lowers)
        and "not" not in quote.lowers
    ):
        faults.append('the quote says "only", not "not only"')
    if faults:
        return faults
    faults.extend(_prefix_faults(claim, quote))
    claim_cues, quote_cues = _cues(claim), _cues(quote)
    denied = frozenset[str]().union(*(cue.scope for cue in quote_cues if cue.explicit))
    affirmed = _unscoped(quote, denied)
    free = [cue for cue in quote_cues if cue.explicit or cue.stem not in stems(claim)]
    matched: list[_Cue] = []
    for cue in (cue for cue in claim_cues if cue.explicit):
        partner = _partner(cue, free, affirmed)
        if partner is None and opposed(cue.scope, quote):
            continue
        if partner is None:
            faults.append(f'the quote does not have the negation "{cue.word}" of the line')
        else:
            free.remove(partner)
            matched.append(partner)
    implicit = [cue for cue in claim_cues if not cue.explicit and cue.stem not in stems(quote)]
    for cue in (cue for cue in quote_cues if cue.explicit and cue not in matched):
        if _repeats(claim, cue, implicit):
            faults.append(f'the line leaves out the negation "{cue.word}" of the quote')
    return faults


def _partner(cue: _Cue, free: Sequence[_Cue], affirmed: frozenset[str]) -> _Cue | None:
    """Return the cue of the quote that matches `cue` of the claim; None if no cue of `free` does.

    Cues whose scopes share a word come first, then cues whose clauses share a word. If neither exists and the quote
    does not affirm the scope, any cue matches.
    """
    ordered = sorted(free, key=lambda other: (not other.explicit, other.word))
    for other in ordered:
        if other.constant:
            if cue.scope & _CHANGE:
                return other
        elif cue.scope & (other.scope if other.explicit else other.near):
            return other
    for other in ordered:
        if other.explicit and cue.near & other.scope:
            return other
    if cue.scope & affirmed:
        return None
    return next((other for other in ordered if not other.constant), None)


def _repeats(claim: SentenceTokens, cue: _Cue, implicit: list[_Cue]) -> bool:
    """True if the claim states what `cue` of the quote denies, and neither denies it nor uses an opposite word.

    A cue in `implicit` that denies it is removed from the list, so that it counts only once.
    """
    shared = cue.scope & claim.concepts
    determiner = cue.word in {"no", "without", "none"}
    if not (cue.first in shared and not determiner) and len(shared) * (2 if determiner else 3) < len(
        cue.scope
    ):
        return False
    if not shared or opposed(cue.scope, claim):
        return False
    for other in implicit:
        if other.near & cue.scope:
            implicit.remove(other)
            return False
    return True


def _prefix_faults(claim: SentenceTokens, quote: SentenceTokens) -> Iterator[str]:
    """Yield a fault for each word that the claim or the quote negates by a prefix: "unavailable" for "available"."""
    for one, other in ((claim, quote), (quote, claim)):
        others = stems(other)
        denied = frozenset[str]().union(*(cue.scope for cue in _cues(other) if cue.explicit))
        for token in one.tokens:
            found = _PREFIXED.match(token.lower)
            if not found or token.stem in others:
                continue
            positive = analyze(found[1])
            if positive and positive[0] in others - denied and positive[0] not in stems(one):
                yield f'"{found[1]}" and "{token.lower}" are opposites'


def _cues(sentence: SentenceTokens) -> list[_Cue]:
    tokens = sentence.tokens
    return [_cue(tokens, at, kind) for at, kind in _cue_places(tokens)]


def _cue_places(tokens: Sequence[ClaimToken]) -> Iterator[tuple[int, bool]]:
    """Yield (index, is explicit) for each cue. "not only" and "no matter" are no cues; "neither ... nor" is one cue."""
    for at, token in enumerate(tokens):
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        before = tokens[at - 1].lower if at else ""
        if token.lower == "not" and {"only", "just"} & {t.lower for t in tokens[at + 1 : at + 5]}:
            continue
        if (token.lower == "no" and following in {"matter", "doubt"}) or token.lower == "nor":
            continue
        if token.lower in _EXPLICIT and before not in {"not", "never"}:
            yield at, True
        elif token.lower in _EXPLICIT:
            yield at, token.lower in {"not", "no", "never"}  # "not unable" denies nothing by itself
        elif before == "not" and token.lower in {"only", "just"}:
            continue
        elif token.stem in _IMPLICIT_STEMS or _NEGATIVE_PREFIX.match(token.lower):
            yield at, False


def _cue(tokens: Sequence[ClaimToken], at: int, explicit: bool) -> _Cue:
    word, clause = tokens[at].lower, tokens[at].clause
    ahead = word in _AHEAD or bool(_NEGATIVE_PREFIX.match(word))
    same = [
        place
        for place, token in enumerate(tokens)
        if token.clause == clause and token.content and place != at
    ]
    after = [tokens[place] for place in same if place > at][: 2 if ahead and not explicit else _WINDOW]
    if not after:  # "..., which is lacking", "while ours does not": the scope comes before the cue
        after = [tokens[place] for place in same][-_WINDOW:] or [
            token for token in tokens[:at] if token.content
        ]
    first = after[0].stem if after else ""
    near = after if ahead else [tokens[place] for place in same]
    constant = tokens[at].stem in _CONSTANT_STEMS
    return _Cue(word, tokens[at].stem, explicit, _union(after), first, _union(near), constant)


def _union(tokens: Sequence[ClaimToken]) -> frozenset[str]:
    return frozenset(token.stem for token in tokens)


def _unscoped(quote: SentenceTokens, denied: frozenset[str]) -> frozenset[str]:
    return frozenset(token.stem for token in quote.tokens if token.content) - denied


def stems(sentence: SentenceTokens) -> frozenset[str]:
    """Return the stems of all words, including function words."""
    return frozenset(token.stem for token in sentence.tokens)
