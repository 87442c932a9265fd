"""Questions about the values at one place of a chart, in many wordings.

They ask for the highest and lowest value, the next in rank, the higher of two, and the value between two.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from specs import Asked, Spec  # type: ignore[import-not-found]  # found beside this script

APART = 0.05  # least difference of neighbors in rank, as a share of the range
# {y}: the measure, {at}: the place with its preposition, {a} and {b}: names, {v}: a value.
WORDINGS = {
    "max": (
        "Which method has the highest {y} {at}?", "Which method shows the maximum {y} {at}?",
        "Name the method with the most {y} {at}.", "For which method is the {y} largest {at}?",
        "{At}, the largest {y} belongs to which method?", "Which of the methods reaches the highest {y} {at}?",
        "Whose {y} is greatest {at}?", "Which method's {y} is the highest {at}?",
    ),
    "min": (
        "Which method has the lowest {y} {at}?", "{At}, which method is at the bottom in terms of {y}?",
        "What method had the least {y} {at}?", "For which method is the {y} smallest {at}?",
        "Whose {y} is lowest {at}?", "Which of the methods shows the least {y} {at}?",
    ),
    "next": (
        "Which method has the second highest {y} {at}?", "Which method is second only to {a} in {y} {at}?",
        "After {a}, which method has the highest {y} {at}?", "Which method has the next-highest {y} after {a} {at}?",
        "Apart from {a}, which method has the highest {y} {at}?", "Which method is the closest behind {a} in {y} {at}?",
        "Which method has the highest {y} {at} if {a} is left out?", "Which method follows {a} in the ranking by {y} {at}?",
        "{At}, which method comes second in {y}, counting from the highest?", "Excluding {a}, who has the greatest {y} {at}?",
    ),
    "choice": (
        "{At}, does {a} or {b} have the higher {y}?", "Which has the higher {y} {at}, {a} or {b}?",
        "Between {a} and {b}, which method has the larger {y} {at}?", "Is the {y} of {a} or of {b} higher {at}?",
        "Which of {a} and {b} has more {y} {at}?", "Is {y} {at} greater for {a} or {b}?",
        "Out of {a} and {b}, whose {y} is higher {at}?", "{a} or {b}: which has the higher {y} {at}?",
        "{At}, whose {y} is larger, {a}'s or {b}'s?", "Considering just {a} and {b}, which has the higher {y} {at}?",
    ),
    "between": (
        "Which method's {y} lies between those of {a} and {b} {at}?", "{At}, which method falls between {a} and {b} in {y}?",
        "Which method has a higher {y} than {b} but a lower one than {a} {at}?",
        "{At}, whose {y} is larger than that of {b} and smaller than that of {a}?",
    ),
}  # fmt: skip


def ask_in_other_words(spec: Spec) -> list[Asked]:
    """Return a question of each form with a clear answer, for lines, bars and heatmaps; [] for other charts."""
    if spec.kind not in ("line", "bar", "hbar", "heatmap"):
        return []
    draw = random.Random(f"{spec.kind} {spec.rows} {spec.columns}")
    column = draw.randrange(len(spec.columns))
    place = f"{spec.x_title} {spec.columns[column]}" if spec.kind == "line" else spec.columns[column]
    at = draw.choice(("at", "for") if spec.kind == "line" else ("on", "for")) + " " + place
    flat = [value for row in spec.values for value in row]
    apart = APART * (max(flat) - min(0.0, min(flat)))
    ranked = sorted(
        ((row[column], name) for row, name in zip(spec.values, spec.rows, strict=True)), reverse=True
    )
    fields = {"y": spec.y_title.split(" (")[0], "at": at, "At": at[0].upper() + at[1:]}
    return [
        Asked(form, draw.choice(WORDINGS[form]).format(**fields, **names), answer, tuple(spec.rows))
        for form, answer, names in _forms(ranked, apart, draw)
    ]


def _forms(
    ranked: Sequence[tuple[float, str]], apart: float, draw: random.Random
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield form, answer and names of each question that the values decide clearly.

    `ranked` holds (value, name) pairs, highest first.
    """
    clear = [high - low > apart for (high, _), (low, _) in itertools.pairwise(ranked)]
    names = [name for _, name in ranked]
    if clear[0]:
        yield "max", names[0], {}
        first, second = draw.sample(names[:2], 2)
        yield "choice", names[0], {"a": first, "b": second}
    if clear[-1]:
        yield "min", names[-1], {}
    if len(names) > 2 and all(clear[:2]):
        yield "next", names[1], {"a": names[0]}
        yield "between", names[1], {"a": names[0], "b": names[2]}
