"""Which labels of a table a question asks for: the names in a column, the headings of rows, a level of the header."""

from __future__ import annotations

import math
import re

from ...question.entity_kinds import is_metric, kind_of
from ...question.label_match import QuestionWords, bare_name, cites, mention, named_by, rarity, tokens
from ...question.operations import Adjacent, Between, Compare, Equals
from ...question.parser import Question
from ...table.values import is_dash, is_value
from .views import TableAttribute, TableView


def entity_weights(view: TableView, question: Question) -> list[float]:
    """For each attribute of `view` how likely its labels are the answers, on a scale common to all views."""
    return [math.exp(_score(view, attribute, question)) for attribute in view.attributes]


def _score(view: TableView, attribute: TableAttribute, question: Question) -> float:
    labels = [label for label in attribute.labels if label and not is_dash(label)]
    distinct = list(dict.fromkeys(labels))
    if len(distinct) < 1:
        return -math.inf
    score = -0.8 * attribute.place
    if view.across:
        score -= 2.0
    if attribute.heading:
        score -= 1.5
    score += 1.5 * (len(distinct) / len(attribute.labels) - 1)
    score += 2.0 * sum(map(cites, distinct)) / len(distinct)
    score -= 3.0 * sum(is_metric(label) or is_value(label) for label in distinct) / len(distinct)
    score -= 2.0 * sum(len(label.split()) > 8 and not cites(label) for label in distinct) / len(distinct)
    score += _by_title(view, attribute, question)
    score += 3.0 * _names_compared(question, distinct)
    score -= 5.0 * _mentioned(question, distinct)
    return score


def _by_title(view: TableView, attribute: TableAttribute, question: Question) -> float:
    """Agreement of the noun asked for with the attribute's title, or with the other side's title where it has none."""
    asked, title = kind_of(question.asked), attribute.title
    score = 0.0
    if question.asked and title:
        wanted = set(tokens(question.asked)[-1:])
        same = {word.rstrip("s") for word in wanted} & {word.rstrip("s") for word in tokens(title)}
        kind = kind_of(title)
        if same:
            score += 3.0
        elif asked and kind == asked:
            score += 2.0
        elif asked and kind:
            score -= 2.0
    if attribute.heading and not view.across and asked == "method":
        score -= 1.0
    if asked and asked != "metric" and any(map(is_metric, attribute.labels)):
        score -= 2.0
    if view.across and asked in {"dataset", "task", "language", "metric", "setting"}:
        score += 1.5
    if view.across and asked:
        others = {kind_of(field.title) for field in view.fields if field.title}
        if asked in others:
            score -= 1.0
        elif others - {""}:
            score += 1.5
    return score


def _names_compared(question: Question, labels: list[str]) -> float:
    """How well the entities that the question compares with are found among the labels, 0..1."""
    names: list[str] = list(question.excluded)
    for operation in question.operations:
        if isinstance(operation, Compare):
            names += [operation.to] if isinstance(operation.to, str) else []
        elif isinstance(operation, Between):
            names += [end for end in (operation.one, operation.other) if isinstance(end, str)]
        elif isinstance(operation, Adjacent):
            names.append(operation.name)
    if not names:
        return 0.0
    return sum(max(named_by(name, labels).values(), default=0.0) for name in names) / len(names)


def _mentioned(question: Question, labels: list[str]) -> float:
    """How surely the question states one of the labels as a condition: then it does not ask for it."""
    text = condition_text(question)
    weights = rarity(labels)
    wording = QuestionWords.of(text)
    return max((min(1.0, mention(bare_name(label), wording, weights)) ** 2 for label in labels), default=0.0)


def condition_text(question: Question) -> str:
    """The question with the stretches of its operations and the noun asked for blotted out."""
    text = question.wording
    for operation in question.operations:
        if isinstance(operation, Equals) and not operation.sure:
            continue
        start, end = operation.span
        text = text[:start] + " " * (end - start) + text[end:]
    for name in question.excluded:
        text = re.sub(re.escape(name), " ", text, count=1)
    return text
