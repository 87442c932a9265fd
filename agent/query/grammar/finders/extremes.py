"""Superlatives and ranks: "second-lowest", "best", "runner-up", "largest drop"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from citehop.figures.operations import Change, Extreme, Operation, Want

from ..vocabulary import BEST, CARDINALS, FAST, LEAST, MOST, SLOW, WORST
from .masking import mask
from .patterns import ENDS, NTH, any_of, pattern, rank_of

_EXTREME = pattern(
    rf"""(?<!at\s)(?<![\w@])(?!(?:max|min)-\w)(?:(?P<rank>{NTH})[\s-](?:to[\s-])?|(?P<set>{any_of(CARDINALS)})\s)?(?P<end>{ENDS})
         (?![\w@]|-\d|\s(?:(?:similar|close)\b|of\sthe\b))(?P<negative>\snegative)?"""
)
_OUTER = pattern(
    r"\b(?:(?P<up>top-?most|upper-?most)|bottom-?most|lower-?most)\s(?:\w+\s)?(?:line|curve|point|dot|marker|trend)s?\b"
)
_TOP = pattern(
    r"\b(?P<end>top|bottom)\b(?=[\s-](?:score|acc|accuracy|f-?1|f-?score|f-?measure|bleu|recall|precision|em|performance|performer|result|value|method|model|approach|system))"
)
_RUNNER = pattern(
    rf"""\brunner-?up\b|\bnext[\s-]best\b
         |\b(?:ranks?|ranked|comes?|came|placed?s?|finishe[sd]|stands|is|takes?)\s(?:in\s)?(?P<rank>{NTH}|last)
         (?:\splace)?(?=\s(?:in|on|by|for|with|among|when|under|according|at|after|before|as)\b|[?,.]|$)"""
)
_COMES = pattern(rf"\b(?:comes?|came|is|ranks?|placed?s?|stands)\s(?:in\s)?(?P<rank>{NTH})\b")
_LEADS = pattern(
    r"""\b(?:(?P<top>comes\sout\son\stop|tops\sthe\s(?:list|ranking|table)|leads(?:\sthe\s(?:field|ranking|table))?|wins|is\sthe\swinner|outdoes\s(?:all|everyone|the\s(?:rest|others))|is\sunbeaten
        |tops\sthe\s(?:chart|field|group|plot|graph)
        |(?:attains|reaches|achieves|has|gets|obtains|records|holds)\sthe\stop\b(?!\s(?:row|line|left|right|half|part|panel|block|bar|\d))
        |takes\sthe\slead|is\sahead\sof\s(?:all|every\w*)(?:\sothers?)?|beats\s(?:all|every)\s(?:the\s)?others?)
        |(?P<low>trails\s(?:all|every\w*|the\s(?:field|pack|rest|others))(?:\sothers?)?|bottoms\sout|(?:comes|came|ranks|finishes)\s(?:out\s)?last|brings\sup\sthe\srear))\b"""
)
_OVER_ALL = pattern(
    r"""\b(?:(?P<up>above|over|higher\sthan|larger\sthan|greater\sthan|exceeds|surpasses)|(?P<down>below|under|beneath|lower\sthan|smaller\sthan))\s
        (?:all|every|any|each)\s?(?:of\s)?(?:the\s)?(?:others?|rest|competitors|remaining|other\s\w+)\b"""
)
_IN_DRAWING = r"(?!the\s(?:table|list|legend|figure|chart|plot|graph|drawing)\b)"
_MEASURED = rf"(?=\s(?:by|for|in|on|in\sterms\sof|with\sregard\sto|according\sto)\s{_IN_DRAWING})"
_PEAKS = pattern(
    r"""\b(?:dominates|peaks|prevails
        |(?:makes?\sup|accounts?\sfor|takes?\sup|covers|occupies|uses\sup|consumes)\s(?:the\s)?(?:most|bulk|majority|lion's\sshare))\b"""
)
_AT_END = pattern(
    rf"""\b(?:is|was|sits|stands|lies|ranks|ranked|ends|comes|finishes)\s(?:at\sthe\s(?:very\s)?|on\s)(?P<end>top|bottom)
         (?=\s(?:in\sterms\sof|by|for|in|on|at|when)\s{_IN_DRAWING}(?!the\s(?:right|left)))"""
)
# "ranks third from the bottom for survival", "second from the bottom by F1"
_FROM_END = pattern(rf"\b(?P<rank>{NTH})\sfrom\s(?:the\s)?(?P<side>top|bottom|last){_MEASURED}")
_LAST_BUT = pattern(
    rf"\b(?:next[\s-]to[\s-]last|last\sbut\s(?P<but>one|two)|penultimate|(?P<rank>{NTH})[\s-]to[\s-]last)(?:\s(?:place|position|rank))?{_MEASURED}"
)
_IN_PLACE = pattern(
    rf"\b(?:in|takes|has|holds|occupies)\s(?:the\s)?(?P<rank>{NTH})\s(?:position|place|rank|spot){_MEASURED}"
)
_BUBBLE = pattern(
    r"\b(?P<end>biggest|largest|smallest|tiniest)\s(?:bubble|circle|dot|disc|disk|marker|point)s?\b"
)
# "counting from the lowest", "sorted by increasing F1", "by F1 (largest first)"
_ORDER = pattern(
    r"""\b(?:(?:from\s(?:the\s)?|in\s)?(?:(?P<up>low|lowest|smallest|least|ascending|increasing)|(?P<down>high|highest|largest|greatest|descending|decreasing))
         (?:\sto\s(?:the\s)?(?:high|low|large|small)\w*|\sorder|\sfirst)
         |from\s(?:the\s)?(?:(?P<up2>lowest|smallest|least)|(?P<down2>highest|largest|greatest))(?=\s?[,?.])
         |(?:sorted|ranked|ordered|arranged)\sby\s(?:(?P<up3>increasing|ascending)|(?P<down3>decreasing|descending)))\b"""
)
# "Which of the two has the higher value?"
_OF_TWO = pattern(
    r"\bthe\s(?P<end>higher|larger|greater|bigger|longer|lower|smaller|shorter|better|worse|faster|slower)\b(?![^?]*\bthan\b)"
    r"(?!\s(?:the|is|are)\b)"
)
_COMPARATIVES: dict[str, Want] = {
    "lower": "min", "smaller": "min", "shorter": "min", "better": "best", "worse": "worst", "faster": "fast", "slower": "slow",
}  # fmt: skip
_FLUCTUATION = pattern(
    r"\b(?:fluctuat\w+|volatil\w+|unstable|instab\w+|oscillat\w+|up\sand\sdown|variation)\b"
)
_SPREAD = pattern(
    r"\b(?:var(?:y|ies|ied|ying|iance|iability|iable)|spread|dispersion|inter-?quartile|whiskers?|(?<!whole\s)(?<!entire\s)(?<!full\s)range(?!\sof\b)|(?:short|tall|wide|narrow)est\sbox|(?:smallest|largest)\sbox)\b"
)
_GAIN = pattern(
    r"\b(?:increas(?:e|es|ed|ing)|improve(?:s|d|ment|ments)?|improving|gain(?:s|ed)?|gr[eo]w(?:s|th|n|ing)?|rises?|rose|rising|climbs?|jumps?|boost)\b"
)
_DROP = pattern(
    r"\b(?:decreas(?:e|es|ed|ing)|drop(?:s|ped)?|declin(?:e|es|ed|ing)|degrad(?:es?|ation)|reduc(?:tion|es)|fall(?:s|en|ing)?|fell|los(?:es|t|ing)"
    r"|shr[iau]nk(?:s|ing)?|deteriorat\w+|suffers|worsens?)\b"
)
_DIFFERENCE = pattern(
    r"\b(?:difference|differs?|diverges?|apart|gap|change[sd]?|discrepancy|disparity|margin)\b"
)
_CHANGES: tuple[tuple[Change, re.Pattern[str]], ...] = (
    ("fluctuation", _FLUCTUATION), ("spread", _SPREAD), ("gain", _GAIN), ("drop", _DROP), ("difference", _DIFFERENCE),
)  # fmt: skip
_BETWEEN_TWO = re.compile(r"\b(?:difference|gap|discrepancy|margin)(?=\s(?:in\s[\w\s]{1,20}?)?between\b)")
# "differ most", "diverge the most", "furthest apart", "furthest from B's"
_APART = pattern(
    r"\b(?:differs?|diverges?)\s(?:the\s|by\sthe\s)?[\w-]+\||\b(?:furthest|farthest)\|\s(?:apart|from)\b"
)
# "Which two are closest to each other?", "Which pair is furthest apart?"
_PAIR = pattern(
    r"""\b(?:(?P<near>(?:closest|nearest|most\s(?:similar|alike)|(?:nearly|almost|about|roughly|practically)\s(?:the\ssame|equal|identical|tied)
        |(?:differ|diverge)\s(?:the\s)?least|similar)|(?P<far>(?:furthest|farthest|most)\sapart|(?:differ|diverge)\s(?:the\s)?most|most\s(?:different|dissimilar)))
        (?:\s(?:to\s(?:each\sother|one\sanother)|together))?)(?!\s(?:\w+\s){0,3}?(?:to|with)\s(?!each|one))"""
)
_TWO = re.compile(r"\b(?:two|pair|both|each other|one another)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:\b(?:which|what|whose)\b|^(?:is|are|does|do|did|has|have)\s)(?![^?]*(?:\bnot|\bnever|n't)\b)",
    re.IGNORECASE,
)
# "falls between A and B" is no fall of a value.
_STANDS = re.compile(
    r"f[ae]ll(?:s|ing)?\s(?:between|under|into|within|in|short|behind|below)\b", re.IGNORECASE
)
NEARBY = 34  # most characters between a superlative and the change that it ranks
_STEADY = pattern(
    r"""\b(?:(?:relatively|most|almost|nearly|roughly|fairly|remains?|stays?)\s(?:the\s)?(?:stable|steady|constant|flat|unchanged|consistent|compact|uniform|homogeneous|predictable)
        |flattest|steadiest|(?:hardly|barely|least|scarcely|little)\s(?:affected|changes?|varies|influenced|sensitive))\b"""
)


def find_plain_extremes(text: str) -> Iterable[Operation]:
    """Find extremes that later finders would take for places or markers: "above all others", "the largest circle".

    "Second from the bottom by F1" ranks values, while "second from the bottom" counts places.
    """
    for match in list(_PAIR.finditer(text))[:1] if _TWO.search(text) else ():
        yield Extreme("max" if match["far"] else "min", 1, match.span(), "pair")
    for match in _FROM_END.finditer(text):
        yield Extreme(
            "max" if match["side"].lower() == "top" else "min", rank_of(match["rank"]), match.span()
        )
    for match in _LAST_BUT.finditer(text):
        rank = rank_of(match["rank"]) if match["rank"] else 3 if match["but"] == "two" else 2
        yield Extreme("min", rank, match.span())
    for match in _IN_PLACE.finditer(text):
        yield Extreme("best", rank_of(match["rank"]), match.span())
    for match in _AT_END.finditer(text):
        yield Extreme("max" if match["end"].lower() == "top" else "min", 1, match.span())
    for match in _LEADS.finditer(text):
        yield Extreme("best" if match["top"] else "worst", 1, match.span())
    for match in _PEAKS.finditer(text):
        yield Extreme("max", 1, match.span())
    for match in _OVER_ALL.finditer(text):
        yield Extreme("max" if match["up"] else "min", 1, match.span())
    for match in _BUBBLE.finditer(text):
        yield Extreme("max" if match["end"].lower() in {"biggest", "largest"} else "min", 1, match.span())


def find_extremes(text: str) -> Iterable[Operation]:
    """Find extremes such as the highest, the second lowest, the best or the steadiest."""
    for match in list(_STEADY.finditer(text))[:1]:
        yield Extreme("min", 1, match.span(), "spread")
        text = mask(text, match.span())
    order = _ORDER.search(text)
    if order is not None and (ranks := list(_RUNNER.finditer(text)) or list(_COMES.finditer(text))):
        up = order["up"] or order["up2"] or order["up3"]
        yield Extreme("min" if up else "max", rank_of(ranks[0]["rank"]), ranks[0].span())
        text = mask(text, order.span())
        for match in ranks:
            text = mask(text, match.span())
    end = -2
    for match in _EXTREME.finditer(text):
        if match.start() == end + 1:  # in "the lowest Max", "Max" is the name of a column
            continue
        if (
            "-" in (text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1])
            and match["end"][0].isupper()
        ):
            continue  # "Least-to-Most" is a name
        end = match.end()
        want = _want(match["end"].lower())
        if match["negative"]:
            want = "min" if want == "max" else "max"
        yield Extreme(want, rank_of(match["rank"]), match.span(), _change_ranked(text, match.span()))
    pairs = list(_OF_TWO.finditer(text))
    for match in (
        pairs if len(pairs) == 1 else ()
    ):  # "the longer the word, the lower the recall" ranks nothing
        yield Extreme(_COMPARATIVES.get(match["end"].lower(), "max"), 1, match.span())
    for match in _OUTER.finditer(
        text
    ):  # the uppermost line in a drawing; the uppermost row or bar is a place
        yield Extreme("max" if match["up"] else "min", 1, match.span())
    for match in _TOP.finditer(text):
        yield Extreme("best" if match["end"].lower() == "top" else "worst", 1, match.span())
    for match in _RUNNER.finditer(text):
        rank = match["rank"]
        if rank and rank.lower() == "last":
            yield Extreme("worst", 1, match.span())
        else:
            yield Extreme("best", rank_of(rank) if rank else 2, match.span())


