"""Find the numbers of a sentence, in digits and in words, with their units and the things that they count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile

from ....figures.numbers import NUMBER, number_of
from .words import tokenize

_SMALL = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
          "seventeen eighteen nineteen").split()  # fmt: skip
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: float(value) for value, word in enumerate(_SMALL)}
_WORDS |= {word: 10.0 * number for number, word in enumerate(_TENS, 2)}
_WORDS |= {"dozen": 12.0, "both": 2.0, "pair": 2.0, "single": 1.0, "twice": 2.0, "double": 2.0, "doubled": 2.0,
           "thrice": 3.0, "triple": 3.0, "tripled": 3.0}  # fmt: skip
_MAGNITUDES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
# Fractions are compared as percentages: "half of them" supports and is supported by 50%.
_FRACTIONS = {"half": 50.0, "halved": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0}
_UNIT_NAMES = {
    "percent": "% percent percentage", "point": "point points", "second": "s sec second seconds",
    "minute": "min minute minutes", "hour": "h hr hrs hour hours", "day": "day days", "week": "week weeks",
    "month": "month months", "year": "year years", "ms": "ms millisecond milliseconds",
    "m": "m metre metres meter meters", "km": "km kilometre kilometres kilometer kilometers",
    "cm": "cm centimetre centimetres", "mm": "mm millimetre millimetres", "kg": "kg kilogram kilograms",
    "mg": "mg milligram milligrams", "g": "gram grams", "ml": "ml millilitre", "MB": "mb megabyte megabytes",
    "GB": "gb gigabyte gigabytes", "TB": "tb terabyte terabytes", "fold": "fold", "times": "times x",
    "dollar": "dollar dollars usd", "degree": "degree degrees",
}  # fmt: skip
UNITS = {spelling: unit for unit, spellings in _UNIT_NAMES.items() for spelling in spellings.split()}
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some)\s+[~≈]?$", re.IGNORECASE
)
# "rises by 13.1" is not "rises to 13.1".
_RELATION = re.compile(
    r"(?<!\bup )\b(by|to|from)\s+(?:(?:as (?:much|many|few|little|high|low) as|up to|at (?:least|most)|"
    r"(?:more|less|fewer) than|about|around|roughly|approximately|approx\.?|nearly|almost|some|over|under|only|just|an?|the|"
    r"another|additional|further|(?:total|factor|average|mean|median|maximum|minimum) of)\s+)*[~≈$€£+-]?$",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r",(?!\d)|;|\b(?:and|or|while|whereas|but|versus|vs)\b")
_ATTACHED = re.compile(r"(?:st|nd|rd|th|s|x|k|ms|mm|cm|km|kg|mg|ml|h|MB|GB|m)\b|-?[xX×]")
_LABEL = re.compile(
    r"\b(tables?|fig(?:ures?|s)?\.?|sec(?:tions?|\.)?|rows?|columns?|appendix|eqs?\.?|equations?|steps?|chapters?|algorithms?|"
    r"examples?|pages?|panels?|lines?|version|types?|grades?|phases?|days?|class)\s+(?:\d+[-–])?\s*$",
    re.IGNORECASE,
)
# Number of tokens after a number that are searched for its unit, as in "from 9.6 to 13.1 hours".
_UNIT_REACH = 6
_ANCHOR_REACH = 4


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text; `value` has no sign, and `unit` is the canonical name of the unit or "".

    `anchors` say what the number belongs to: they are stems of the content words after it and of the names next to it.
    `relation` is the preposition "by", "to" or "from" before the number of a change, else "". `about` is True after
    words such as "roughly", and `word` is True for a number in words. `start` and `end` are offsets in the text.
    """

    text: str
    value: float
    decimals: int
    unit: str
    start: int
    end: int
    about: bool = False
    word: bool = False
    anchors: frozenset[str] = frozenset()
    relation: str = ""

    def equals(self, other: Quantity) -> bool:
        """True if both have the same value.

        If this number is approximate (`about`), the other may round to its decimals.
        """
        slack = 0.5 * 10.0**-self.decimals if self.about else 0.0
        return abs(self.value - other.value) <= max(slack, 1e-6 * max(1.0, abs(self.value)))


