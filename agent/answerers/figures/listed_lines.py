"""Lines of a listing in a figure (rules, steps, turns of a dialogue): the first or last, or the one with a question's words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from ....figures.label_match import tokens
from ....figures.operations import Compare, Extreme
from ....figures.statements.texts import DrawnText, is_words
from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import inverse_frequencies
from ...query.grammar.parser import Question

_STEP = re.compile(
    r"\b(?:(?P<first>first|initial|1st)|(?P<second>second|2nd)|(?P<third>third|3rd)|(?P<last>last|final))"
    r" (?:\w+ )?(?:step|action|stage|move|operation|instruction|transition|line|rule|phase)\b",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_NUMBERED = re.compile(r"(?P<number>\d{1,2})[.)](?!\d)")
_FEWEST_STEPS = 3
_FEWEST_LINES = 5  # of a listing
_FEWEST_MATCHED = 2  # words of the question in a line
_CLEAR = 1.25  # factor by which the words of a line exceed those of the next
_PREFIX = 4  # letters from which the beginning of a word stands for it: "undef" for "undefined"
_NEXT_LINE = 2.2  # letter heights between the middles of two lines of one text
_TAG = re.compile(r"\[[^\[\]]{1,20}\]")
_FEWEST_WORDS = 3  # of most lines of a listing, of which a drawing with labels has few
_KEYED = re.compile(r"[^\W\d_]\w{1,20}\s*:\s+\S")


def answer_step(question: Question, lines: Sequence[DrawnText]) -> str:
    """The first, second, third or last of the steps that are listed from the top, each after a number or the same first word; ""
    for another question, and where no steps or more than one list of them is printed."""
    asked = _STEP.search(question.wording)
    if asked is None:
        return ""
    lists = defaultdict[str, list[DrawnText]](list)
    for line in sorted(lines, key=lambda line: line.box.y0):
        number, words = _NUMBERED.match(line.text), tokens(line.text)
        if number is not None:
            lists["1."].append(line)
        elif len(words) > 1 and words[0].isalpha() and not line.upright:
            lists[words[0]].append(line)
    steps = [found for found in lists.values() if len(found) >= _FEWEST_STEPS and _is_column(found)]
    return steps[0][_PLACES[asked.lastgroup or "first"]].text if len(steps) == 1 else ""


def _is_column(lines: Sequence[DrawnText]) -> bool:
    """True for lines under one another, which begin at the same place."""
    left = [line.box.x0 for line in lines]
    return max(left) - min(left) <= 2.0 * max(line.box.height for line in lines)


def answer_line(
    question: Question, lines: Sequence[DrawnText], ignored: Collection[str], least: float = 0.0
) -> str:
    """The line, or the turn of a dialogue, with most of the question's words by their rarity, as printed; "" without a clear one,
    without _FEWEST_LINES lines, and where it has less than the share `least` of the question's terms. `ignored` are terms that
    tell no lines apart, such as those of the paper's name."""
    if any(isinstance(op, Compare | Extreme) for op in question.operations) or question.wants in (
        "count",
        "verdict",
    ):
        return ""
    entries = _join_lines([line for line in lines if not line.upright])
    if len(entries) < _FEWEST_LINES:
        return ""
    asked = set(analyse(question.wording)) - set(ignored)
    texts = [frozenset(analyse(entry.replace("_", " "))) for entry in entries]
    matched = [frozenset(term for term in asked if _has(text, term)) for text in texts]
    weights = inverse_frequencies(asked, matched)
    scored = sorted(
        ((sum(weights[term] for term in sorted(terms)), place) for place, terms in enumerate(matched)),
        reverse=True,
    )
    (best, place), (second, _) = scored[:2]
    number = len(matched[place])
    enough = number >= max(_FEWEST_MATCHED, least * len(asked)) and best >= _CLEAR * second
    if not enough or texts[place] <= set(analyse(question.wording)):
        return ""
    return entries[place]


def _has(text: Collection[str], term: str) -> bool:
    """True if `text` has the term, or a shorter form of it that is its beginning."""
    return term in text or any(len(own) >= _PREFIX and term.startswith(own) for own in text)


def is_listing(lines: Sequence[DrawnText]) -> bool:
    """True if most lines of a figure are texts, not labels."""
    long = sum(len(line.text.split()) >= _FEWEST_WORDS for line in lines)
    return len(lines) >= _FEWEST_LINES and 2 * long > len(lines)


def _join_lines(lines: Sequence[DrawnText]) -> list[str]:
    """The texts of lines, each with those that it goes on in: behind an open bracket, or in the turn of a dialogue."""
    is_dialogue = sum(_KEYED.match(line.text) is not None for line in lines) >= _FEWEST_STEPS
    joined: list[tuple[str, DrawnText]] = []
    for line in lines:
        last = joined[-1] if joined else None
        near = last is not None and 0 <= line.cy - last[1].cy <= _NEXT_LINE * line.box.height
        if (
            last is not None
            and near
            and (_is_open(last[0]) or (is_dialogue and _goes_on(last[0], line.text)))
        ):
            joined[-1] = f"{last[0]} {line.text}", line
        else:
            joined.append((line.text, line))
    return [text for text, _ in joined if is_words(text)]


def _is_open(text: str) -> bool:
    return sum(map(text.count, "([{")) > sum(map(text.count, ")]}"))


def _goes_on(turn: str, text: str) -> bool:
    """True if `text` belongs to a turn that has no tag at its end yet."""
    return _KEYED.match(text) is None and _TAG.search(turn) is None
