"""Types of figures: by a model, by people, and of one's own figures."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.errors import UsageError
from citehop.evaluation.common.cluster_figures import captioned_figures
from citehop.evaluation.mmsci.figure_types import (
    CHART,
    label_types,
    show_types,
    types_in,
    with_labels,
    write_labels,
)
from citehop.evaluation.types import Example, Picture, Prediction
from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings
from citehop.testing import ModelServer
from citehop.testing.models.queue import QueueLLM

pytestmark = pytest.mark.usefixtures("one_at_a_time")


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("3", {"": 3}),
        ("**3** (microscopic)", {"": 3}),
        ("a: 1, b: 3", {"a": 1, "b": 3}),
        ("(A): 1\n(b) = 7", {"a": 1, "b": 7}),
        ("a: 9", {}),
        ("8", {}),
        ("13", {}),
        ("charts", {}),
        ("", {}),
    ],
)
def test_types_in_replies(reply: str, found: dict[str, int]) -> None:
    assert types_in(reply) == found


def figure(name: str, answer: str, category: str = "Physics") -> Example:
    return Example(
        name, "", (answer,) if answer else (), (Picture(name, ""),), tags=(("category", category),)
    )


def test_kappa_and_counts_by_hand() -> None:
    """Four panels: three agree. Labels 1 1 2 3, model 1 1 2 2: chance is (2*2 + 1*2 + 1*0) / 16."""
    examples = [figure("x", "a: 1, b: 1"), figure("y", "a: 2, b: 3"), figure("z", "", "Biology")]
    said = {"x": "1", "y": "a: 2, b: 2", "z": "5"}  # one type for all panels of x
    predictions = {key: Prediction(key, answer=text) for key, text in said.items()}
    types, agreement = show_types(examples, predictions, []).tables
    assert types.columns == ("Biology", "Physics")
    rows = dict(types.rows)
    assert (rows["Charts and graphs"], rows["Schematic diagrams"], rows["total"]) == ((0, 1), (0, 2), (1, 3))
    assert rows["Simulated images"] == (1, 0)
    expected = (3 / 4 - 6 / 16) / (1 - 6 / 16)
    assert list(dict(agreement.rows)["model with labels"]) == pytest.approx([4, expected])


def test_labels_are_read_by_number_or_name_and_faults_are_told(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(
        '{"image": "x", "panel": "B", "type": "Maps"}\n{"image": "x", "panel": "a", "type": 2}\n'
        '{"image": "y", "type": "7"}'
    )
    examples = with_labels([figure(name, "old") for name in "xyz"], path)
    assert [example.answers for example in examples] == [("a: 2, b: 6",), ("7",), ()]
    path.write_text('{"image": "x", "type": 8}')
    with pytest.raises(UsageError, match=r"labels\.jsonl line 1: needs image, panel and type"):
        with_labels(examples, path)


def test_figures_are_classified_by_the_command(
    tmp_path: Path, home: Path, drawn: ModuleType, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    data = drawn.mmsci(tmp_path / "mmsci")
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"image": "ncomms00001_figure_1.png", "panel": "a", "type": 1}')
    command = [
        "bench",
        "mmsci",
        "--data",
        str(data),
        "--task",
        "figure-type",
        "--labels",
        str(labels),
        "--json",
    ]
    with ModelServer(["a: 1, b: 2", "4"]) as server:
        model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
        assert main([*command, *model]) == 0
        assert "Experimental results" in json.dumps(server.received[0].body["messages"])
    found = json.loads(capsys.readouterr().out)
    assert found["overall"]["type accuracy"] == 1.0
    assert found["unscored"]["type accuracy"] == 1
    assert dict(found["tables"][0]["rows"])["total"] == [3]
    assert "Published: figure-type (text, appendix A.1.3)" in [table["title"] for table in found["tables"]]


def test_charts_are_labeled_by_their_paths_and_others_by_the_model(home: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(home), embedding_model="none", workers=1)
    build(FOLDER, "own", ANCHOR_FILE, settings)
    cluster = open_cluster("own", settings)
    figures = captioned_figures(cluster, settings, words=False)
    types = label_types([cluster], figures)
    assert 0 < len(types) < len(figures)
    for number, found in types.items():
        assert set(found) == {""}
        if "chart" in figures[number].caption.lower():
            assert found[""] == CHART
    unknown = [number for number in range(len(figures)) if number not in types]
    asked = label_types([cluster], figures, QueueLLM(default="3"))
    assert {number: found for number, found in asked.items() if number in types} == types
    assert all(asked[number] == {"": 3} for number in unknown)
    images = [f"{number}.png" for number in range(len(figures))]
    write_labels(tmp_path / "labels.jsonl", images, asked)
    examples = [Example(name, "", pictures=(Picture(name, name),)) for name in images]
    labeled = with_labels(examples, tmp_path / "labels.jsonl")
    assert [one.answers for one in labeled] == [(str(asked[n][""]),) for n in range(len(images))]
