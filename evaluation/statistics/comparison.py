"""Comparison of runs over the same examples: two runs example by example, or several runs as rows of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import UsageError
from ..runs.run_folder import RunFolder
from ..types import Example, Prediction, Scores
from .bootstrap import Interval, cluster_bootstrap, paired_bootstrap, randomisation_test


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric in two runs, over the `n` examples that have a score in both.

    `first` and `second` are the means of the runs. `difference` is second - first with its 95% interval, and `p` the
    two-sided p-value, 0..1, of a randomization test.
    """

    metric: str
    n: int
    first: float
    second: float
    difference: Interval
    p: float


def compare_runs(first: RunFolder, second: RunFolder) -> list[Difference]:
    """Return the differences from `first` to `second` for each shared metric, in the order of the first run.

    Examples are paired by id and left out if either run has no score. Whole groups are resampled and swapped. Raises
    UsageError if the runs have no example or no metric in common, or ask different questions under one id.
    """
    groups = _groups(first, second)
    before, after = first.scores, second.scores
    metrics = [metric for metric, _ in next(iter(before.values()), Scores("", ())).values]
    shared = [
        metric for metric in metrics if metric in dict(next(iter(after.values()), Scores("", ())).values)
    ]
    if not shared:
        raise UsageError(f"{first.name} and {second.name} have no metric in common; compare runs of one task")
    found = [_difference(metric, before, after, groups) for metric in shared]
    return [difference for difference in found if difference.n]


def judge_warnings(first: RunFolder, second: RunFolder) -> list[str]:
    """Return a warning for each metric that has different judges in the two runs."""
    before, after = (
        {name: model for name, model in run.report.settings if name.endswith(" by")}
        for run in (first, second)
    )
    return [
        f"{name.removesuffix(' by')}: judged by {model} and by {after[name]}; not comparable"
        for name, model in before.items()
        if after.get(name, model) != model
    ]


def _groups(first: RunFolder, second: RunFolder) -> dict[str, str]:
    """Map the id of each example that both runs have to its group."""
    asked = {example.id: example for example in second.examples}
    shared = [(example, asked[example.id]) for example in first.examples if example.id in asked]
    if not shared:
        raise UsageError(
            f"{first.name} and {second.name} have no example in common; compare runs of one task"
        )
    # Ids are line numbers, so different question sets share them. Wording may differ between runs; groups may not.
    if any(a.group != b.group or a.gold != b.gold for a, b in shared):
        raise UsageError(
            f"{first.name} and {second.name} are about different questions; compare runs of one set"
        )
    return {a.id: a.group or a.id for a, _ in shared}


def _difference(
    metric: str, before: dict[str, Scores], after: dict[str, Scores], groups: dict[str, str]
) -> Difference:
    pairs = [
        (old, new, group)
        for key, group in groups.items()
        if (old := before[key].value(metric)) is not None and (new := after[key].value(metric)) is not None
    ]
    olds, news, grouped = [p[0] for p in pairs], [p[1] for p in pairs], [p[2] for p in pairs]
    n = len(pairs)
    return Difference(
        metric,
        n,
        sum(olds) / max(1, n),
        sum(news) / max(1, n),
        paired_bootstrap(news, olds, grouped),
        randomisation_test(news, olds, grouped) if n else 1.0,
    )


@dataclass(frozen=True, slots=True)
class ExampleDifference:
    """One example in two runs: its scores and outputs. An output is the answer, the error, or the best ranked ids."""

    example: Example
    first: float
    second: float
    first_output: str
    second_output: str

    @property
    def gain(self) -> float:
        """The second score minus the first."""
        return self.second - self.first


def compare_examples(first: RunFolder, second: RunFolder, metric: str) -> list[ExampleDifference]:
    """Return the examples that both runs scored by `metric`, the largest differences first, ties by id.

    Raises UsageError as `compare_runs` does.
    """
    groups = _groups(first, second)
    before, after, given, received = first.scores, second.scores, first.predictions, second.predictions
    found = [
        ExampleDifference(
            e, old, new, _describe_output(given.get(e.id)), _describe_output(received.get(e.id))
        )
        for e in first.examples
        if e.id in groups
        and (old := before[e.id].value(metric)) is not None
        and (new := after[e.id].value(metric)) is not None
    ]
    return sorted(found, key=lambda one: (-abs(one.gain), one.example.id))


def _describe_output(prediction: Prediction | None) -> str:
    if prediction is None:
        return ""
    return prediction.error or prediction.answer or ", ".join(prediction.ranking[:3])


@dataclass(frozen=True, slots=True)
class RunMeans:
    """The means of one run over `n` examples.

    `differences` from the first row and their `p_values` (paired randomization test) are empty for the first row.
    """

    label: str
    run: str
    n: int
    means: Mapping[str, Interval]
    differences: Mapping[str, Interval]
    p_values: Mapping[str, float]


def compare_with_first(runs: Sequence[tuple[str, RunFolder]]) -> list[RunMeans]:
    """Return a row for each (label, run), with the metrics that all runs have.

    Whole groups are resampled, such as the examples of one paper. An unscored example counts as 0.
    """
    rows: list[RunMeans] = []
    first: dict[str, list[float]] = {}
    all_scores = [folder.scores for _, folder in runs]
    metrics = _common_metrics(all_scores)
    for (label, folder), scores in zip(runs, all_scores, strict=True):
        examples = folder.examples
        names = [example.group or example.id for example in examples]
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
    """Return the metrics that every run has, in the order of the first run."""
    found = [[name for name, _ in next(iter(one.values())).values] for one in scores if one]
    return [name for name in (found[0] if found else ()) if all(name in names for names in found)]


def row_fields(row: RunMeans) -> dict[str, Any]:
    """Return a row as plain values for JSON: means by metric, bounds of their intervals, and paired differences."""
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
