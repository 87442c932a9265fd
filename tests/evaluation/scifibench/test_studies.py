"""SciFIBench's studies: distances, balance, orders and options alone, by hand and through the command."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from citehop.cli.main import main
from citehop.evaluation.common.cluster_figures import Captioned, JointVectors
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.scifibench.data import (
    balance_table,
    by_difficulty,
    first_of_each_category,
    in_orders,
    mean_distance,
    order_tables,
)
from citehop.evaluation.scifibench.make import choose_questions, picture_name, write_choices
from citehop.evaluation.types import Example, Prediction, Scores
from citehop.settings import Settings
from citehop.testing import ModelServer

pytestmark = pytest.mark.usefixtures("one_at_a_time")
LETTERS = "ABCDE"


def asked(key: str, right: str, category: str, distance: float = 0.0) -> Example:
    tags = (("category", category), ("distance", str(distance)))
    return Example(key, "?", (right,), options=("v", "w", "x", "y", "z"), group=key, tags=tags)


def test_distances_by_hand() -> None:
    vectors = np.array([[0, 0], [3, 4], [0, 1], [6, 8]], dtype=np.float32)
    assert mean_distance(vectors, 0, [1, 2, 3]) == pytest.approx((5 + 1 + 10) / 3)
    assert mean_distance(vectors, 1, [0]) == 5


def test_the_most_difficult_come_first_in_quarters() -> None:
    examples = [asked(str(n), "A", "c", distance) for n, distance in enumerate((0.9, 0.1, 0.5, 0.1))]
    ordered = by_difficulty(examples, Settings())
    assert [example.id for example in ordered] == ["1", "3", "2", "0"]  # ties by id
    assert [example.tag("difficulty") for example in ordered] == [
        "1 hardest",
        "2 hard",
        "3 easy",
        "4 easiest",
    ]


def test_categories_are_balanced_and_weighed_equally() -> None:
    examples = [asked(str(n), "A", "ab"[n // 3]) for n in range(4)]  # three of a, one of b
    assert [example.id for example in first_of_each_category(examples, 2)] == ["0", "1", "3"]
    scores = [Scores(str(n), (("accuracy", float(n in (0, 3))),)) for n in range(4)]
    rows = dict(balance_table(examples, scores, "accuracy").rows)
    assert list(rows["a"]) == pytest.approx([3, 75, 100 / 3])
    assert rows["categories weighed equally"][2] == pytest.approx((100 / 3 + 100) / 2)


def test_orders_are_rotations_that_keep_the_right_option() -> None:
    first, second, third = in_orders([asked("7", "B", "c")], 3)
    assert (first.id, first.options, first.answers) == ("7", ("v", "w", "x", "y", "z"), ("B",))
    assert (second.id, second.options, second.answers) == ("7#2", ("w", "x", "y", "z", "v"), ("A",))
    assert (third.id, third.options, third.answers) == ("7#3", ("x", "y", "z", "v", "w"), ("E",))
    assert [example.tag("place") for example in (first, second, third)] == ["B", "A", "E"]


def test_tables_of_orders_by_hand() -> None:
    """Of two questions in two orders one is always answered by its right option, the other always by A."""
    examples = in_orders([asked("1", "B", "c"), asked("2", "A", "c")], 2)
    said = {"1": "B", "1#2": "A", "2": "A", "2#2": "A"}  # the right option of 2#2 is E
    predictions = {key: Prediction(key, answer=letter) for key, letter in said.items()}
    scores = [Scores(e.id, (("accuracy", float(said[e.id] == e.answers[0])),)) for e in examples]
    order, letters = order_tables(examples, predictions, scores, "accuracy")
    rows = dict(order.rows)
    assert rows["order 1"] == (2, 100)
    assert rows["order 2"] == (2, 50)
    assert rows["largest difference of orders"] == (2, 50)
    assert rows["same option in all orders"] == (2, 50)
    assert rows["right option at A"] == (2, 100)
    assert rows["right option at E"] == (1, 0)
    assert dict(letters.rows)["chosen"] == (75, 25, 0, 0, 0)
    assert dict(letters.rows)["right"] == (50, 25, 0, 0, 25)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, drawn: ModuleType) -> Path:
    made: Path = drawn.scifibench(tmp_path_factory.mktemp("scifibench"))
    return made


def test_a_model_that_always_says_a_is_found_out_by_orders(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "scifibench", "--data", str(data), "--orders", "5", "--limit", "2", "--json"]
    with ModelServer(lambda _: "A") as server:
        model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
        assert main([*command, *model]) == 0
        assert len(server.received) == 10
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 10
    assert found["overall"]["accuracy"] == pytest.approx(0.2)  # each option is at A once
    assert found["by_place"]["A"]["accuracy"] == 1.0
    tables = {table["title"]: dict(table["rows"]) for table in found["tables"]}
    assert tables["Option order"]["same option in all orders"] == [2, 0]
    assert tables["Letters, %"]["chosen"] == [100, 0, 0, 0, 0]
    assert main([*command[:-3], "--orders", "6"]) == 2
    assert "--orders must be 1 to 5" in capsys.readouterr().err


def test_options_alone_go_without_the_figure(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Mapping[str, Any]) -> str:
        content = body["messages"][-1]["content"]
        text = content if isinstance(content, str) else content[0]["text"]
        assert "image_url" not in json.dumps(content)
        assert "you do not see it" in text
        return "A"

    command = ["bench", "scifibench", "--data", str(data), "--inputs", "options", "--json"]
    with ModelServer(script) as server:
        model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
        assert main([*command, *model]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["overall"]["accuracy"] == pytest.approx(2 / 6)  # the right letters are A B C D E A
    assert any("captions alone" in note for note in found["notes"])
    assert not any(table["title"].startswith("Published") for table in found["tables"])
    assert main([*command[:4], "--task", "caption2figure", *command[4:], "--model", "openai/x"]) == 2


def test_own_questions_carry_their_distances_and_are_sorted_by_them(
    tmp_path: Path, home: Path, drawn: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven figures on a line: those in the middle have nearer neighbors, so they are more difficult."""
    at = np.array([0.0, 0.1, 0.15, 0.2, 0.25, 0.4, 1.2])
    vectors = np.stack([np.cos(at), np.sin(at)], axis=1).astype(np.float32)
    figures = [
        Captioned(f"p{n % 2}", f"Caption number {n} of all", "", drawn.figure(str(n))) for n in range(7)
    ]
    questions = [
        replace(one, tier="silver") for one in choose_questions(figures, JointVectors(vectors, vectors))
    ]
    write_choices(tmp_path / "all", questions, {picture_name(one): one.png for one in figures}.__getitem__)
    command = ["bench", "scifibench", "--split", "Silver", "--embedding-model", "none", "--json"]
    assert main([*command, "--data", str(tmp_path / "all"), "--sort", "difficulty", "--limit", "3"]) == 0
    run = json.loads(capsys.readouterr().out)["run"]
    distances = {n: np.mean(sorted(np.linalg.norm(vectors - vectors[n], axis=1))[1:5]) for n in range(7)}
    hardest = sorted(distances, key=lambda n: distances[n])[:3]
    examples = RunFolder(home / "runs" / run).examples
    right = [example.options["ABCDE".index(example.answers[0])] for example in examples]
    assert right == [figures[n].caption for n in hardest]
    assert (
        main([*command, "--data", str(tmp_path / "all"), "--per-category", "2", "--task", "caption2figure"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["n"] == 4


def test_released_figures_have_no_distances(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "scifibench", "--data", str(data), "--task", "caption2figure", "--sort", "difficulty"]
    assert main(command) == 2
    assert "captions of the wrong figures are unknown" in capsys.readouterr().err
