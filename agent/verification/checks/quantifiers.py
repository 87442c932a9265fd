"""Check quantifiers: a claim about all, some or few things, or only about them, needs a quote that supports the
quantifier."""

from __future__ import annotations

import re

_ALL = re.compile(
    r"\b(?:all|every|each|always|any|entire(?:ly)?|complete(?:ly)?|everything|everyone|full(?:y)?|whole|throughout|both|"
    r"constant(?:ly)?|same|no|none|never|neither|without|not)\b",
    re.IGNORECASE,
)
# "always", or "all" as a determiner; the "all" of "they all agree" does not count, because it refers to a list.
_UNIVERSAL = re.compile(
    r"\b(?:every(?:thing|one)?|always|entirely|completely|all(?= (?:of|the|these|those|our|their|its|\w+(?:s|data|work)\b)))\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\b(?:only(?! (?:a |an )?(?:little|few|small|slight))|solely|exclusively|merely|purely)\b", re.IGNORECASE
)
_ONLY_SUPPORT = re.compile(
    r"\b(?:only|solely|exclusiv\w+|merely|purely|just|nothing but|alone|sole|single|exclu\w+|except\w*|unless|limited|"
    r"restrict\w*|other than|rather than|instead|barely|one|little|few|unlike|second|not|no)\b|%",
    re.IGNORECASE,
)
_SOME = re.compile(r"\bsome\b", re.IGNORECASE)
_SOME_SUPPORT = re.compile(
    r"\b(?:some\w*|many|several|often|certain|various|numerous|part(?:ly|ially)?|a|an|few|most|a number of|not all|often|rest)\b",
    re.IGNORECASE,
)
_STRICTLY_ALL = re.compile(r"\b(?:all|every|each|none)\b", re.IGNORECASE)
_FEW = re.compile(r"\b(?:few|fewer|hardly any|a minority of)\b", re.IGNORECASE)
_FEW_SUPPORT = re.compile(
    r"\b(?:few|fewer|less|hardly|rare\w*|seldom|minority|small|little|limited|only|scarce\w*|sparse\w*)\b",
    re.IGNORECASE,
)
_MANY_OF = re.compile(r"\b(?:many|several|most|all|numerous)\s+(\w+)", re.IGNORECASE)
_FEW_OF = re.compile(r"\b(?:few|fewer|hardly any|no)\s+(\w+)", re.IGNORECASE)
_AMPLIFIER = re.compile(
    r"\b(?:highly|very|extremely|greatly|dramatically|totally|remarkably|hugely|enormously)\b", re.IGNORECASE
)
_DIMINISHER = re.compile(
    r"\b(?:only|slight\w*|mild\w*|barely|somewhat|marginal\w*|modest\w*|minor|small)\b", re.IGNORECASE
)


def quantifier_faults(claim: str, quote: str) -> list[str]:
    """Return one line for each quantifier of `claim` that the quote does not support."""
    rules = (
        (_UNIVERSAL, not _ALL.search(quote)),
        (_ONLY, not _ONLY_SUPPORT.search(quote)),
        (_SOME, bool(_STRICTLY_ALL.search(quote)) and not _SOME_SUPPORT.search(quote)),
        (_FEW, not _FEW_SUPPORT.search(quote)),
        (_AMPLIFIER, bool(_DIMINISHER.search(quote)) and not _AMPLIFIER.search(quote)),
    )
    faults = [
        f'the quote does not say "{found[0]}"'
        for pattern, missing in rules
        if missing and (found := pattern.search(claim))
    ]
    many, few = _MANY_OF.search(claim), _FEW_OF.search(quote)
    if many and few and many[1].lower() == few[1].lower():
        faults.append(f'the quote says "few {few[1]}"')
    return faults
