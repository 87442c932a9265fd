"""AutoACU by a language model: atomic content units of two answers, and which units of each the other answer
supports.

The two stages are those of A2CU (Liu et al., EMNLP 2023): split a text into units, then check each unit against the
other text. A2CU uses a trained model for each stage. Here a language model does both, so the scores are not
comparable with those of A2CU or A3CU.

FActScore* (MMSci, Li et al., 2024) measures how much of a written caption the true caption contains, with the same
units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import exp
from string import Template

from ...agent.llm.prompting import fence
from ...agent.llm.types import LLM
from ..common.model_calls import ModelCalls, unscored_on_failure
from ..common.replies import last_fields
from ..types import Example, Prediction, Verdict
from .equivalence import admits_ignorance

MOST = 5.0  # highest rating of a unit
ENOUGH = 10  # number of units from which there is no penalty for brevity

_BULLET = re.compile(r"^[ \t]*(?:[-*•–]|\d+[.)])(?:[ \t]+|$)", re.M)
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w]|\.\d)")


def split_units(text: str) -> list[str]:
    """Return the units that a model listed, one per line after a dash, bullet or number.

    A line without such a mark continues the unit before it.
    """
    _, *units = _BULLET.split(text)
    return [" ".join(unit.split()) for unit in units if unit.strip()]


def parse_rating(text: str) -> float | None:
    """Return the first number in a model's reply, a rating 0..5; None if there is no number or it is out of range."""
    found = _NUMBER.search(text)
    value = float(found[0]) if found else -1.0
    return value if 0 <= value <= MOST else None


def factscore(ratings: Sequence[float | None]) -> float:
    """Return FActScore*, 0..1: the mean rating divided by `MOST`, times exp(1 - 10/n) for n < 10 units; 0 without
    units.

    An unscored unit counts as 0. This is precision only: parts of the true caption that are missing cost nothing.
    """
    if not ratings:
        return 0.0
    mean = sum(rating or 0.0 for rating in ratings) / len(ratings) / MOST
    return mean * exp(min(1 - ENOUGH / len(ratings), 0.0))


NAME = "AutoACU"
PARTS = ("recall", "precision", "F1")
# Liu et al. (ACL 2023) fit the strength of the length penalty to each data set; 1 leaves their formula unchanged.
STRENGTH = 1.0
_UNIT_TOKENS, _SUPPORT_TOKENS = 1024, 256

_UNITS = Template("""Take the text apart into atomic content units: short sentences, each with one fact of the text and
understandable by itself. Write one a line, each after "- ", and nothing else.

Text:
$text""")
_SUPPORTED = Template("""Below are a text and numbered statements. Which of the statements does the text support?
Reply with one JSON object and nothing else, such as {"supported": [1, 3]}; the list is empty where it supports none.

Text:
$text

Statements:
$units""")


def atomic_units_with(llm: LLM) -> Callable[[Example, Prediction], Verdict]:
    """Return a judge for `evaluate.judge` that compares answers with the first right answer.

    The score is the normalized recall; the verdict also has `PARTS`. An answer that is empty or admits ignorance gets
    0 without a call. The example is unscored if a reply lists no units or does not say which units are supported.
    """

    @unscored_on_failure
    def ask(example: Example, prediction: Prediction) -> Verdict:
        answer, right = prediction.answer, example.answers[0]
        if not answer.strip() or admits_ignorance(answer):
            return Verdict(example.id, 0.0)
        calls = ModelCalls(llm, NAME, _UNIT_TOKENS)
        recall, precision = _supported_share(calls, right, answer), _supported_share(calls, answer, right)
        reasons = calls.join("\n\n")
        if recall is None or precision is None:
            return Verdict(example.id, None, reasons, calls.usage)
        total = recall + precision
        parts = (recall, precision, 2 * recall * precision / total if total else 0.0)
        score = recall * length_penalty(answer, right)
        return Verdict(example.id, score, reasons, calls.usage, tuple(zip(PARTS, parts, strict=True)))

    return ask


def length_penalty(answer: str, right: str, strength: float = STRENGTH) -> float:
    """Return exp(min(0, 1 - a / r) / strength), with a words in the answer and r in the right one; 1 unless a > r.

    Equation 2 of Liu et al. (ACL 2023). Without it, a longer text would collect units by its length alone.
    """
    return exp(min(0.0, 1.0 - len(answer.split()) / max(1, len(right.split()))) / strength)


def parse_supported(reply: str, units: int) -> set[int] | None:
    """Return the numbers, 1..`units`, that a reply lists as supported; None if the list is missing or has any other
    value.
    """
    fields = last_fields(reply, "supported")
    numbers = fields["supported"] if fields else None
    if not isinstance(numbers, list):
        return None
    found = {int(str(number)) if str(number).isdecimal() else 0 for number in numbers}
    return found if all(1 <= number <= units for number in found) else None


def _supported_share(calls: ModelCalls, text: str, other: str) -> float | None:
    """Return the share of the units of `text` that `other` supports; None if there are no units or no readable reply."""
    units = split_units(calls.ask(_UNITS.substitute(text=fence(text))))
    if not units:
        return None
    numbered = "\n".join(f"{number}. {unit}" for number, unit in enumerate(units, 1))
    prompt = _SUPPORTED.substitute(text=fence(other), units=fence(numbered))
    supported = parse_supported(calls.ask(prompt, tokens=_SUPPORT_TOKENS), len(units))
    return None if supported is None else len(supported) / len(units)
