"""AutoACU by a language model: shares worked by hand, the penalty on length, replies that cannot be read."""

from __future__ import annotations

from math import exp

import pytest

from citehop.agent.llm.errors import ModelReplyError
from citehop.evaluation.evaluate import score
from citehop.evaluation.judges.atomic_units import atomic_units_with, length_penalty, parse_supported
from citehop.evaluation.types import Example, Prediction, Verdict
from citehop.testing import QueueLLM

EXAMPLE = Example("1", "How is it trained?", ("It is trained on trees with Adam.",))  # seven words


def test_recall_precision_and_f1_by_hand() -> None:
    units = "- It is trained on trees.\n- It uses Adam.\n- It is a model.\n- It has a loss."
    llm = QueueLLM(
        [units, '{"supported": [1, 2, 3]}', "- It uses Adam.\n- It is fast.", '{"supported": [1]}']
    )
    verdict = atomic_units_with(llm)(EXAMPLE, Prediction("1", answer="It is trained on trees by Adam, fast."))
    assert dict(verdict.parts) == {"recall": 3 / 4, "precision": 1 / 2, "F1": 2 * 0.75 * 0.5 / 1.25}
    assert verdict.score == pytest.approx(0.75 * exp(1 - 8 / 7))  # eight words for seven
    assert "trees with Adam" in llm.requests[0].messages[0].text
    assert (
        "by Adam, fast" in llm.requests[1].messages[0].text
    )  # the answer must support the units of the right one
    assert "1. It is trained on trees." in llm.requests[1].messages[0].text


@pytest.mark.parametrize(
    ("answer", "right", "expected"),
    [
        ("a b", "a b", 1.0),
        ("a", "a b", 1.0),
        ("a b c d", "a b", exp(-1)),
        ("a b c", "a b", exp(-0.5)),
        ("a", "", 1.0),
    ],
)
def test_only_a_longer_answer_is_penalised(answer: str, right: str, expected: float) -> None:
    assert length_penalty(answer, right) == pytest.approx(expected)
    assert length_penalty(answer, right, 0.5) == pytest.approx(expected**2)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ('{"supported": [1, 3]}', {1, 3}),
        ('Here: {"supported": ["2"]}', {2}),
        ('{"supported": []}', set()),
        ('{"supported": [4]}', None),
        ('{"supported": [0]}', None),
        ('{"supported": "all"}', None),
        ("1 and 3", None),
    ],
)
def test_supported_numbers(reply: str, found: set[int] | None) -> None:
    assert parse_supported(reply, 3) == found


def test_without_units_or_a_readable_reply_it_is_unscored() -> None:
    answered = Prediction("1", answer="Adam.")
    assert atomic_units_with(QueueLLM(["no list", "- A.", "{}"]))(EXAMPLE, answered).score is None
    assert (
        atomic_units_with(QueueLLM(["- A.", "?", "- A.", '{"supported": [1]}']))(EXAMPLE, answered).score
        is None
    )
    assert atomic_units_with(QueueLLM([ModelReplyError("refused")]))(EXAMPLE, answered).reply == "refused"
    silent = QueueLLM([])
    assert atomic_units_with(silent)(EXAMPLE, Prediction("1", answer="I don't know.")).score == 0


def test_parts_of_a_verdict_are_scores_of_their_own() -> None:
    examples = [Example(str(n), "?", ("A",)) for n in range(3)]
    verdicts = {"ACU": {"0": Verdict("0", 0.5, parts=(("recall", 1.0),)), "1": Verdict("1", 0.0)}}
    rows = score(examples, {}, lambda *_: {}, verdicts)
    assert [row.value("ACU") for row in rows] == [0.5, 0.0, None]
    assert [row.value("ACU recall") for row in rows] == [1.0, 0.0, None]