def find_changes(text: str) -> Iterable[Operation]:
    """Find the rise or fall that a question without other operations asks for: "Which score declines from 2 to 8?"."""
    for change, words in _CHANGES:
        match = words.search(text) if change in {"gain", "drop"} else None
        if (
            match is not None
            and _ASKS.search(text[: match.start()])
            and not _STANDS.match(text, match.start())
        ):
            yield Extreme("max", 1, match.span(), change)
            return


def _change_ranked(text: str, span: tuple[int, int]) -> Change:
    """Return the change that a superlative ranks, such as "drop" for "largest drop"; "value" if it ranks no change."""
    before, after = text[max(0, span[0] - NEARBY) : span[0]], text[span[1] : span[1] + NEARBY]
    stated = {change: before + text[span[0] : span[1]] + after for change, _ in _CHANGES}
    stated["gain"] = stated["drop"] = _beside(before, after)
    if "between" not in text[span[1] :] and not re.search(r"\bfrom\b.*\bto\b", text):
        stated["difference"] = after[:16] + "|" + "".join(_BETWEEN_TWO.findall(text[: span[0]]))
    if _APART.search(text[: span[1]] + "|" + after):
        return "difference"
    return next((change for change, words in _CHANGES if words.search(stated[change])), "value")


def _beside(before: str, after: str) -> str:
    """Return the words right before "the most" or the word right after "largest", joined by "|".

    Other words are left out, so that "lowest error reduction rate" does not rank a reduction.
    """
    ahead = re.search(r"\w+(?:\s(?:in\s)?\w+)?\s(?:by\s)?(?:the\s)?$", before)
    return (ahead.group() if ahead else "") + "|" + " ".join(after.split()[:1])


def _want(word: str) -> Want:
    groups: list[tuple[Any, Want]] = [
        (MOST, "max"), (LEAST, "min"), (BEST, "best"), (WORST, "worst"), (FAST, "fast"), (SLOW, "slow"),
    ]  # fmt: skip
    return next(want for words, want in groups if word in words)
