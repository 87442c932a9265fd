"""Stages of a build as a worker runs them, over storage in a folder."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from citehop.errors import ConfigurationError, UnreachableError
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.parse import add_cache_keys, find_outcome
from citehop.indexes.build.report import BuildProgress
from citehop.indexes.build.scan import scan
from citehop.indexes.cache_paths import read_vectors
from citehop.indexes.distributed import stages
from citehop.indexes.distributed.bundles import bundle_source, unpack
from citehop.indexes.distributed.stages import (
    PaperTask,
    embed_task,
    encode_pages_task,
    fetch_results,
    parse_task,
)
from citehop.indexes.distributed.storage import SharedStorage
from citehop.indexes.embedding.model import model_for_build
from citehop.indexes.pages.build import update_pages
from citehop.indexes.pages.checkpoint import Checkpoint
from citehop.indexes.pages.index import open_pages
from citehop.indexes.pages.types import PageVectors, QueryVectors
from citehop.papers.clusters.library import create_library, library_folder
from citehop.papers.clusters.manifest import SourceFile, read_manifest
from citehop.settings import Settings, without_secrets

PAPERS = ("a", "anchor", "b", "bees", "compost", "dew", "oak-trees-grow")


def write_latex(path: Path) -> None:
    """A paper with an author: its id is made of it, not of the file's name."""
    path.write_text(
        r"\documentclass{article}\title{Trees Grow Slowly}\author{Ann Oak}\begin{document}\maketitle "
        r"\section{Growth} Trees grow slowly in the shade of other trees.\end{document}"
    )


def tasks_of(folder: Path, storage: SharedStorage, settings: Settings) -> list[PaperTask]:
    model, _ = model_for_build(settings)
    assert model is not None
    files = [add_cache_keys(file, settings) for file in scan(folder, 1 << 30)]
    return [PaperTask(file, settings, storage, model.name, model.key) for file in files]


def run_stages(folder: Path, task: PaperTask) -> None:
    task.storage.write(task.source, bundle_source(folder, task.file))
    parse_task(task)
    embed_task(task)


@pytest.fixture
def storage(tmp_path: Path) -> SharedStorage:
    return SharedStorage(str(tmp_path / "shared"))


def test_a_library_of_results_of_workers_is_that_of_one_process(
    corpus: Path, settings: Settings, storage: SharedStorage, tmp_path: Path
) -> None:
    (corpus / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (corpus / "more.jsonl").write_text(
        '{"id": "a", "title": "Nothing"}\n\n{"id": "b", "title": "Rain", "abstract": "It rains."}\n'
    )
    write_latex(corpus / "trees.tex")
    for task in tasks_of(corpus, storage, settings):
        run_stages(corpus, task)

    def prepare(target: Path, root: Path, files: object) -> None:
        assert all(fetch_results(task, target) for task in tasks_of(corpus, storage, settings))

    seen: list[BuildProgress] = []
    remote, local = (replace(settings, home=str(tmp_path / name)) for name in ("remote", "local"))
    for each in (remote, local):
        create_library("lab", each)
    made = add_to_library("lab", corpus, None, None, remote, seen.append, prepare)
    alone = add_to_library("lab", corpus, None, None, local)
    assert (made.build.parsed, made.build.embedded) == (0, 0)
    assert f"{made.build.chunks} passages stored" in made.build.summary()
    assert alone.build.parsed == 7  # all files but the broken one
    assert made.view.papers == alone.view.papers == PAPERS
    assert made.build.problems == alone.build.problems
    model, _ = model_for_build(settings)
    assert model is not None
    for paper in made.view.papers:
        vectors = [read_vectors(library_folder("lab", each), model.key, paper) for each in (remote, local)]
        assert vectors[0].keys() == vectors[1].keys()
        for key, vector in vectors[0].items():
            assert float(np.dot(vector, vectors[1][key])) > 0.999


def test_nothing_is_made_twice(corpus: Path, settings: Settings, storage: SharedStorage) -> None:
    task = tasks_of(corpus, storage, settings)[0]
    run_stages(corpus, task)
    made = {path: path.stat().st_mtime_ns for path in Path(storage.url).rglob("*.*")}
    assert {path.parent.name for path in made} == {"sources", "parsed", "vectors"}
    parse_task(task)
    embed_task(task)
    assert {path: path.stat().st_mtime_ns for path in Path(storage.url).rglob("*.*")} == made


def test_results_that_are_missing(
    corpus: Path, settings: Settings, storage: SharedStorage, tmp_path: Path
) -> None:
    task = tasks_of(corpus, storage, settings)[0]
    assert not fetch_results(task, tmp_path / "cluster")
    task.storage.write(task.source, bundle_source(corpus, task.file))
    parse_task(task)
    assert not fetch_results(task, tmp_path / "cluster"), "the vectors are missing"
    assert find_outcome(tmp_path / "cluster", task.file, settings) == task.file


def test_a_worker_without_the_model(corpus: Path, settings: Settings, storage: SharedStorage) -> None:
    task = tasks_of(corpus, storage, settings)[0]
    task.storage.write(task.source, bundle_source(corpus, task.file))
    parse_task(task)
    with pytest.raises(ConfigurationError, match="on a worker: embedding model other"):
        embed_task(replace(task, model="other", vectors="other-1.sentences"))


@pytest.mark.parametrize("name", ["../x.json", "/x.json", "papers/../../x.json"])
def test_a_bundle_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    with pytest.raises(ConfigurationError, match="do not trust this storage"):
        unpack(buffer.getvalue(), tmp_path / "inside")
    assert not list(tmp_path.rglob("x.json"))
    with pytest.raises(ConfigurationError, match="damaged"):
        unpack(b"PK nothing", tmp_path)


def test_sources_of_latex_are_whole(tmp_path: Path) -> None:
    paper = tmp_path / "papers" / "tree"
    (paper / "parts").mkdir(parents=True)
    (paper / "main.tex").write_text(r"\documentclass{article}\begin{document}\input{parts/a}\end{document}")
    (paper / "parts" / "a.tex").write_text("Trees grow.")
    (file,) = scan(tmp_path / "papers", 1 << 30)
    unpack(bundle_source(tmp_path / "papers", file), tmp_path / "copy")
    (copy,) = scan(tmp_path / "copy", 1 << 30)
    assert isinstance(copy, SourceFile)
    assert (copy.name, copy.sha256) == (file.name, file.sha256)


def test_storage_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="nosuch"):
        SharedStorage("nosuch://bucket/x").has("a")
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreachableError, match=r"storage .*file"):
        SharedStorage(str(tmp_path / "file")).write("a/b", b"")


