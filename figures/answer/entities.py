"""Weigh the attributes of a view: which kind of name does the question ask for?"""

from __future__ import annotations

import math
import re

from ..entity_kinds import is_metric, kind_of
from ..label_match import QuestionWords, match_names, mention, rarity, singular_tokens, tokens
from ..operations import Adjacent, AtPosition, Between, Compare, Equals, NextInRank
from ..request import FigureRequest
from ..table.values import is_dash, is_value
from ..types import Attribute, Entries, FigureData
from .views import View

# Log weight of each kind of name before the question is looked at.
ROLES = {"series": 0.0, "label": 0.4, "place": -0.5, "panel": -1.9, "node": 0.0}
BOTH = 0.8  # least probability that the question states a label, for that label to be the subject of a comparison
REPEATED = 3.0  # most log weight that names lose for repeating in the rows of a table
GROUP = 4.0  # log weight that names of groups gain if the question asks for a group
_GROUPS = {"group", "category", "section", "block", "class", "type", "family", "part"}


def entity_weights(view: View, question: FigureRequest, data: FigureData) -> list[float]:
    """Return how likely the names of each attribute of `view` are the answers. The weights are comparable between
    views.
    """
    score = _score_table if data.kind == "table" else _score_drawing
    return [math.exp(score(view, attribute, question)) for attribute in view.items.attributes]


def naming_attribute(entries: Entries) -> Attribute | None:
    """Return the attribute with the most different names, because it distinguishes the entries.

    The first attribute wins a tie. None without attributes.
    """

    def distinct(attribute: Attribute) -> int:
        return len({name.text for name in attribute.names if name.text})

    return max(entries.attributes, key=distinct, default=None)


def groups_entries(attribute: Attribute) -> bool:
    """True for headings, and for attributes in which at most half of the names are different."""
    return attribute.heading or 2 * len({name.text for name in attribute.names}) <= len(attribute.names)


def _score_table(view: View, attribute: Attribute, question: FigureRequest) -> float:
    labels = [name.text for name in attribute.names if name.text and not is_dash(name.text)]
    distinct = list(dict.fromkeys(labels))
    if not distinct:
        return -math.inf
    cited = sum(bool(name.markers) for name in {n.text: n for n in attribute.names}.values())
    score = -0.8 * attribute.depth - 2.0 * view.across - 1.5 * attribute.heading
    score += REPEATED * (len(distinct) / len(attribute.names) - 1)
    score += 2.0 * min(1.0, cited / len(distinct))
    score -= 3.0 * sum(is_metric(label) or is_value(label) for label in distinct) / len(distinct)
    score -= 2.0 * sum(len(label.split()) > 8 for label in distinct) / len(distinct)
    score += _by_title(view, attribute, question)
    score += 3.0 * _names_compared(question, distinct)
    score -= 5.0 * _mentioned(question, distinct)
    return score


def _score_drawing(view: View, attribute: Attribute, question: FigureRequest) -> float:
    labels = [name.text for name in attribute.names if name.text]
    distinct = list(dict.fromkeys(labels))
    if not distinct or (len(distinct) < 2 and attribute.role != "node"):
        return -math.inf
    score = ROLES.get(attribute.role, 0.0) - 0.3 * (attribute.heading and attribute.role == "series")
    if attribute.role == "panel" and any(
        isinstance(op, AtPosition) and op.item == "panel" for op in question.operations
    ):
        score = 0.7
    numeric = all(map(_is_number, distinct))
    titled = _titled(attribute, question)
    if attribute.role == "place" and numeric and not titled:
        return -math.inf
    if attribute.role == "series" and "total" in question.cues and any(view.items.summary):
        score -= 2.3
    score += math.log(0.15 + sum(map(proper, distinct)) / len(distinct))
    score += 1.4 * titled + _by_kind(view, attribute, question)
    mentioned = _mentioned(question, distinct)
    compares = any(isinstance(op, Compare) for op in question.operations)
    # "for which X is A lower than B" gives both sides, so it asks for a position and not for A or B.
    if not (compares and mentioned >= BOTH):
        score += 2.1 * _names_compared(question, distinct)
    score -= 3.5 * mentioned
    return score


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-−~<>≥≤]?\s?[\d.,]+\s?[kKMB%]?", text) is not None


