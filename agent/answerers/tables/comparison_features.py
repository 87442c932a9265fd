"""Features of what an answer singles out or compares, in addition to the names that the question has to have.

`ablated`: if the question asks what happens to a system without a part, the cells belong to an entry that leaves a part
out (1) or do not (-1). For an extreme, `found_mention` is how much of the name that is singled out the question
mentions; such a name is then no answer. `mixed` says that the extreme is taken among different measures. For a value
computed from two cells, `side_extreme` says that one cell is the extreme that the question asks for, and `baseline`
that the name of one cell is that of a baseline.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....figures.entity_kinds import is_metric
from ....figures.label_match import tokens
from ....figures.types import Fact
from .ablation import asks_for_ablation, leaves_out
from .candidates import Axis, CellCandidate, NamedTable, find_extremes
from .table_request import TableRequest

NAMES = ("ablated", "found_mention", "mixed", "side_extreme", "baseline")
# Words in the names of baselines, with which other rows are compared.
_BASELINE = re.compile(
    r"\b(?:baselines?|full|complete|original|all|majority|pipeline|standard|none|default)\b", re.IGNORECASE
)
_SUMMARIES = frozenset(
    {"avg", "average", "mean", "overall", "total", "all", "macro", "micro", "top", "score"}
)


class ComparisonFeatures:
    """The question and its table: the values that these features of all candidates share."""

    def __init__(self, table: NamedTable, request: TableRequest) -> None:
        self._table, self._request = table, request
        names = table.matched.names
        self._ablates = asks_for_ablation(request.wording)
        self._left_out = frozenset(filter(leaves_out, (*names.rows, *names.columns))) if self._ablates else ()
        self._has_measures = has_measures(names.columns)
        self._extremes = dict[tuple[int, Axis], frozenset[Fact]]()

    def describe(self, candidate: CellCandidate) -> dict[str, float]:
        """Return the features of `candidate` that may differ from 0, by their name in NAMES."""
        names, facts, across = self._table.matched.names, candidate.facts, candidate.axis == "column"
        labels = [names.columns[fact.column] if across else names.rows[fact.row] for fact in facts]
        features = dict[str, float]()
        if self._ablates and candidate.operation != "beyond":
            features["ablated"] = 1.0 if any(label in self._left_out for label in labels) else -1.0
        if candidate.operation == "extreme":
            mentions = self._table.column_mentions if across else self._table.row_mentions
            features["found_mention"] = max(mentions[fact.column if across else fact.row] for fact in facts)
            features["mixed"] = float(across and self._has_measures)
        elif candidate.operation in ("difference", "ratio"):
            features["side_extreme"] = self._has_extreme(candidate)
            features["baseline"] = float(any(map(_BASELINE.search, labels)))
        return features

    def _has_extreme(self, candidate: CellCandidate) -> float:
        """Return 1 if one of the cells is the extreme of its column or row that the question asks for, otherwise 0."""
        extreme, axis, first = self._request.extreme, candidate.axis, candidate.facts[0]
        if extreme is None:
            return 0.0
        place = first.column if axis == "row" else first.row
        if (place, axis) not in self._extremes:
            names = self._table.matched.names
            cells = [fact for fact in names.facts if (fact.column if axis == "row" else fact.row) == place]
            caption = self._table.matched.text.caption
            found = find_extremes(names, self._request.question, extreme, cells, axis, caption)
            self._extremes[place, axis] = frozenset(found)
        return float(not self._extremes[place, axis].isdisjoint(candidate.facts))


def has_measures(columns: Sequence[str]) -> bool:
    """True if the names of the columns contain different measures, such as precision and recall."""
    measures = {
        frozenset(word for word in tokens(name) if word not in _SUMMARIES and is_metric(word))
        for name in columns
    }
    return len(measures - {frozenset[str]()}) > 1