class DarknessEncoder:
    """A page is its upper and its lower half, each the direction of how dark its four parts are."""

    def prepare(self, images: Sequence[Image.Image]) -> list[Image.Image]:
        return list(images)

    def encode(self, prepared: Sequence[Image.Image]) -> list[PageVectors]:
        boxes = np.array([[0, 0, 1, 0.5], [0, 0.5, 1, 1]], np.float32)
        return [PageVectors(self._rows(image), boxes) for image in prepared]

    def query(self, text: str) -> QueryVectors:
        return QueryVectors(np.eye(4, dtype=np.float32)[:1], (text,))

    def image_query(self, image: Image.Image) -> QueryVectors:
        return QueryVectors(self._rows(image), ("",) * 2)

    def batch_limit(self) -> int:
        return 4

    def _rows(self, image: Image.Image) -> np.ndarray:
        rows = 256 - np.asarray(image.convert("L").resize((4, 2)), np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def test_pages_that_workers_encoded_are_not_encoded_again(
    corpus: Path, settings: Settings, storage: SharedStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = Checkpoint("fake", "fake-1", Path("fake"), "1")
    monkeypatch.setattr(stages, "_page_encoder", lambda *_, **__: (checkpoint, DarknessEncoder()))
    tasks = [
        replace(task, page_model="fake", page_vectors="fake-1")
        for task in tasks_of(corpus, storage, settings)
    ]
    for task in tasks:
        run_stages(corpus, task)

    def prepare(target: Path, root: Path, files: object) -> None:
        assert not any(fetch_results(task, target) for task in tasks), "the pages are missing"
        for task in tasks:
            encode_pages_task(task)
        assert all(fetch_results(task, target) for task in tasks)

    create_library("lab", settings)
    add_to_library("lab", corpus, None, None, settings, None, prepare)
    folder = library_folder("lab", settings)
    manifest = read_manifest(folder)
    assert manifest
    report = update_pages(folder, manifest, checkpoint, settings)  # without an encoder
    assert (report.pages, report.encoded) == (4, 0)
    assert len(list(folder.glob("thumbnails/*/*.jpg"))) == 4
    pages = open_pages(folder, manifest, settings, DarknessEncoder())
    assert pages
    assert len(pages.search(pages.encode("dark"), 4)) == 4


def test_workers_get_no_keys(corpus: Path, settings: Settings) -> None:
    secret = replace(settings, qdrant_api_key="abc", api_key="def", chunk_tokens=99)
    assert without_secrets(secret) == replace(settings, chunk_tokens=99)
