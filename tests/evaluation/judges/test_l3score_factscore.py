"""L3Score and FActScore*: the vectors of the specification, parsers strict and robust."""

from __future__ import annotations

from math import exp, log

import pytest

from citehop.agent.llm.errors import ModelReplyError
from citehop.agent.llm.types import Reply, TokenLogprob
from citehop.errors import ConfigurationError
from citehop.evaluation.judges.atomic_units import factscore, parse_rating, split_units
from citehop.evaluation.judges.l3score import FLOOR, judge_similarity, l3_score, l3_with
from citehop.evaluation.types import Example, Prediction
from citehop.testing import QueueLLM

OTHERS = [("x", log(0.05)), ("y", log(0.02)), ("z", log(0.01)), ("w", log(0.005))]
FILL = [("a", -9.0), ("b", -9.5), ("c", -10.0)]


@pytest.mark.parametrize(
    ("top", "score"),
    [
        ([("Yes", -0.1), ("No", -2.5), *FILL], 0.91683),
        ([("Yes", log(0.9)), *OTHERS], 0.994475),  # .9 / .905: the lowest seen is less than what is left
        ([("No", log(0.9)), *OTHERS], 0.005525),
        ([("Yes", 0.0), *[(str(n), -30.0) for n in range(4)]], 0.99999999),
        ([("maybe", -0.1), *FILL], 0),
        ([("Yes.", -0.1), ("no,", -3.0), *FILL], 0),
        ([], 0),
        ([(" YEAH\n", -0.1), ("yes", -2.0), ("no", -2.5), *FILL], exp(-0.1) / (exp(-0.1) + exp(-2.5))),
        ([("no", -2.5), ("yes", -0.1), *FILL], 0.91683),  # in whatever order
        ([("yes", log(0.98)), ("x", log(0.01))], 0.98 / 0.99),  # what is left to 1 is as little as the lowest
        ([("yes", log(0.97)), ("x", log(0.02))], 0.97 / 0.98),  # .01 left, less than .02
        ([("yes", log(0.7)), ("x", log(0.6))], 0.7 / (0.7 + FLOOR)),  # more than 1 in all
    ],
)
def test_vectors(top: list[tuple[str, float]], score: float) -> None:
    assert l3_score(top) == pytest.approx(score, abs=5e-6 if round(score, 5) == score else 1e-6)


def test_a_reply_without_log_probabilities_is_unscored() -> None:
    sure = Reply("Yes", logprobs=(TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.5))),))
    bare = Reply("Yes", logprobs=(TokenLogprob("Yes", -0.1),))
    llm = QueueLLM([sure, "Yes", bare, ModelReplyError("refused")])
    verdicts = [judge_similarity(llm, "?", "A", "B", id=str(n)) for n in range(4)]
    assert [v.score and round(v.score, 5) for v in verdicts] == [0.91683, None, None, None]
    assert verdicts[3].reply == "refused"
    assert (llm.requests[0].top_logprobs, llm.requests[0].temperature, llm.requests[0].max_tokens) == (
        5,
        0,
        1,
    )


def test_a_model_without_log_probabilities_is_told_before_all_are_asked() -> None:
    example, prediction = Example("1", "?", ("A",)), Prediction("1", answer="B")
    ask = l3_with(QueueLLM(default="Yes"))
    assert [ask(example, prediction).score for _ in range(4)] == [None] * 4
    with pytest.raises(ConfigurationError, match="log-probabilities"):
        ask(example, prediction)


@pytest.mark.parametrize(
    ("ratings", "score"),
    [
        ([5] * 5, exp(-1)),
        ([5] * 10, 1),
        ([3] * 20, 0.6),
        ([], 0),
        ([5, None], exp(1 - 5) / 2),
        ([4], 0.8 * exp(-9)),
    ],
)
def test_factscore_vectors(ratings: list[float | None], score: float) -> None:
    assert factscore(ratings) == pytest.approx(score)


@pytest.mark.parametrize(
    ("text", "strict", "robust"),
    [
        ("4", 4, 4),
        ("4.0", 0, 4),
        ("10", 0, None),
        ("4/5", 4, 4),
        ("Rating: 3.5 of 5", 3, 3.5),
        ("none", 0, None),
        ("", 0, None),
        ("-2", 2, None),
        ("7", 0, None),
        ("5.", 5, 5),
    ],
)
def test_ratings(text: str, strict: float, robust: float | None) -> None:
    assert parse_rating(text, strict=True) == strict
    assert parse_rating(text) == robust


def test_units() -> None:
    text = "Here they are:\n- A log-log plot\n  of loss.\n- Panel (b) is a UMAP.\n-\n"
    assert split_units(text) == ["A log-log plot of loss.", "Panel (b) is a UMAP."]
    assert split_units("1. One\n2) Two\n• Three") == ["One", "Two", "Three"]
    assert split_units("No list.") == []
    assert split_units("- A log-log plot\n- B", strict=True) == ["", "A log", "log plot", "B"]
