"""Intervals, tests and agreement: by hand, and against references."""

import json
import random
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.reports.report import Report, summarize
from citehop.evaluation.runs.run_folder import RunFolder, RunManifest
from citehop.evaluation.statistics.bootstrap import cluster_bootstrap, paired_bootstrap, randomisation_test
from citehop.evaluation.statistics.comparison import compare_examples
from citehop.evaluation.statistics.rater_agreement import Weights, cohen_kappa, load_ratings, rater_agreement
from citehop.evaluation.types import Example, Prediction, Scores, Verdict
from citehop.papers.serialization import to_json


def test_the_interval_widens_when_examples_move_together() -> None:
    scores = [0.0, 1.0] * 20
    alone = cluster_bootstrap(scores, list(range(40)))
    together = cluster_bootstrap(sorted(scores), [n // 5 for n in range(40)])
    assert alone.mean == together.mean == 0.5
    assert together.high - together.low > 1.5 * (alone.high - alone.low)
    # 40 coin flips: standard error of the mean .079
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.079, abs=0.06)


def test_intervals_repeat_and_do_not_depend_on_the_order() -> None:
    scores, groups = [0.1, 0.9, 0.4, 0.3], ["a", "a", "b", "c"]
    first = cluster_bootstrap(scores, groups, seed=7)
    assert first == cluster_bootstrap(scores[::-1], groups[::-1], seed=7)
    assert cluster_bootstrap([], []).mean == 0


def test_a_paired_interval_sees_a_small_steady_gain() -> None:
    baseline = [n / 50 for n in range(50)]
    better = [value + 0.01 for value in baseline]
    gain = paired_bootstrap(better, baseline, list(range(50)))
    assert (gain.low, gain.mean, gain.high) == pytest.approx((0.01, 0.01, 0.01))


def test_the_interval_is_that_of_resampled_groups() -> None:
    scores, groups = [0.0, 1.0, 1.0, 0.5, 0.25], ["a", "a", "b", "c", "c"]
    sums, sizes = np.array([1.0, 1.0, 0.75]), np.array([2.0, 1.0, 2.0])
    picks = np.random.default_rng(3).integers(0, 3, size=(2000, 3))
    means = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    interval = cluster_bootstrap(scores, groups, seed=3)
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])))
    assert interval.mean == pytest.approx(0.55)


def test_one_group_has_no_spread() -> None:
    interval = cluster_bootstrap([0.0, 1.0], ["a", "a"])
    assert (interval.low, interval.mean, interval.high) == (0.5, 0.5, 0.5)


def run(folder: Path, values: Sequence[float | None], prediction: Prediction, gold: str = "g") -> RunFolder:
    """A run with an example per score, "0", "1", ...; `prediction` is that of the first."""
    made = RunFolder(folder)
    examples = [Example(str(n), "q", gold=(gold,)) for n in range(len(values))]
    scores = [Scores(str(n), (("MRR", value),)) for n, value in enumerate(values)]
    made.begin(RunManifest("b", "t", (), ()), examples)
    made.predictions_file.write_text(to_json(prediction) + "\n", "utf-8")
    made.end(scores, Report("r", "t", "MRR", (), (), summarize(examples, scores, ())))
    return made


def test_the_largest_differences_come_first_and_unscored_examples_are_left_out(tmp_path: Path) -> None:
    first = run(tmp_path / "a", [0.5, 0.0, 1.0, None], Prediction("0", error="timeout"))
    second = run(tmp_path / "b", [0.75, 1.0, 0.0, 1.0], Prediction("0", ranking=("p", "q", "r", "s")))
    found = compare_examples(first, second, "MRR")
    assert [(one.example.id, one.gain) for one in found] == [("1", 1.0), ("2", -1.0), ("0", 0.25)]
    assert (found[2].first_output, found[2].second_output) == ("timeout", "p, q, r")
    assert found[0].first_output == ""


def test_runs_of_other_questions_are_not_compared(tmp_path: Path) -> None:
    first = run(tmp_path / "a", [0.5], Prediction("0"))
    second = run(tmp_path / "b", [0.5], Prediction("0"), gold="other")
    with pytest.raises(UsageError, match="different questions"):
        compare_examples(first, second, "MRR")


A = ["yes"] * 25 + ["no"] * 25
B = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15


def test_kappa_by_hand() -> None:
    assert cohen_kappa(A, B) == pytest.approx(0.4)  # agreed .7, by chance .5
    assert cohen_kappa([0, 0.5, 1], [0, 0.5, 1]) == 1
    assert cohen_kappa([0, 1], [1, 0]) == -1
    # observed distance 2; by chance (5 + 2 + 1) / 3
    assert cohen_kappa([0, 1, 2], [2, 1, 2], weights="linear") == pytest.approx(1 - 2 / (8 / 3))


def test_kappa_without_information_is_none_and_bad_ratings_are_refused() -> None:
    assert cohen_kappa([], []) is None
    assert cohen_kappa([1, 1], [1, 1]) is None
    with pytest.raises(ValueError, match="scale"):
        cohen_kappa([1], [6], categories=range(1, 6))
    with pytest.raises(ValueError, match="2 ratings against 1"):
        cohen_kappa([1, 2], [1])


