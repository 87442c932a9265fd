"""Ranking metrics: hand-worked values, properties, and a second implementation on random rankings."""

import random
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.errors import UsageError
from citehop.evaluation.metrics.ranking import parse_metric, score_ranking

NAMES = ["MRR", "MAP", "MAP@3", "recall@3", "hit@1", "nDCG@10"]


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
    assert score_ranking([name], list(ranking), relevance) == {name: pytest.approx(value)}


def test_scores_are_named_as_asked_for_and_a_question_without_a_ranking_counts_0() -> None:
    assert list(score_ranking(NAMES, ["b", "a"], {"a": 1})) == NAMES
    assert set(score_ranking(NAMES, [], {"a": 1}).values()) == {0.0}


def test_grades_that_are_no_whole_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        score_ranking(["MRR"], ["a"], {"a": 0.5})


@pytest.mark.parametrize(
    "name", ["mrr", "MRR@5", "MAP@0", "recall", "recall@0", "nDCG[linear]@3", "hit@-1", ""]
)
def test_unknown_metrics_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="unknown metric"):
        parse_metric(name)


@given(
    st.permutations("abcdefgh"), st.dictionaries(st.sampled_from("abcdefghij"), st.integers(0, 3), min_size=1)
)
def test_bounds_and_relations(ranking: list[str], relevance: dict[str, float]) -> None:
    scores = score_ranking(["MRR", "recall@3", "hit@3", "nDCG@3"], ranking, relevance)
    assert all(0 <= value <= 1 + 1e-9 for value in scores.values())
    assert (scores["hit@3"] == 1) == (scores["MRR"] >= 1 / 3) == (scores["recall@3"] > 0)
    ideal = sorted(ranking, key=lambda key: -relevance.get(key, 0))
    if any(relevance.get(key, 0) for key in ranking) and not set(relevance) - set(ranking):
        assert score_ranking(["nDCG@3"], ideal, relevance)["nDCG@3"] == pytest.approx(1)


@given(st.permutations("abcdefgh"), st.sampled_from("abcdefgh"))
def test_with_one_relevant_id_ndcg_at_1_is_recall_at_1(ranking: list[str], target: str) -> None:
    scores = score_ranking(["nDCG@1", "recall@1", "hit@1"], ranking, {target: 1})
    assert len(set(scores.values())) == 1


def by_hand(name: str, ranking: list[str], grades: dict[str, int]) -> float:
    """The metric by its definition."""
    metric, _, cut = name.partition("@")
    right = {key for key, grade in grades.items() if grade > 0}
    top = ranking[: int(cut)] if cut else ranking
    places = [place for place, key in enumerate(top, 1) if key in right]
    if metric == "MRR":
        return 1.0 / places[0] if places else 0.0
    if metric == "MAP":
        return sum(found / place for found, place in enumerate(places, 1)) / len(right)
    if metric == "recall":
        return len(places) / len(right)
    if metric == "hit":
        return float(bool(places))
    gains = [2.0 ** grades.get(key, 0) - 1 for key in top]
    best = sorted((2.0**grade - 1 for grade in grades.values()), reverse=True)[: int(cut)]
    return sum(g / log2(n + 1) for n, g in enumerate(gains, 1)) / sum(
        g / log2(n + 1) for n, g in enumerate(best, 1)
    )


def test_metrics_equal_their_definitions_on_random_rankings() -> None:
    names = ["MRR", "MAP", "MAP@5", "recall@5", "hit@5", "nDCG@5"]
    draw = random.Random(4)
    for _ in range(500):
        ids = [f"d{n}" for n in range(draw.randint(2, 15))]
        ranking = draw.sample(ids, draw.randint(1, len(ids)))
        grades = {key: draw.randint(0, 3) for key in ids} | {ids[0]: 1}
        scores = score_ranking(names, ranking, grades)
        assert scores == {name: pytest.approx(by_hand(name, ranking, grades)) for name in names}
