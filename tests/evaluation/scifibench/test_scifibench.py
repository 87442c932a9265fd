"""SciFIBench: a data set in its layout, run with the scripted model server, stopped and gone on with."""

import json
from collections.abc import Mapping
from itertools import repeat
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.scifibench.benchmark import prepare, score
from citehop.evaluation.scifibench.data import MARK, spread_in_points
from citehop.evaluation.types import Example, Prediction
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, refused

pytestmark = pytest.mark.usefixtures("one_at_a_time")


def prompt_of(body: Mapping[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, drawn: ModuleType) -> Path:
    made: Path = drawn.scifibench(tmp_path_factory.mktemp("scifibench"))
    return made


def arguments(data: Path, server: ModelServer, *more: str) -> list[str]:
    model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
    return ["bench", "scifibench", "--data", str(data), *model, "--json", *more]


def test_a_run_stops_at_a_fault_and_goes_on(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script: list[ScriptedTurn | str] = ["A", "The answer is **B**.", refused(401, "no such key")]
    with ModelServer(script) as server:
        assert main(arguments(data, server)) == 3
    capsys.readouterr()
    with ModelServer(["A graph of loss.", "D", "e)", "I think the answer is A"]) as server:
        assert main(arguments(data, server)) == 0
        assert len(server.received) == 4  # the first two are not asked again
    fields = json.loads(capsys.readouterr().out)
    overall = fields["overall"]
    assert fields["n"] == 6
    assert overall["accuracy"] == pytest.approx(5 / 6)  # all but the graph
    assert overall["accuracy[strict]"] == pytest.approx(2 / 6)  # "A" and "D"
    assert overall["no letter"] == pytest.approx(1 / 6)
    content = server.received[0].body["messages"][-1]["content"]
    assert [part["type"] for part in content] == ["text", "image_url"]
    assert "A) Loss against epochs" in content[0]["text"]


def test_captions_to_figures_shows_five_pictures(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(repeat("C")) as server:
        assert main(arguments(data, server, "--task", "caption2figure")) == 0
    content = server.received[0].body["messages"][-1]["content"]
    assert len(content) == 6
    assert "Accuracy of the parser" in "".join(prompt_of(r.body) for r in server.received)
    assert json.loads(capsys.readouterr().out)["overall"]["accuracy"] == pytest.approx(1 / 6)


def test_without_a_model_the_words_in_the_figures_choose(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for task in ("figure2caption", "caption2figure"):
        command = [
            "bench",
            "scifibench",
            "--data",
            str(data),
            "--task",
            task,
            "--embedding-model",
            "none",
            "--json",
        ]
        assert main(command) == 0
        assert json.loads(capsys.readouterr().out)["overall"]["accuracy"] == 1


def examples(data: Path, home: Path, task: str, *options: str) -> tuple[Example, ...]:
    given = dict(pair.split("=") for pair in options)
    settings = Settings(home=str(home), model="m")
    (request,) = task_requests(find_benchmark("scifibench"), str(data), settings, task=task, given=given)
    return prepare(request).examples


def test_the_first_and_the_last_row(data: Path, home: Path) -> None:
    found = examples(data, home, "figure2caption")
    assert [example.id for example in found] == [str(n) for n in range(6)]
    assert found[0].options[0] == "Loss against epochs for the small encoder."
    assert (found[5].answers, found[5].tag("category")) == (("A",), "other cs")
    assert examples(data, home, "caption2figure")[1].question == "Accuracy of the parser by sentence length."


def test_random_negatives_keep_the_right_one_in_its_place(data: Path, home: Path) -> None:
    for task in ("figure2caption", "caption2figure"):
        plain = examples(data, home, task)
        drawn = examples(data, home, task, "negatives=random", "seed=1")
        assert drawn == examples(data, home, task, "negatives=random", "seed=1")
        assert drawn != examples(data, home, task, "negatives=random", "seed=2")
        for one, other in zip(plain, drawn, strict=True):
            right = "ABCDE".index(one.answers[0])
            assert one.options[right] == other.options[right]
            assert one.pictures[right % len(one.pictures)] == other.pictures[right % len(one.pictures)]
            assert len(set(other.options)) == 5
            assert len({picture.path for picture in other.pictures}) == len(other.pictures)


@pytest.mark.parametrize("task", ["figure2caption", "caption2figure"])
def test_chance_is_a_fifth(data: Path, home: Path, task: str) -> None:
    """Averaged over the five letters, one letter for all has what a blind choice has on average."""
    scored = [
        score(example, Prediction(example.id, answer=letter, reply=letter))["accuracy"]
        for example in examples(data, home, task)
        for letter in "ABCDE"
    ]
    assert sum(value or 0.0 for value in scored) / len(scored) == pytest.approx(0.2)


@pytest.mark.parametrize("mark", ["true", "wrong+ignore"])
def test_marks_stand_where_they_should_and_are_told(data: Path, home: Path, mark: str) -> None:
    with ModelServer(repeat("A")) as server:
        assert main(arguments(data, server, "--mark", mark, "--limit", "2")) == 0
    prompts = sorted(prompt_of(request.body) for request in server.received)
    assert len(prompts) == 2
    for prompt in prompts:
        assert "human expert" in prompt
        assert ("Do not heed" in prompt) == mark.endswith("ignore")
    for example in examples(data, home, "figure2caption", f"mark={mark}"):
        marked = [letter for letter, text in zip("ABCDE", example.options, strict=True) if MARK in text]
        assert len(marked) == 1
        assert (marked[0] in example.answers) == (mark == "true")


def test_reasoning_and_extraction_by_a_model(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Mapping[str, Any]) -> ScriptedTurn | str:
        return "D" if "was asked to choose" in prompt_of(body) else "It could be the fourth."

    more = ["--reasoning", "yes", "--extract", "model", "--limit", "4"]
    with ModelServer(script) as server:
        assert main(arguments(data, server, *more)) == 0
    assert all(
        "nothing else" not in prompt_of(r.body) for r in server.received if r.body["max_tokens"] == 1024
    )
    assert json.loads(capsys.readouterr().out)["overall"]["accuracy"] == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    ("reply", "answer", "error", "accuracy", "strict"),
    [
        ("B", "B", "", 1, 1),
        ("B\n", "B", "", 1, 0),
        ("B", "B", "lost", 0, 0),
        ("?", "", "", 0, 0),
        ("C", "C", "", 0, 0),
    ],
)
def test_strict_and_robust(reply: str, answer: str, error: str, accuracy: float, strict: float) -> None:
    found = score(Example("1", "?", ("B",)), Prediction("1", answer=answer, reply=reply, error=error))
    assert (found["accuracy"], found["accuracy[strict]"]) == (accuracy, strict)


@pytest.mark.parametrize(
    ("option", "told"),
    [("negatives=none", "adversarial, random"), ("seed=x", "whole number"), ("seeds=1", "known: split")],
)
def test_options_are_checked(data: Path, home: Path, option: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        examples(data, home, "figure2caption", option)


def test_missing_and_broken_downloads_are_told(tmp_path: Path, home: Path) -> None:
    with pytest.raises(UsageError, match="hf download"):
        examples(tmp_path, home, "figure2caption")
    (tmp_path / "CS_Figure2Caption.parquet").write_bytes(b"PAR1 broken")
    with pytest.raises(UsageError, match="not a readable Parquet file"):
        examples(tmp_path, home, "figure2caption")


def test_the_spread_is_in_points() -> None:
    values = [1.0] * 280 + [0.0] * 220  # 56% of 500
    assert spread_in_points(values) == pytest.approx(2.22, abs=0.02)
    assert spread_in_points([]) == 0
