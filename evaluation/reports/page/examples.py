"""The examples that scored below the best value, each with what led to its score."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ...runs.run_folder import RunFolder
from ...types import Example, Prediction, Scores

_SHOWN = 5  # places of a ranking


@dataclass(frozen=True, slots=True)
class Case:
    """An example with its prediction and scores; `score` is that of the headline metric, None when unscored.

    `replies` are those of its judges, by "METRIC@MODEL".
    """

    example: Example
    prediction: Prediction
    scores: Scores
    score: float | None
    replies: tuple[tuple[str, str], ...]

    @property
    def tags(self) -> str:
        """The tags as a JSON object."""
        return json.dumps(dict(self.example.tags), ensure_ascii=False)

    @property
    def gold_ranked(self) -> bool:
        return any(key in self.example.gold for key in self.prediction.ranking)

    @property
    def places(self) -> list[tuple[int, str, bool]]:
        """(place, title, True if gold) of the first places that have a title, and of the first gold one."""
        example = self.example
        titles = {one.id: one.title for one in (*example.documents, *example.oracle) if one.title}
        places = list(enumerate(self.prediction.ranking, 1))
        # Of an answer only the papers that were read are stored.
        shown = ([(place, key) for place, key in places if key in titles] or places)[:_SHOWN]
        first = next(((place, key) for place, key in places if key in example.gold), None)
        shown += [first] if first and first not in shown else []
        return [(place, titles.get(key) or key, key in example.gold) for place, key in shown]


def cases_below(folder: RunFolder, metric: str, best: float) -> list[Case]:
    """Examples of a run below `best` by `metric` or unscored: the unscored first, then the worst, ties in order."""
    predictions, scores, verdicts = folder.predictions, folder.scores, folder.verdicts
    cases = []
    for example in folder.examples:
        prediction = predictions.get(example.id, Prediction(example.id, error="not run"))
        line = scores[example.id]
        replies = tuple(
            (judge, by_id[example.id].reply) for judge, by_id in verdicts.items() if example.id in by_id
        )
        cases.append(Case(example, prediction, line, line.value(metric), replies))
    below = [case for case in cases if case.score is None or case.score < best]
    return sorted(below, key=lambda case: -1.0 if case.score is None else case.score)


def tag_choices(cases: Sequence[Case], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The values of each tag that occur, sorted."""
    return [(name, sorted({case.example.tag(name) for case in cases} - {""})) for name in names]
