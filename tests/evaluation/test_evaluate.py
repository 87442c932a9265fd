"""From examples to scores: what is run, kept, run again, and how failures count."""

import doctest
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from citehop.agent.llm.errors import BudgetError, ContextWindowError
from citehop.agent.types import Usage
from citehop.errors import ConfigurationError
from citehop.evaluation import types
from citehop.evaluation.evaluate import judge, predict, score
from citehop.evaluation.runs.resumable_jsonl import read_lines
from citehop.evaluation.types import Example, Prediction, Verdict

EXAMPLES = [Example(key, f"{key}?", answers=(key.upper(),)) for key in "abcd"]


def shout(example: Example) -> Prediction:
    return Prediction(example.id, answer=example.question[0].upper())


def exact(example: Example, prediction: Prediction) -> dict[str, float | None]:
    return {"exact": float(prediction.answer in example.answers)}


def test_the_example_in_the_docstring_runs(tmp_path: Path) -> None:
    assert doctest.testmod(types, extraglobs={"folder": tmp_path}) == doctest.TestResults(0, 6)


def test_failures_and_missing_answers_are_wrong_not_left_out(tmp_path: Path) -> None:
    def system(example: Example) -> Prediction:
        if example.id == "b":
            raise ValueError("no\nsuch thing")
        if example.id == "c":
            raise ContextWindowError("c is too long")
        return shout(example)

    predictions = predict(tmp_path / "p.jsonl", EXAMPLES[:3], system, workers=2)
    assert predictions["b"].error == "ValueError: no such thing"
    assert predictions["c"].error == "c is too long"
    scores = score(EXAMPLES, predictions, exact)
    assert [s.value("exact") for s in scores] == [1.0, 0.0, 0.0, 0.0]
    assert read_lines(tmp_path / "p.jsonl", Prediction) == predictions


@pytest.mark.parametrize("stop", [BudgetError("enough", Usage()), ConfigurationError("wrong key")])
def test_what_is_no_fault_of_an_example_stops_the_run_and_keeps_what_is_done(
    tmp_path: Path, stop: Exception
) -> None:
    asked = []

    def system(example: Example) -> Prediction:
        asked.append(example.id)
        if example.id == "c" and len(asked) == 3:
            raise stop
        return shout(example)

    path = tmp_path / "p.jsonl"
    with pytest.raises(type(stop)):
        predict(path, EXAMPLES, system)
    assert sorted(read_lines(path, Prediction)) == ["a", "b"]
    assert len(predict(path, EXAMPLES, system)) == 4
    assert asked == [*"abc", *"cd"]


def test_what_was_under_way_when_a_run_stopped_is_kept(tmp_path: Path) -> None:
    begun = threading.Barrier(3)

    def system(example: Example) -> Prediction:
        if example.id == "d":
            raise AssertionError("never started")
        begun.wait(10)
        if example.id == "a":
            raise BudgetError("enough", Usage())
        time.sleep(0.05)
        return shout(example)

    path = tmp_path / "p.jsonl"
    with pytest.raises(BudgetError):
        predict(path, EXAMPLES, system, workers=3)
    assert sorted(read_lines(path, Prediction)) == ["b", "c"]


def test_errors_are_tried_again_only_on_request(tmp_path: Path) -> None:
    down = True

    def system(example: Example) -> Prediction:
        if down and example.id == "d":
            raise OSError("down")
        return shout(example)

    path = tmp_path / "p.jsonl"
    predict(path, EXAMPLES, system)
    down = False
    assert predict(path, EXAMPLES, system)["d"].error
    assert predict(path, EXAMPLES, system, again=True)["d"].answer == "D"
    assert predict(path, EXAMPLES, system)["d"].answer == "D"


def test_a_judge_is_asked_once_about_each_answer_and_never_about_a_failure(tmp_path: Path) -> None:
    predictions = {"a": Prediction("a", answer="A"), "b": Prediction("b", error="down"), "c": Prediction("c")}
    asked = []

    def ask(example: Example, prediction: Prediction) -> Verdict:
        asked.append(example.id)
        return Verdict(example.id, None if example.id == "c" else 0.5, "reply")

    examples = [*EXAMPLES, Example("hidden", "?")]
    path = tmp_path / "v.jsonl"
    for _ in range(2):
        verdicts = judge(path, examples, predictions | {"hidden": Prediction("hidden")}, ask)
    assert asked == ["a", "c"]
    assert {key: verdict.score for key, verdict in verdicts.items()} == {
        "a": 0.5,
        "b": 0.0,
        "c": None,
        "d": 0.0,
    }
    scores = score(examples, predictions, lambda *_: {}, {"judge": verdicts})
    assert [s.value("judge") for s in scores] == [0.5, 0.0, None, 0.0, None]


SLOW = """
import sys, time
from pathlib import Path
from citehop.evaluation.evaluate import predict
from citehop.evaluation.types import Example, Prediction
def system(example):
    time.sleep(0.02)
    return Prediction(example.id, answer=str(time.time_ns()))
predict(Path(sys.argv[1]), [Example(str(n), "?") for n in range(200)], system)
"""


def test_a_run_killed_half_way_goes_on_without_asking_twice(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    running = subprocess.Popen([sys.executable, "-c", SLOW, str(path)])
    try:
        while len(read_lines(path, Prediction)) < 10:
            assert running.poll() is None
            time.sleep(0.02)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    before = read_lines(path, Prediction)
    assert 10 <= len(before) < 200
    with path.open("ab") as stream:
        stream.write(b'{"id":"77","answer":"half a')  # what a kill in the middle of a write leaves
    examples = [Example(str(n), "?") for n in range(200)]
    asked = []

    def system(example: Example) -> Prediction:
        asked.append(example.id)
        return Prediction(example.id, answer="new")

    after = predict(path, examples, system)
    assert len(asked) == 200 - len(before)
    assert {key: after[key] for key in before} == before
    assert len(path.read_bytes().splitlines()) == 200
