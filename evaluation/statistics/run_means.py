"""Several runs over the same examples as rows of one table, each compared with the first."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..runs.run_folder import RunFolder
from ..types import Example, Scores
from .bootstrap import Interval, cluster_bootstrap, paired_bootstrap
from .randomisation import randomisation_test


@dataclass(frozen=True, slots=True)
class RunMeans:
    """Means of one run over `n` examples; `differences` and `p_values` (paired randomisation test) are from the first row.

    They are empty for the first row itself.
    """

    label: str
    run: str
    n: int
    means: Mapping[str, Interval]
    differences: Mapping[str, Interval]
    p_values: Mapping[str, float]


def compare_with_first(
    runs: Sequence[tuple[str, RunFolder]], groups: set[str] | None = None
) -> list[RunMeans]:
    """A row for each (label, run), over the examples of `groups` (all, where it is None), by the metrics that all runs have.

    Whole groups are resampled, as are those of one paper. An unscored example counts 0.
    """
    rows: list[RunMeans] = []
    first: dict[str, list[float]] = {}
    all_scores = [folder.scores for _, folder in runs]
    metrics = _common_metrics(all_scores)
    for (label, folder), scores in zip(runs, all_scores, strict=True):
        examples = [e for e in folder.examples if groups is None or _group(e) in groups]
        names = [_group(example) for example in examples]
        columns = {m: [scores[example.id].value(m) or 0.0 for example in examples] for m in metrics}
        rows.append(
            RunMeans(
                label,
                folder.name,
                len(examples),
                {metric: cluster_bootstrap(column, names) for metric, column in columns.items()},
                {m: paired_bootstrap(columns[m], base, names) for m, base in first.items()},
                {m: randomisation_test(columns[m], base, names) for m, base in first.items()},
            )
        )
        first = first or columns
    return rows


def _common_metrics(scores: Sequence[Mapping[str, Scores]]) -> list[str]:
    """The metrics that every run has, in the order of the first."""
    found = [[name for name, _ in next(iter(one.values())).values] for one in scores if one]
    return [name for name in (found[0] if found else ()) if all(name in names for names in found)]


def split_groups(examples: Sequence[Example]) -> tuple[set[str], set[str]]:
    """The groups of `examples` in two parts of equal size (the first larger by one at most), by a hash of their names."""
    names = {_group(example) for example in examples}
    ordered = sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())
    return set(ordered[::2]), set(ordered[1::2])


def row_fields(row: RunMeans) -> dict[str, Any]:
    """A row as plain values for JSON: means by metric, then bounds of intervals and of paired differences."""
    return {
        "strategy": row.label,
        "run": row.run,
        "n": row.n,
        **{metric: interval.mean for metric, interval in row.means.items()},
        "intervals": {metric: (interval.low, interval.high) for metric, interval in row.means.items()},
        "differences": {
            metric: {"mean": gain.mean, "low": gain.low, "high": gain.high, "p": row.p_values[metric]}
            for metric, gain in row.differences.items()
        },
    }


def _group(example: Example) -> str:
    return example.group or example.id