@lru_cache(maxsize=4096)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return all quantities of `text` from left to right; digits inside names are not quantities.

    `text` must be normalized as by `tokenize`.
    """
    quantities = sorted((*_in_digits(text), *_in_words(text)), key=lambda quantity: quantity.start)
    spans = _segments(text, quantities)
    anchored = [
        replace(quantity, anchors=_anchors(text, quantity, span), relation=_relation(text, quantity))
        for quantity, span in zip(quantities, spans, strict=True)
    ]  # fmt: skip
    return tuple(_paired_respectively(text, anchored))


def _in_digits(text: str) -> Iterator[Quantity]:
    for match in NUMBER.finditer(text):
        before, after = text[: match.start("digits")], text[match.end() :]
        if re.search(r"[^\W\d_][-–]?$|[_\[#]$|\[[\d, ]+$", before) or after.startswith("]"):
            continue  # "SST-2", "T5", reference marks
        if after.startswith(")") and not re.search(r"\([^)]*$", before):
            continue  # "1) ..., 2) ..."
        if after[:1].isalpha() and not match["unit"] and not _ATTACHED.match(after):
            continue  # "2019a", "3D"
        number = number_of(match)
        if re.match(r"m\b", after):  # "70m": millions; meters are written with a space
            yield Quantity(number.text, abs(number.value) * 1e6, 0, "", match.start(), match.end() + 1)
            continue
        unit = "percent" if number.percent else ""
        unit = _unit(text[match.end() if match["unit"] else match.end("digits") :]) or unit
        about = bool(_ABOUT.search(before))
        yield Quantity(
            number.text, abs(number.value), number.decimals, unit, match.start(), match.end(), about
        )


def _in_words(text: str) -> Iterator[Quantity]:
    for match in re.finditer(r"[A-Za-z]+", text):
        word, after = match[0].lower(), text[match.end() :]
        following = [found.lower() for found in re.findall(r"[A-Za-z]+", after[:24])[:1]]
        if word in _FRACTIONS and (word in {"half", "halved", "quarter"} or following == ["of"]):
            yield Quantity(match[0], _FRACTIONS[word], 0, "percent", match.start(), match.end(), word=True)
        elif word == "one" and re.match(
            r"[^.;]*\b(?:another|the other|others)\b|\s+(?:of|can|may|might|must|should|could|has)\b", after
        ):
            continue  # "from one to another", "one of them": no count
        elif word in _WORDS:
            factor = _MAGNITUDES.get(following[0], 1.0) if following and word not in {"both", "pair"} else 1.0
            yield Quantity(
                match[0], _WORDS[word] * factor, 0, _unit(after), match.start(), match.end(), word=True
            )


def _unit(after: str) -> str:
    """Return the unit at the beginning of the text `after` a number, or "".

    Further numbers of the same series are skipped, as in "9.6 to 13.1 hours".
    """
    tokens = tokenize(after[:60]).tokens[:_UNIT_REACH]
    for place, token in enumerate(tokens):
        unit = UNITS.get(token.lower, "")
        if unit == "percent" and any(
            other.lower in {"point", "points"} for other in tokens[place + 1 : place + 3]
        ):
            return "point"
        if unit:
            return unit
        if (
            token.lower not in {"to", "and", "or", "-", "–", ",", "than", *_MAGNITUDES}
            and not token.lower[0].isdigit()
        ):
            return ""
    return ""


def _segments(text: str, quantities: list[Quantity]) -> list[tuple[int, int]]:
    """Return the span (start, end) around each quantity, up to the nearest commas, semicolons and conjunctions."""
    cuts = [0, *(match.start() for match in _SEPARATOR.finditer(text)), len(text)]
    spans = []
    for quantity in quantities:
        start = max((cut for cut in cuts if cut <= quantity.start), default=0)
        end = min((cut for cut in cuts if cut >= quantity.end), default=len(text))
        spans.append((start, end))
    return spans


def _anchors(text: str, quantity: Quantity, span: tuple[int, int]) -> frozenset[str]:
    label = _LABEL.search(text[: quantity.start])
    if label:
        return frozenset(token.stem for token in tokenize(label[1]).tokens)
    words = [token for token in tokenize(text[quantity.end : span[1]]).tokens if token.lower not in UNITS]
    run = takewhile(lambda token: token.content, dropwhile(lambda token: not token.content, words))
    following = [token.stem for token in run]
    first_word_end = len(text) - len(text.lstrip().partition(" ")[2])
    beside = tokenize(text[max(span[0], first_word_end) : span[1]]).tokens
    names = [token.stem for token in beside if token.content and (token.capital or not token.text.islower())]
    stems = (*following[:_ANCHOR_REACH], *names)
    return frozenset(stem for stem in stems if len(stem) > 2 and not stem[0].isdigit())


def _relation(text: str, quantity: Quantity) -> str:
    """Return the preposition before the number of a change; "" if there is none or the number counts things ("by 5
    annotators")."""
    found = _RELATION.search(text[: quantity.start])
    following = tokenize(text[quantity.end :][:60]).tokens[:1]
    counts = bool(following) and following[0].content and following[0].lower not in UNITS
    return found[1].lower() if found and not counts else ""


def _paired_respectively(text: str, quantities: list[Quantity]) -> list[Quantity]:
    """Replace the anchors of numbers before "respectively" by the names in the same order.

    In "0.1, 1.1 and 2.0 for A, B and C, respectively", 1.1 belongs to B. Other quantities are returned unchanged.
    """
    end = text.lower().find("respectively")
    digits = [quantity for quantity in quantities if not quantity.word and quantity.end < end]
    if end < 0 or len(digits) < 2:
        return quantities
    apart = any(len(text[a.end : b.start]) > 24 for a, b in pairwise(digits))
    names = re.split(r",\s*(?:and\s+)?|\s+and\s+", text[digits[-1].end : end].strip(" ,.(%"))
    if apart or len(names) != len(digits):
        return quantities
    stems = [frozenset(token.stem for token in tokenize(name).tokens if token.content) for name in names]
    own = {quantity.start: anchors for quantity, anchors in zip(digits, stems, strict=True)}
    return [replace(quantity, anchors=own.get(quantity.start, quantity.anchors)) for quantity in quantities]
