"""Values that answer a question: numbers with their units as they are printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ....indexes.text.analysis import analyse
from ...relevance.asked_for import asked_noun, attribute_terms, lacks_attribute, name_degree
from ...relevance.concepts import related_terms
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import POINTERS, answer_type
from .relations import ASKS_TIME, MEASURES

_NUMBER = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-–−]?\d+)?(?:(?<=\b10)⁻?[⁰¹²³⁴-⁹]+)?(?=[^\d]|$)(?!(?:st|nd|rd|th)\b)"
)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9}
_HOURS = {"second": 1 / 3600, "minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0, "month": 730.0}
_UNIT = re.compile(rf"\W{{0,2}}({'|'.join([*_SCALES, *_HOURS])})s?\b", re.I)
_RATE = re.compile(r"\s*(?:(?:per|an?)\b|/)\s*\w+")
_PERCENT = re.compile(r"\s?%")
# "how many words", "the size in words"
_COUNTED = re.compile(r"\b(?:how many|(?:sizes?|lengths?|amounts?) in) ([\w-]+)", re.I)
_BEHIND = 0.5  # by how much a number behind the words asked for counts as nearer than one before them
_WORDS = {
    word: number
    for number, words in enumerate(
        "single one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen".split(
            "|"
        ),
        1,
    )
    for word in words.split()
}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b(?! of\b)", re.I)
# "one million", which is "1 million"
_SPELT_SCALE = re.compile(rf"\b({'|'.join(_WORDS)})(?= (?:thousand|million|billion)\b)", re.I)
# What is before these words is seldom about what is behind them: "a size of 200 and dropout of 0.2".
_NEXT_CLAUSE = re.compile(r";|\b(?:and|but|while|whereas)\b")
_ACROSS = 3.0  # words that count as between a number and the words asked for in the next clause
# "5 relation types", where a result is asked for.
_COUNTS = re.compile(r"\s(?:[a-z-]+ )?(?!points?\b)[a-z-]{2,}s\b")
# "42-label tag set", unless labels are asked for
_KIND = re.compile(r"-([a-z\d]*[a-z]{3,})", re.I)
_FROM_NOUN = 3  # words from a number to what it counts: "1,600 annotated texts"
_POWER = re.compile(r"10⁻?[⁰¹²³⁴-⁹]+")
_PLAIN_SIGNS = str.maketrans("–−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "---0123456789")


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number with its unit as it is printed, its `value`, for times in hours, and the `unit` by which it can be compared: "h",
    "%" or "" for a plain number."""

    text: str
    value: float
    unit: Literal["", "h", "%"] = ""


def parse_value(text: str) -> PrintedNumber | None:
    """The number that is all of `text` but for its unit; None where it has none or several."""
    numbers = [match for match in _NUMBER.finditer(text) if any(c.isdigit() for c in match[0])]
    return _printed_number(text, numbers[0]) if len(numbers) == 1 else None


def find_number(question: str, text: str) -> PrintedNumber | None:
    """The number of `text` nearest to a word of `question`, with its unit for a question for a time; None if there is none."""
    plain = POINTERS.sub(lambda match: " " * len(match[0]), _in_digits(text))
    asked = {other for term in set(analyse(question)) - GENERIC for other in (term, *related_terms(term))}
    counts = _counted_terms(question)
    exact = set(analyse(question)) - GENERIC | counts
    words = [(match.start(), match.end(), set(analyse(match[0]))) for match in re.finditer(r"[\w-]+", plain)]
    marks = [place for place, (_, _, terms) in enumerate(words) if terms & exact]
    marks = marks or [place for place, (_, _, terms) in enumerate(words) if terms & asked]
    nouns = [place for place, (_, _, terms) in enumerate(words) if terms & counts]
    is_time, is_result = bool(ASKS_TIME.search(question)), not counts and bool(MEASURES.search(question))
    if not marks and not is_time:
        return None
    found: list[tuple[float, int, PrintedNumber]] = []
    spelt = _NUMBER_WORD.finditer(plain) if counts else ()
    for match in (*_NUMBER.finditer(plain), *spelt):
        value = _WORDS.get(match[0].casefold())
        if (value is None and not any(c.isdigit() for c in match[0])) or match[0] in question:
            continue
        number = PrintedNumber(str(value), value) if value else _printed_number(plain, match)
        if number is None or (is_time and number.unit != "h"):
            continue
        if (kind := _KIND.match(plain, match.end())) and asked.isdisjoint(analyse(kind[1])):
            continue
        if is_result and number.value.is_integer() and not number.unit and _COUNTS.match(plain, match.end()):
            continue
        place = sum(start < match.start() for start, _, _ in words)
        if counts and not any(0 < noun - place <= _FROM_NOUN for noun in nouns):
            continue
        distance = min(
            (
                place - mark - _BEHIND
                if mark < place
                else mark - place + _ACROSS * bool(_NEXT_CLAUSE.search(plain, match.end(), words[mark][0]))
                for mark in marks
            ),
            default=0.0,
        )
        found.append((distance, match.start(), number))
    return min(found, key=lambda each: each[:2])[2] if found else None


def _in_digits(text: str) -> str:
    """`text` with digits for the number words before "million" and the like."""
    return _SPELT_SCALE.sub(lambda match: str(_WORDS[match[0].casefold()]), text)


def _counted_terms(question: str) -> set[str]:
    """Terms of the noun that `question` counts, in the plural and the singular; none where it counts nothing."""
    counted = _COUNTED.search(question)
    return {*analyse(counted[1]), *analyse(counted[1].removesuffix("s"))} if counted else set()


def _printed_number(text: str, match: re.Match[str]) -> PrintedNumber | None:
    unit = _UNIT.match(text, match.end())
    value = _value(match[0])
    if value is None:
        return None
    if percent := _PERCENT.match(text, match.end()):
        return PrintedNumber(text[match.start() : percent.end()].replace(" ", ""), value, "%")
    if not unit:
        return PrintedNumber(match[0], value)
    name = unit[1].casefold()
    if name in _HOURS and _RATE.match(text, unit.end()):  # "5 minutes per epoch"
        return None
    return PrintedNumber(
        " ".join(text[match.start() : unit.end()].split()),
        value * {**_SCALES, **_HOURS}[name],
        "h" if name in _HOURS else "",
    )


def _value(text: str) -> float | None:
    plain = text.replace(",", "").translate(_PLAIN_SIGNS)
    mantissa, power = ("1", plain[2:]) if _POWER.fullmatch(text) else (plain, "")
    try:
        return float(f"{mantissa}e{power}" if power else mantissa)
    except ValueError:
        return None


def fits_asked(part: str, text: str) -> tuple[bool, bool]:
    """If `text` has the attribute that `part` asks for, and a value of it: a number, or a name near the noun."""
    if answer_type(part) == "number":
        return not lacks_attribute(part, analyse(text)), find_number(part, text) is not None
    noun = frozenset(analyse(" ".join(asked_noun(part))))
    return not lacks_attribute(part, analyse(text)), name_degree(part, noun, text) > 0.0


def has_number_of(part: str, text: str) -> bool:
    """True if `part` asks for the number of something, and `text` has it beside the words for that."""
    return bool(attribute_terms(part)) and answer_type(part) == "number" and all(fits_asked(part, text))
