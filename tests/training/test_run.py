"""Training from a cluster to a model that a build uses, with models of a few thousand weights."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE
from citehop.cli.sample_cluster import FOLDER as PAPERS
from citehop.errors import MissingExtraError, UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildProgress
from citehop.indexes.cluster_index import open_index
from citehop.indexes.embedding.locate import model_key
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.types import Paper
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings
from citehop.testing.page_model import write_page_model
from citehop.testing.text_model import write_text_model
from citehop.training.run import train_pages, train_reranker, train_text
from citehop.training.types import TrainingOptions, TrainingReport

SMALL = TrainingOptions(epochs=1, batch=4, rate=1e-3)


def build_sample(papers: Path, home: Path) -> Settings:
    """Settings whose home holds the cluster "sample" of these papers with the vectors of a tiny model."""
    model = write_text_model(home / "tiny")
    made = Settings(home=str(home), embedding_model=str(model), offline=True, workers=1, threads=1)
    build(papers, "sample", ANCHOR_FILE, made)
    return made


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return build_sample(PAPERS, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the anchor and five papers that it cites, among them RillNet."""
    folder = tmp_path_factory.mktemp("papers")
    for name in (ANCHOR_FILE, *sorted(path.name for path in PAPERS.glob("*.pdf"))[:5]):
        shutil.copy(PAPERS / name, folder)
    return folder


