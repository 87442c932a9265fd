"""Patterns and helpers shared by several finders."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citehop.figures.numbers import NUMBER, Number, number_of

from ..vocabulary import BEST, FAST, LEAST, MOST, ORDINALS, SLOW, WORST


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, longer ones first."""
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


def pattern(source: str) -> re.Pattern[str]:
    """Compile `source`; case does not matter, and blanks in `source` are ignored."""
    return re.compile(source, re.IGNORECASE | re.VERBOSE)


NTH = rf"(?:{any_of(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|runner-up)"
ENDS = any_of(MOST | LEAST | BEST | WORST | FAST | SLOW)
# Lookahead for the end of a name in running text.
TAIL = r"""(?=,(?!\d)|[;?!\x00]|\s(?:but|while|yet|whereas|when)\b
            |\sand\s(?:an?\s|also\s|its?\s)?(?:lower|higher|smaller|larger|greater|bigger|worse|better|less|more|fewer|below|above|outperform\w*|has|have|is|at)\b
            |\s(?:in|on|for|at|by|across|under|over|among|both|within|as|according)\s
            |\s(?:with|using|of)\s(?:the|all|both|each|every|a|an|any)\b|\.?$)"""
VALUE = r"(?P<value>(?<![\w.])[-−~≈]?\d[\d,.]*(?:[kKMB]\b|\s?%|\s(?:million|billion|thousand)\b)?(?:e-?\d+)?)(?<![.,])"


def rank_of(word: str | None) -> int:
    """Return the number of the ordinal `word`; 1 if there is no word."""
    if not word:
        return 1
    word = word.lower()
    if word == "runner-up":
        return 2
    return ORDINALS.get(word) or int(re.sub(r"\D", "", word) or 1)


def overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    """True if `span` shares a character with one of the spans in `taken`."""
    return any(span[0] < end and start < span[1] for start, end in taken)


def target_of(phrase: str) -> Number | str:
    """Return the number that `phrase` begins with, or else the name in `phrase` without articles and nouns such as
    "model".

    "3.5-Turbo" is a name.
    """
    phrase = re.sub(
        r"^(?:the|that of|those of|a|an)\s+", "", phrase.strip(" '\"."), flags=re.IGNORECASE
    ).strip("'\" ")
    counted = re.match(r"(?:[a-z][\w-]*\s){1,4}?of\s(?=[-−~≈]?\d)", phrase)
    if counted and NUMBER.fullmatch(phrase[counted.end() :].strip()):
        phrase = phrase[counted.end() :]  # "a number of tokens of 45"
    number = NUMBER.match(phrase)
    if number and re.match(r"\s|$", phrase[number.end() :]):
        return number_of(number)
    phrase = re.sub(
        r"^(?:score|performance|accuracy|value|result|row|line|entry)s? (?:of|for)\s+", "", phrase
    )
    return re.sub(r"(?<=\S)\s+(?:method|model|approach|system|dataset|baseline|row|line|entry)$", "", phrase)
