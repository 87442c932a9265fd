"""The value of the last answer in another unit: "in percent?", "what is that in minutes?"."""

from __future__ import annotations

import re
from dataclasses import replace

from ..types import Answer

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_UNIT = r"(?P<unit>percent(?:age)?|per cent|%|seconds?|minutes?|hours?|days?|weeks?)"
_ASKS = re.compile(
    r"^(?:(?:and|so|ok|sorry|hm+)\b[ ,]*)*"
    r"(?:(?:what|how much|how long|how many)\b(?: (?:is|was|are|were|would|be|that|this|it|again))*\s*)?"
    rf"(?:in|as(?: an?)?) {_UNIT}(?: again)?$",
    re.IGNORECASE,
)
_NUMBER = r"(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)"
_PERCENTAGE = re.compile(rf"{_NUMBER} ?(?:%|percent|per cent)", re.IGNORECASE)
_DURATION = re.compile(rf"{_NUMBER}[ -]?(?P<unit>second|minute|hour|day|week)s?\b", re.IGNORECASE)
_SHORT_DURATION = re.compile(rf"{_NUMBER} ?(?P<unit>s|sec|min|m|h)\b")
_SHORT = {"s": "second", "sec": "second", "min": "minute", "m": "minute", "h": "hour"}
_FIRST = re.compile(rf"(?<![\w.]){_NUMBER}(?![\w-]|\.\d)")
_PERCENT = 100.0
_DIGITS = 4  # significant ones of a converted value


def asked_unit(question: str) -> str:
    """The unit that `question` asks the last answer to be given in: "percent", "minute"; "" if it asks for none."""
    match = _ASKS.match(question.strip().rstrip("?. !"))
    if match is None:
        return ""
    unit = match["unit"].casefold()
    return "percent" if unit.startswith("per") or unit == "%" else unit.rstrip("s")


def convert_answer(answer: Answer, unit: str) -> Answer | None:
    """`answer` with the value that it begins with in `unit`, proven by the same quotes; None if it has none of that kind."""
    text = answer.text.partition("\n")[0]
    found = _as_percent(text) if unit == "percent" else _as_duration(text, unit)
    if answer.status != "answered" or found is None:
        return None
    marks = "".join(f" [{number}]" for number, _ in enumerate(answer.citations, 1))
    return replace(answer, text=f"{found}{marks}", notes=())


def _as_percent(text: str) -> str | None:
    match, printed = _FIRST.search(text), _PERCENTAGE.search(text)
    is_share = match and match.start() == 0 and _value(match) < 1  # "0.85 (95% CI 0.81 to 0.88)"
    if printed and not is_share:
        return f"{printed['number']}%"
    if match is None or "." not in match["number"] or _value(match) > _PERCENT:  # a count
        return None
    value = _value(match)
    return f"{match['number']} = {_PERCENT * value:.{_DIGITS}g}%" if value < 1 else f"{match['number']}%"


def _as_duration(text: str, unit: str) -> str | None:
    match = _DURATION.search(text) or _SHORT_DURATION.search(text)
    if match is None:
        return None
    printed = _SHORT.get(match["unit"], match["unit"].casefold())
    value = _value(match) * _SECONDS[printed] / _SECONDS[unit]
    return f"{match[0]} = {value:.{_DIGITS}g} {unit}s"


def _value(match: re.Match[str]) -> float:
    return float(match["number"].replace(",", ""))