def _titled(attribute: Attribute, question: FigureRequest) -> bool:
    """True if the noun asked for is in the attribute's title."""
    stem = (question.asked.lower().split()[-1:] or [""])[0].rstrip("s")
    words = re.findall(r"[a-z]+", attribute.title.lower())
    return len(stem) > 2 and any(stem == word or f"{stem}s" == word for word in words)


def _by_kind(view: View, attribute: Attribute, question: FigureRequest) -> float:
    """Return the log weight that an attribute gains from the kind of thing asked for.

    Positions of a chart are mostly data sets and settings, while series and points are mostly methods.
    """
    kind = kind_of(question.asked)
    if not kind or attribute.role not in {"place", "series"}:
        return 0.0
    others = any(a.role == "series" and any(n.text for n in a.names) for a in view.fields.attributes)
    if attribute.role == "place" and others:
        return 0.8 if kind in {"dataset", "task", "language", "setting"} else 0.0
    return 0.0


def proper(name: str) -> float:
    """Return how much a text looks like a proper name, 0..1. Capitals inside, digits next to letters and hyphens
    count.
    """
    letters = re.sub(r"[^A-Za-z]", "", name)
    if len(letters) < 2:
        return 0.1
    capitals = sum(c.isupper() for c in letters)
    score = 0.3 + (0.4 if capitals >= 2 else 0.15 if capitals else 0.0)
    if re.search(r"\d", name) and len(letters) > 2:
        score += 0.15
    if re.search(r"[A-Za-z]-[A-Za-z\d]|[a-z][A-Z]", name):
        score += 0.15
    return min(1.0, score)


def _by_title(view: View, attribute: Attribute, question: FigureRequest) -> float:
    """Return how well the noun asked for agrees with the attribute's title, or with the titles of the other side. The
    result is a log weight.
    """
    asked, title = kind_of(question.asked), attribute.title
    score = 0.0
    if set(tokens(question.asked)[-1:]) & _GROUPS and not view.across and groups_entries(attribute):
        score += GROUP
    if question.asked and title:
        noun = set(singular_tokens(question.asked)[-1:])
        kind = kind_of(title)
        if not noun.isdisjoint(singular_tokens(title)):
            score += 3.0
        elif asked and kind == asked:
            score += 2.0
        elif asked and kind:
            score -= 2.0
    if attribute.heading and not view.across and asked == "method":
        score -= 1.0
    if asked and asked != "metric" and any(is_metric(name.text) for name in attribute.names):
        score -= 2.0
    if view.across and asked in {"dataset", "task", "language", "metric", "setting"}:
        score += 1.5
    if view.across and asked:
        others = {kind_of(field.title) for field in view.fields.attributes if field.title}
        if asked in others:
            score -= 1.0
        elif others - {""}:
            score += 1.5
    return score


def _names_compared(question: FigureRequest, labels: list[str]) -> float:
    """Return the share of the names compared in the question that are among the labels, 0..1."""
    names: list[str] = [*question.excluded, *question.among]
    for operation in question.operations:
        if isinstance(operation, Compare):
            names += [operation.to] if isinstance(operation.to, str) else []
        elif isinstance(operation, Between):
            names += [end for end in (operation.one, operation.other) if isinstance(end, str)]
        elif isinstance(operation, Adjacent | NextInRank):
            names.append(operation.name)
    if not names:
        return 0.0
    return sum(max(match_names(name, labels).values(), default=0.0) for name in names) / len(names)


def _mentioned(question: FigureRequest, labels: list[str]) -> float:
    """Return the probability that the question states one of the labels as a condition, so that the label is not the
    answer.
    """
    weights = rarity(labels)
    wording = QuestionWords.of(condition_text(question))
    return max((min(1.0, mention(label, wording, weights)) ** 2 for label in labels), default=0.0)


def condition_text(question: FigureRequest) -> str:
    """Return the question with blanks in place of its operations and of the names it excludes or chooses between."""
    text = question.wording
    for operation in question.operations:
        if isinstance(operation, Equals) and not operation.sure:
            continue
        start, end = operation.span
        text = text[:start] + " " * (end - start) + text[end:]
    for name in (*question.excluded, *question.among):
        text = re.sub(re.escape(name), " ", text, count=1)
    return text
