"""Conversations and articles from the sample cluster, as files that a trainer loads."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from citehop.cli.main import main
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.types import BBox, Block, Figure, Paper
from citehop.settings import Settings
from citehop.training.articles import interleave
from citehop.training.figure_data import FigureData, Part, write_figure_data
from citehop.training.pairs import is_held_out


@pytest.fixture(scope="module")
def cluster(word_settings: Settings) -> Cluster:
    return open_cluster("sample", word_settings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def data(cluster: Cluster, word_settings: Settings, folder: Path) -> dict[Part, FigureData]:
    return write_figure_data([cluster], folder, word_settings)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def text(parts: list[dict[str, Any]]) -> str:
    return "\n".join(part["text"] for part in parts if part["type"] == "text")


def test_every_image_of_a_line_is_a_file_in_the_order_of_its_parts(
    data: dict[Part, FigureData], folder: Path
) -> None:
    assert data["train"].conversations
    for part in ("train", "held_out"):
        for row in rows(folder / part / "articles.jsonl"):
            assert sum(one["type"] == "image" for one in row["content"]) == len(row["images"])
        for row in rows(folder / part / "conversations.jsonl"):
            contents = [one for message in row["messages"] for one in message["content"]]
            assert [one["type"] for one in contents].count("image") == len(row["images"]) == 1
            assert [message["role"] for message in row["messages"][:2]] == ["user", "assistant"]
            for name in row["images"]:
                with Image.open(folder / name) as image:
                    assert image.width > 8


def test_answers_are_words_of_the_paper(data: dict[Part, FigureData], cluster: Cluster) -> None:
    kinds = set()
    for part in data.values():
        for one in part.conversations:
            kinds.add(one.kind)
            paper = cluster.paper(one.paper)
            source = " ".join(" ".join(block.text for block in paper.blocks).split())
            answers = [
                message.content[-1].text or "" for message in one.messages if message.role == "assistant"
            ]
            if one.kind == "matching":
                asked = one.messages[0].content[-1].text or ""
                assert any(line.startswith(f"{answers[0]}: ") for line in asked.splitlines())
            else:
                assert " ".join(answers[0].split()) in source
    assert kinds >= {"caption", "matching", "mentions"}


def test_a_figure_is_between_the_texts_around_its_caption(
    data: dict[Part, FigureData], cluster: Cluster, folder: Path
) -> None:
    found = 0
    for row in [*rows(folder / "train" / "articles.jsonl"), *rows(folder / "held_out" / "articles.jsonl")]:
        paper = next(paper for paper in cluster.papers() if row["id"] == f"sample-{paper.id}")
        assert row["content"][0]["text"].startswith(paper.title)
        images = iter(row["images"])
        for before, after in zip(row["content"], row["content"][1:], strict=False):
            if before["type"] == "image":
                name = next(images)
                figure = next(f for f in paper.figures if f.id.replace(":", "-") in name)
                assert after["text"].startswith(figure.caption)
                found += 1
        bibliography = [block.text for block in paper.blocks if block.kind == "reference"]
        assert not any(entry in text(row["content"]) for entry in bibliography)
    assert found == sum(len(one.images) for part in data.values() for one in part.articles) > 5


def test_parts_share_no_paper_and_no_option(data: dict[Part, FigureData], cluster: Cluster) -> None:
    held_out = {paper.id for paper in cluster.papers() if is_held_out(paper)}
    assert {one.paper for one in data["held_out"].conversations} <= held_out
    assert not {one.paper for one in data["train"].conversations} & held_out
    captions = {
        one.messages[1].content[0].text for one in data["held_out"].conversations if one.kind == "caption"
    }
    asked = [
        one.messages[0].content[-1].text or ""
        for one in data["train"].conversations
        if one.kind == "matching"
    ]
    assert not any(caption and caption in question for caption in captions for question in asked)


def test_the_command_writes_the_same_files_again(
    data: dict[Part, FigureData],
    word_settings: Settings,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CITEHOP_HOME", word_settings.home)
    assert data
    assert main(["make", "training-data", "sample", "--out", str(tmp_path / "again")]) == 0
    assert "of several" in capsys.readouterr().out
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert len(files) > 6
    for name in files:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
    assert "license: not known" in (folder / "DATA_SHEET.md").read_text()


def test_the_files_load_as_a_dataset(
    data: dict[Part, FigureData], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets")
    monkeypatch.chdir(folder)  # images are named from the folder
    files = str(folder / "train" / "conversations.jsonl")
    loaded = datasets.load_dataset("json", data_files=files, split="train", cache_dir=str(tmp_path))
    assert len(loaded) == len(data["train"].conversations)
    pictures = loaded.cast_column("images", datasets.Sequence(datasets.Image()))
    assert pictures[0]["images"][0].width > 8
    assert pictures[0]["messages"][0]["content"][0]["type"] == "image"


def test_parts_of_a_table_stay_together(cluster: Cluster) -> None:
    box = BBox(0, 0, 10, 10)
    table = Figure("p1:table1", "table", "Table 1", "Table 1: Scores.", 1, box)
    rest = Figure("p2:table1", "table", "Table 1", "", 2, box, continues=table.id)
    loose = Figure("p2:figure1", "figure", "Figure 1", "Figure 1: Not in the text.", 2, box)
    blocks = (
        Block("Before the table.", 1, box),
        Block("Table 1: Scores.", 1, box, "caption"),
        Block("x = y", 1, box, "equation"),
        Block("After the table.", 2, box),
    )
    paper = Paper("p", "A Title", blocks=blocks, figures=(table, loose, rest))
    article = interleave(cluster, paper, {one.id: f"{one.id}.png" for one in paper.figures})
    assert article is not None
    assert article.images == ("p1:table1.png", "p2:table1.png", "p2:figure1.png")
    assert [part.text for part in article.content] == [
        "A Title\n\nBefore the table.",
        None,
        None,
        "Table 1: Scores.\n\nAfter the table.",
        None,
        "Figure 1: Not in the text.",
    ]
    assert interleave(cluster, Paper("p", "A Title"), {}) is None
