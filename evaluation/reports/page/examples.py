"""The examples that went wrong, each with its figure, what was read from it, the ranking, the answer and its quotes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ....figures.types import Reading
from ...runs.run_folder import RunFolder
from ...types import Example, Prediction, Scores
from ..cells import number
from .markup import Child, Markup, join, tag

_SHOWN = 5  # names of a reading, places of a ranking


@dataclass(frozen=True, slots=True)
class Case:
    """An example with what became of it; `score` is that of the headline metric, None when unscored.

    `replies` are those of its judges, by "METRIC@MODEL".
    """

    example: Example
    prediction: Prediction
    scores: Scores
    score: float | None
    replies: tuple[tuple[str, str], ...]


def cases(folder: RunFolder, metric: str, best: float) -> list[Case]:
    """Examples of a run below `best` by `metric` or unscored: the unscored first, then the worst, ties in order."""
    predictions, scores, verdicts = folder.predictions, folder.scores, folder.verdicts
    found = []
    for example in folder.examples:
        prediction = predictions.get(example.id, Prediction(example.id, error="not run"))
        line = scores[example.id]
        said = tuple(
            (judge, by_id[example.id].reply) for judge, by_id in verdicts.items() if example.id in by_id
        )
        found.append(Case(example, prediction, line, line.value(metric), said))
    below = [case for case in found if case.score is None or case.score < best]
    return sorted(below, key=lambda case: -1.0 if case.score is None else case.score)


def example_list(found: Sequence[Case], by: Sequence[str]) -> Markup:
    """A search field, a choice for each tag of `by`, and the cases, folded."""
    choices = [_choice(name, sorted({case.example.tag(name) for case in found} - {""})) for name in by]
    search = tag("input", id="words", type="search", placeholder="Search in questions, papers and answers")
    count = tag("span", f"{len(found)} of {len(found)}", id="shown", class_="faint")
    return join(tag("div", search, *choices, count, class_="tools"), *map(_folded, found))


def _choice(name: str, values: Sequence[str]) -> Markup:
    options = [
        tag("option", f"every {name}", value=""),
        *(tag("option", value, value=value) for value in values),
    ]
    return tag("select", *options, data_tag=name, aria_label=name)


def _folded(case: Case) -> Markup:
    class_ = "score half" if case.score is None or case.score > 0 else "score"
    summary = tag(
        "summary", tag("span", number(case.score), class_=class_), tag("span", case.example.question)
    )
    tags = json.dumps(dict(case.example.tags), ensure_ascii=False)
    return tag("details", summary, _inside(case), class_="example", data_tags=tags)


def _inside(case: Case) -> Markup:
    example, prediction = case.example, case.prediction
    left: list[Child] = [
        tag("img", data_picture=picture.path, alt=picture.caption or picture.id)
        for picture in example.pictures
    ]
    left += [
        _titled("Quotes", *(tag("blockquote", quote.text) for quote in prediction.quotes)),
        _titled("Reply of the model", tag("pre", prediction.reply) if prediction.reply else None),
        *(_titled(f"Verdict of {judge}", tag("pre", reply)) for judge, reply in case.replies if reply),
    ]
    right: list[Child] = [
        tag("p", prediction.error, class_="error") if prediction.error else None,
        _titled("Right answer", *(tag("p", answer, class_="gold") for answer in example.answers[:3])),
        _titled("Answer", tag("p", prediction.answer) if prediction.answer else None),
        _titled("Read from the figure", _reading(prediction.reading) if prediction.reading else None),
        _titled("Ranking", _ranking(example, prediction) if prediction.ranking else None),
        _titled(
            "Scores", tag("p", ", ".join(f"{name} {number(value)}" for name, value in case.scores.values))
        ),
        tag(
            "p",
            " · ".join([f"example {example.id}", example.group, *dict(example.tags).values()]),
            class_="faint",
        ),
    ]
    return tag("div", tag("div", *left), tag("div", *right), class_="inside")


def _titled(title: str, *children: Child) -> Markup | None:
    shown = [child for child in children if child is not None]
    return join(tag("h3", title), *shown) if shown else None


def _reading(reading: Reading) -> Markup:
    bars = [
        tag(
            "div",
            tag("i", style=f"width:{entity.probability * 6:.2f}rem"),
            f"{entity.text} {entity.probability:.2f}",
            class_="bar",
        )
        for entity in reading.entities[:_SHOWN]
    ]
    how = "abstained" if reading.abstained else reading.operation
    return join(tag("p", how, class_="faint") if how else None, *bars)


def _ranking(example: Example, prediction: Prediction) -> Markup:
    titles = {
        document.id: document.title for document in (*example.documents, *example.oracle) if document.title
    }
    places = list(enumerate(prediction.ranking, 1))
    first = next((place for place, key in places if key in example.gold), None)
    titled = [
        (place, key) for place, key in places if key in titles
    ] or places  # of an answer only what was read is kept
    shown = titled[:_SHOWN]
    shown += [(place, key) for place, key in places if place == first and (place, key) not in shown]
    rows = [
        tag("li", titles.get(key) or key, value=place, class_="gold" if key in example.gold else None)
        for place, key in shown
    ]
    missing = tag("p", "The gold paper is not in the ranking.", class_="error") if first is None else None
    return join(tag("ol", *rows), missing)
