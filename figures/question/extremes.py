"""Superlatives and ranks: "second-lowest", "best", "runner-up"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .masking import mask
from .operations import Extreme, Operation, Want
from .patterns import ENDS, NTH, any_of, pattern, rank_of
from .vocabulary import BEST, CARDINALS, FAST, LEAST, MOST, SLOW, WORST

_EXTREME = pattern(
    rf"""(?<!at\s)(?<![\w@])(?:(?P<rank>{NTH})[\s-](?:to[\s-])?|(?P<set>{any_of(CARDINALS)})\s)?(?P<end>{ENDS})
         (?![\w@]|-\d|\s(?:similar|close|of\sthe\b))(?P<negative>\snegative)?"""
)
_OUTER = pattern(
    r"\b(?:(?P<up>top-?most|upper-?most)|bottom-?most|lower-?most)\s(?:\w+\s)?(?:line|curve|point|dot|marker|trend)s?\b"
)
_TOP = pattern(
    r"\b(?P<end>top|bottom)\b(?=[\s-](?:score|accuracy|performance|performer|result|value|method|model|approach|system))"
)
_RUNNER = pattern(
    rf"""\brunner-?up\b|\bnext[\s-]best\b
         |\b(?:ranks?|ranked|comes?|came|placed?s?|finishe[sd]|stands|is|takes?)\s(?:in\s)?(?P<rank>{NTH}|last)
         (?:\splace)?(?=\s(?:in|on|by|for|with|among|when|under|according)\b|[?,.]|$)"""
)
_COMES = pattern(rf"\b(?:comes?|came|is|ranks?|placed?s?|stands)\s(?:in\s)?(?P<rank>{NTH})\b")
_LEADS = pattern(
    r"""\b(?:(?P<top>comes\sout\son\stop|tops\sthe\s(?:list|ranking|table)|leads(?:\sthe\s(?:field|ranking|table))?|wins|is\sunbeaten
        |(?:attains|reaches|achieves|has|gets|obtains|records|holds)\sthe\stop\b(?!\s(?:row|line|left|right|half|part|panel|block|bar|\d))
        |dominates|peaks|takes\sthe\slead|is\sahead\sof\s(?:all|every\w*)(?:\sothers?)?|beats\s(?:all|every)\s(?:the\s)?others?)
        |(?P<low>trails\s(?:all|every\w*)(?:\sothers?)?|bottoms\sout|comes\sout\slast))\b"""
)
# "counting from the lowest", "sorted by increasing F1", "by F1 (largest first)"
_ORDER = pattern(
    r"""\b(?:(?:from\s(?:the\s)?|in\s)?(?:(?P<up>low|lowest|smallest|least|ascending|increasing)|(?P<down>high|highest|largest|greatest|descending|decreasing))
         (?:\sto\s(?:the\s)?(?:high|low|large|small)\w*|\sorder|\sfirst)
         |from\s(?:the\s)?(?:(?P<up2>lowest|smallest|least)|(?P<down2>highest|largest|greatest))(?=\s?[,?.])
         |(?:sorted|ranked|ordered|arranged)\sby\s(?:(?P<up3>increasing|ascending)|(?P<down3>decreasing|descending)))\b"""
)
_SPREAD = pattern(
    r"\b(?:difference|gap|drop|change|increase|decrease|improvement|gain|decline|variation|discrepancy)\b"
)


def extremes(text: str) -> Iterable[Operation]:
    """The highest, the second lowest, the best."""
    order = _ORDER.search(text)
    if order is not None and (ranks := list(_RUNNER.finditer(text)) or list(_COMES.finditer(text))):
        up = order["up"] or order["up2"] or order["up3"]
        yield Extreme("min" if up else "max", rank_of(ranks[0]["rank"]), ranks[0].span())
        text = mask(text, order.span())
        for match in ranks:
            text = mask(text, match.span())
    end = -2
    for match in _EXTREME.finditer(text):
        if match.start() == end + 1:  # "the lowest Max": the second one is the name of a column
            continue
        end = match.end()
        want = _want(match["end"].lower())
        if match["negative"]:
            want = "min" if want == "max" else "max"
        spread = _SPREAD.match(text[end:].lstrip()) and "between" in text[end:]
        yield Extreme(want, rank_of(match["rank"]), match.span(), "difference" if spread else "value")
    for match in _OUTER.finditer(text):  # of lines in a drawing; the uppermost row or bar is a place
        yield Extreme("max" if match["up"] else "min", 1, match.span())
    for match in _TOP.finditer(text):
        yield Extreme("best" if match["end"].lower() == "top" else "worst", 1, match.span())
    for match in _LEADS.finditer(text):
        yield Extreme("best" if match["top"] else "worst", 1, match.span())
    for match in _RUNNER.finditer(text):
        rank = match["rank"]
        if rank and rank.lower() == "last":
            yield Extreme("worst", 1, match.span())
        else:
            yield Extreme("best", rank_of(rank) if rank else 2, match.span())


def _want(word: str) -> Want:
    groups: list[tuple[Any, Want]] = [
        (MOST, "max"), (LEAST, "min"), (BEST, "best"), (WORST, "worst"), (FAST, "fast"), (SLOW, "slow"),
    ]  # fmt: skip
    return next(want for words, want in groups if word in words)