@pytest.mark.parametrize(
    ("weights", "distance"),
    [
        ("none", lambda a, b: a != b),
        ("linear", lambda a, b: abs(a - b)),
        ("quadratic", lambda a, b: (a - b) ** 2),
    ],
)
def test_kappa_is_one_minus_observed_over_expected_distance(
    weights: Weights, distance: Callable[[int, int], float]
) -> None:
    draw = random.Random(5)
    for _ in range(200):
        first, second = ([draw.randint(1, 5) for _ in range(12)] for _ in range(2))
        observed = sum(distance(a, b) for a, b in zip(first, second, strict=True)) / 12
        expected = sum(distance(a, b) for a in first for b in second) / 144
        kappa = cohen_kappa(first, second, weights=weights, categories=range(1, 6))
        assert kappa == pytest.approx(1 - observed / expected)


def test_randomisation_by_hand() -> None:
    assert randomisation_test([1, 1, 1], [0, 0, 0]) == 2 / 8  # only all or none swapped are as extreme
    assert randomisation_test([1, 0], [0, 1]) == 1
    assert randomisation_test([0.3], [0.3]) == randomisation_test([], []) == 1
    assert randomisation_test([1, 1, 1], [0, 0, 0], ["a", "a", "b"]) == 2 / 4  # two groups, swapped whole


def test_few_groups_are_swapped_in_every_way() -> None:
    draw = random.Random(6)
    for _ in range(200):
        first, second = ([draw.random() for _ in range(6)] for _ in range(2))
        differences = [a - b for a, b in zip(first, second, strict=True)]
        sums = [
            sum(s * d for s, d in zip(signs, differences, strict=True))
            for signs in product((-1, 1), repeat=6)
        ]
        extreme = sum(abs(value) >= abs(sum(differences)) - 1e-12 for value in sums)
        assert randomisation_test(first, second) == pytest.approx(extreme / 64)


def test_sampled_p_values_are_near_the_exact_ones_and_repeat() -> None:
    first, second = [0.9, 0.4, 0.8, 0.1] * 5, [0.5, 0.5, 0.3, 0.2] * 5
    value = randomisation_test(first, second)
    assert value == randomisation_test(first[::-1], second[::-1])
    assert value == pytest.approx(randomisation_test(first, second, draws=40_000, seed=1), abs=0.01)
    assert randomisation_test([1.0] * 40, [0.0] * 40) == pytest.approx(2 / 10_001)


def test_under_the_null_one_in_twenty_is_below_a_twentieth() -> None:
    draw = np.random.default_rng(7)
    values = [
        randomisation_test(draw.normal(size=10).tolist(), draw.normal(size=10).tolist()) for _ in range(400)
    ]
    assert np.mean(np.array(values) <= 0.05) == pytest.approx(0.05, abs=0.03)


def test_a_judge_against_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge, people = tmp_path / "verdicts.jsonl", tmp_path / "people.csv"
    verdicts = [
        Verdict("a", 1.0),
        Verdict("b", 0.5),
        Verdict("c", 0.0),
        Verdict("d", None),
        Verdict("e", 1.0),
    ]
    judge.write_text("\n".join(map(to_json, verdicts)))
    people.write_text("id,rating\na,1\nb,1\nc,0\nd,0.5\n")
    found = rater_agreement(load_ratings(judge), load_ratings(people))
    assert (found.n, found.unpaired, found.same) == (3, 2, 2 / 3)
    assert found.plain == cohen_kappa([1, 0.5, 0], [1, 1, 0])
    assert found.quadratic == cohen_kappa([1, 0.5, 0], [1, 1, 0], weights="quadratic")
    assert main(["bench", "agreement", str(judge), str(people), "--scale", "0,0.5,1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plain"] == pytest.approx(found.plain)
    assert main(["bench", "agreement", str(judge), str(people)]) == 0
    assert "3 answers rated by both" in capsys.readouterr().out
    assert main(["bench", "agreement", str(judge), str(people), "--scale", "0,1"]) == 2
    assert "0.5 is not on the scale" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("r.jsonl", '{"id": 1, "rating": 1}\n{"id": 1, "rating": 0}', "line 2: 1 is rated twice"),
        ("r.jsonl", '{"id": 1}', "line 1: needs"),
        ("r.jsonl", "{", "not valid JSON"),
        ("r.jsonl", "[1]", "not a JSON object"),
        ("r.csv", "id,rating\na,good\n", "line 2: 'good' is no rating"),
        ("r.csv", "who,what\na,b\n", "needs"),
    ],
)
def test_files_that_hold_no_ratings_are_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=told):
        load_ratings(tmp_path / name)
    with pytest.raises(UsageError, match="cannot be read"):
        load_ratings(tmp_path / "absent.csv")


def test_raters_with_nothing_in_common_are_told() -> None:
    with pytest.raises(UsageError, match="no answer in common"):
        rater_agreement({"a": 1.0}, {"b": 1.0})
