"""Ranking metrics and intervals: hand-worked values and properties."""

from __future__ import annotations

import random
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.errors import UsageError
from citehop.evaluation.metrics.ranking import NDCG, HitRate, Recall, ReciprocalRank, parse_metric, score_all
from citehop.evaluation.statistics.bootstrap import cluster_bootstrap, paired_bootstrap

NAMES = ["MRR", "MAP", "MAP@3", "recall@3", "hit@1", "nDCG@10", "nDCG[linear]@20"]


@pytest.mark.parametrize(
    ("name", "ranking", "relevance", "value"),
    [
        ("MRR", "abc", {"c": 1}, 1 / 3),
        ("MRR", "aabc", {"b": 1}, 1 / 2),  # a repeated id holds one place
        ("MRR", "abc", {"z": 1}, 0),
        ("MRR", "abc", {"a": 0, "b": 1}, 1 / 2),  # grade 0 is not relevant
        ("recall@2", "abcd", {"a": 1, "c": 1, "d": 2, "z": 1}, 1 / 4),
        ("recall@2", "aab", {"b": 1}, 1),
        ("hit@2", "abc", {"b": 1, "c": 1}, 1),
        ("hit@1", "abc", {"b": 1}, 0),
        ("nDCG@3", "abc", {"b": 1}, 1 / log2(3)),
        ("nDCG@1", "abc", {"b": 1}, 0),
        ("nDCG[linear]@3", "abc", {"a": 1, "c": 3}, (1 + 3 / 2) / (3 + 1 / log2(3))),
        ("nDCG@3", "abc", {"a": 1, "c": 3}, (1 + 7 / 2) / (7 + 1 / log2(3))),
        ("nDCG@2", "ab", {"x": 1, "y": 1, "a": 1}, 1 / (1 + 1 / log2(3))),
        ("nDCG@2", "", {"x": 1}, 0),
        ("nDCG@2", "ab", {}, 0),
        ("recall@2", "ab", {}, 0),
        ("MAP", "abcd", {"a": 1, "c": 2, "z": 1}, (1 + 2 / 3) / 3),
        ("MAP@2", "abcd", {"a": 1, "c": 2}, 1 / 2),
        ("MAP", "aab", {"b": 1}, 1 / 2),
        ("MAP", "ab", {}, 0),
    ],
)
def test_hand_worked(name: str, ranking: str, relevance: dict[str, float], value: float) -> None:
    assert parse_metric(name)(list(ranking), relevance) == pytest.approx(value)


@pytest.mark.parametrize("name", NAMES)
def test_metrics_print_as_they_parse_and_compare_by_value(name: str) -> None:
    metric = parse_metric(name)
    assert str(metric) == name
    assert metric == parse_metric(name)
    assert len({metric, parse_metric(name)}) == 1
    assert metric != parse_metric("recall@99")


@pytest.mark.parametrize("name", ["mrr", "MRR@5", "MAP@0", "recall", "recall@0", "nDCG[exp]@3", "hit@-1", ""])
def test_unknown_metrics_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="unknown metric"):
        parse_metric(name)


@given(
    st.permutations("abcdefgh"), st.dictionaries(st.sampled_from("abcdefghij"), st.integers(0, 3), min_size=1)
)
def test_bounds_and_relations(ranking: list[str], relevance: dict[str, float]) -> None:
    scores = score_all(
        [ReciprocalRank(), Recall(3), HitRate(3), NDCG(3), NDCG(3, linear=True)], ranking, relevance
    )
    assert all(0 <= value <= 1 + 1e-9 for value in scores.values())
    assert (scores["hit@3"] == 1) == (scores["MRR"] >= 1 / 3) == (scores["recall@3"] > 0)
    ideal = sorted(ranking, key=lambda key: -relevance.get(key, 0))
    if any(relevance.get(key, 0) for key in ranking) and not set(relevance) - set(ranking):
        assert NDCG(3)(ideal, relevance) == pytest.approx(1)


@given(st.permutations("abcdefgh"), st.sampled_from("abcdefgh"))
def test_with_one_relevant_id_ndcg_at_1_is_recall_at_1(ranking: list[str], target: str) -> None:
    assert (
        NDCG(1)(ranking, {target: 1}) == Recall(1)(ranking, {target: 1}) == HitRate(1)(ranking, {target: 1})
    )


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


def test_ranking_metrics_equal_those_of_ir_measures_on_random_rankings() -> None:
    import ir_measures

    names = {  # ours: theirs; trec_eval's nDCG has the linear gain
        "MRR": "RR",
        "MAP": "AP",
        "MAP@5": "AP@5",
        "recall@5": "R@5",
        "hit@5": "Success@5",
        "nDCG[linear]@5": "nDCG@5",
        "nDCG@5": "nDCG(gains={0:0,1:1,2:3,3:7})@5",
    }
    draw = random.Random(4)
    rankings, judged = {}, {}
    for number in range(1000):
        ids = [f"d{n}" for n in range(draw.randint(2, 15))]
        rankings[str(number)] = draw.sample(ids, draw.randint(1, len(ids)))
        judged[str(number)] = {key: draw.randint(0, 3) for key in ids} | {ids[0]: 1}
    run = {query: {key: -float(place) for place, key in enumerate(ids)} for query, ids in rankings.items()}
    compared = 0
    for name, theirs in names.items():  # one at a time: together, one may take over the other's gains
        metric = parse_metric(name)
        for found in ir_measures.iter_calc([ir_measures.parse_measure(theirs)], judged, run):
            ours = metric(rankings[found.query_id], judged[found.query_id])
            assert ours == pytest.approx(found.value), (name, found.query_id)
            compared += 1
    assert compared == 7000