@pytest.fixture(scope="module")
def few_settings(few: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return build_sample(few, tmp_path_factory.mktemp("home"))


def none_but_first(paper: Paper) -> bool:
    return paper.title.startswith("RillNet")


def train(settings: Settings, folder: Path, stop_at: int = 0) -> TrainingReport:
    """Train on the sample cluster, interrupted after the step `stop_at` unless that is 0."""

    def listen(report: BuildProgress) -> None:
        if report.stage == "train" and report.done == stop_at:
            raise KeyboardInterrupt

    return train_text(
        ["sample"], folder, options=SMALL, held_out=none_but_first, settings=settings, progress=listen
    )


def test_a_trained_model_is_used_by_its_path(few: Path, settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    report = train(settings, folder)
    assert dict(report.pairs).keys() == {"caption", "citation", "title"}
    assert report.steps == -(-sum(dict(report.pairs).values()) // SMALL.batch)
    base = Path(settings.embedding_model)
    assert model_key(str(folder), folder).removeprefix("mine") != model_key(str(base), base).removeprefix(
        "tiny"
    )
    own = replace(settings, home=str(tmp_path / "home"), embedding_model=str(folder))
    build(few, "sample", ANCHOR_FILE, own)
    index = open_index(open_cluster("sample", own), own)
    assert search_chunks(index, SearchQuery("timing error of routing"), 5, "dense")
    index.close()
    sheet = (folder / "DATA_SHEET.md").read_text()
    assert "RillNet: Message Passing along Drainage Lines" in sheet
    assert "license: not known" in sheet
    assert not (folder / ".checkpoints").exists()
    assert train(settings, folder) == report  # over: nothing is done again


def test_an_interrupted_training_ends_with_the_same_weights(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citehop.training.trainer.EVERY", 5)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    expected = train(settings, whole)
    assert expected.steps > 12
    for stop_at in (7, 12):
        with pytest.raises(KeyboardInterrupt):
            train(settings, cut, stop_at)
    assert not (cut / "model.safetensors").exists()
    report = train(settings, cut)
    assert (report.steps, report.held_out) == (expected.steps, expected.held_out)
    assert (cut / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()


@pytest.mark.parametrize("kind", ["reranker", "pages"])
def test_every_other_model_interrupted_ends_with_the_same_weights(
    kind: str, settings: Settings, few_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("trainer", "pages"):
        monkeypatch.setattr(f"citehop.training.{module}.EVERY", 3)
    options = replace(SMALL, epochs=2 if kind == "pages" else 1)
    if kind == "pages":
        base = write_page_model(tmp_path / "base")
        settings = replace(few_settings, visual_model=str(base), visual_untrained=True)

    def run(folder: Path, stop_at: int = 0) -> TrainingReport:
        def listen(report: BuildProgress) -> None:
            if report.stage == "train" and report.done == stop_at:
                raise KeyboardInterrupt

        train = train_pages if kind == "pages" else train_reranker
        return train(
            ["sample"], folder, options=options, held_out=none_but_first, settings=settings, progress=listen
        )

    whole, cut = tmp_path / "whole", tmp_path / "cut"
    expected = run(whole)
    assert expected.steps > 5
    for stop_at in (2, 5):
        with pytest.raises(KeyboardInterrupt):
            run(cut, stop_at)
    report = run(cut)
    assert (report.steps, report.losses, report.held_out) == (
        expected.steps,
        expected.losses,
        expected.held_out,
    )
    assert (cut / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()


def test_a_folder_holds_one_training(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "mine", stop_at=2)
    with pytest.raises(UsageError, match="other papers or options"):
        train_text(["sample"], tmp_path / "mine", options=replace(SMALL, seed=1), settings=settings)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        train(settings, tmp_path / "full")
    assert (tmp_path / "full" / "notes.txt").read_text() == "mine"


def test_a_cluster_without_vectors_or_pairs(settings: Settings, tmp_path: Path) -> None:
    lonely = tmp_path / "lonely.jsonl"
    lonely.write_text('{"id": "a", "title": "Alone", "abstract": "Nobody is cited here."}\n')
    build(lonely, "lonely", None, settings)
    with pytest.raises(UsageError, match="too few to train"):
        train_text(["lonely"], tmp_path / "mine", options=SMALL, settings=settings)


def test_a_reranker_is_used_by_its_path(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "reranker"
    options = replace(SMALL, batch=8)
    report = train_reranker(["sample"], folder, options=options, held_out=none_but_first, settings=settings)
    assert {"caption", "citation"} >= dict(report.pairs).keys() >= {"citation"}
    index = open_index(open_cluster("sample", settings), replace(settings, reranker=str(folder)))
    query = SearchQuery("timing error of routing")
    assert index.reranker is not None
    rated = index.reranker.rate(query.text, ["timing error", "snow"])
    assert len(set(rated)) == 2
    assert sorted(hit.id for hit in search_chunks(index, query, 3))
    index.close()


def test_pages_are_learned_and_searched(few: Path, few_settings: Settings, tmp_path: Path) -> None:
    base, folder = write_page_model(tmp_path / "base"), tmp_path / "pages"
    visual = replace(few_settings, visual_model=str(base), visual_untrained=True)
    options = TrainingOptions(epochs=6, batch=4, rate=1e-3)
    report = train_pages(["sample"], folder, options=options, held_out=none_but_first, settings=visual)
    first, last = report.losses
    assert last < first
    assert [score.kind for score in report.held_out] == ["page"]
    own = replace(visual, home=str(tmp_path / "home"), visual_model=str(folder), embedding_model="none")
    build(few, "sample", ANCHOR_FILE, own)
    index = open_index(open_cluster("sample", own), own)
    assert search_chunks(index, SearchQuery("timing error"), 3, "pages")
    index.close()


def test_the_command_prints_the_measurement(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEHOP_HOME", settings.home)
    folder = tmp_path / "mine"
    arguments = [
        "train",
        "text",
        "sample",
        "--out",
        str(folder),
        "--epochs",
        "1",
        "--base",
        settings.embedding_model,
    ]
    assert main([*arguments, "--offline"]) == 0
    printed = capsys.readouterr().out
    assert f"use it with --embedding-model {folder}" in printed
    assert (
        main(["train", "text", "sample", "--out", str(folder), "--base", "no/such-model", "--offline"]) == 3
    )
    assert "no/such-model" in capsys.readouterr().err


def test_a_missing_extra_is_named_before_anything_is_loaded(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("citehop.training.run.find_base_model", lambda _: pytest.fail("a model is sought"))
    for train_model in (train_text, train_reranker, train_pages):
        with pytest.raises(MissingExtraError, match="training needs an extra"):
            train_model(["sample"], tmp_path / "mine", settings=settings)
