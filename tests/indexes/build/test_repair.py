"""Damage of any file of a cluster is named when it is used, and the next build repairs it from the sources."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.errors import ConfigurationError, UsageError
from citehop.indexes.build import pipeline
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import Hit, SearchQuery
from citehop.papers.clusters.checksums import NOTICE, read_checksums
from citehop.papers.clusters.files import paper_file
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import read_manifest, write_manifest
from citehop.papers.serialization import to_json
from citehop.papers.types import BBox, Figure, Paper
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

from .test_verify import flip_bit

QUESTIONS = ("steel meshes at night", "error of microphones 7.42")


def use(settings: Settings) -> tuple[tuple[Paper, ...], list[list[Hit]]]:
    """All that a reader may see of the cluster."""
    cluster = open_cluster("garden", settings)
    index = open_index(cluster, settings)
    hits = [search_chunks(index, SearchQuery(question), 20) for question in QUESTIONS]
    papers = cluster.papers()
    for paper in papers:
        index.chunks(paper.id)
    assert cluster.summaries
    index.close()
    return papers, hits


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def files_of(folder: Path) -> list[Path]:
    """All files of the last build that have content; a new store has as many as the one before."""
    manifest = read_manifest(folder)
    assert manifest
    rooms = ["papers", "sources", "chunks", "citations", "summaries", "subjects", "vectors", "checksums"]
    rooms.append(f"store/{manifest.store.location}")
    files = [path for room in rooms for path in sorted((folder / room).rglob("*")) if path.is_file()]
    return [path for path in files if path.stat().st_size]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cut", "deleted", "flipped"])
def test_any_damaged_file_is_repaired(built: BuildReport, corpus: Path, settings: Settings, how: str) -> None:
    before = use(settings)
    for number in range(0, len(files_of(built.path)), 2 if how == "flipped" else 5):
        path = files_of(built.path)[number]
        name = path.relative_to(built.path).as_posix()
        if how == "cut":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        elif how == "deleted":
            path.unlink()
        else:
            flip_bit(path)
        cluster = open_cluster("garden", settings)
        if how == "flipped" or not name.startswith("vectors/"):
            assert verify_cluster(cluster, settings), name
        build(corpus, "garden", None, settings)
        assert verify_cluster(open_cluster("garden", settings), settings) == [], name
        assert use(settings) == before, name


def test_a_changed_text_is_refused_when_it_is_read(built: BuildReport, settings: Settings) -> None:
    (path,) = (built.path / "chunks").glob("dew.*")
    path.write_text(path.read_text().replace("Steel meshes", "Steel dishes"))
    index = open_index(open_cluster("garden", settings), settings)
    with pytest.raises(ConfigurationError, match=r"chunks/dew.*checksum differs\); index the folder again"):
        index.chunks("dew")
    assert (built.path / NOTICE).exists()


def test_a_shortened_store_is_refused_before_the_engine_maps_it(
    built: BuildReport, settings: Settings
) -> None:
    path = max((built.path / "store").rglob("*.dat"), key=lambda path: path.stat().st_blocks)
    with path.open("r+b") as stream:
        stream.truncate(100)
    with pytest.raises(ConfigurationError, match="100 bytes instead of"):
        open_index(open_cluster("garden", settings), settings)


@pytest.mark.slow
def test_a_damaged_store_is_one_line_and_never_another_exception(
    built: BuildReport, settings: Settings
) -> None:
    cluster = open_cluster("garden", settings)
    write_manifest(built.path, replace(cluster.manifest, checksums=""))
    for path in sorted((built.path / "store").rglob("*")):
        if path.is_file() and path.stat().st_size:
            raw = path.read_bytes()
            for changed in (b"\xff" * min(len(raw), 4096) + raw[4096:], bytes(len(raw))):
                path.write_bytes(changed)
                with contextlib.suppress(ConfigurationError):
                    use(settings)
            path.write_bytes(raw)


def test_a_manifest_with_a_changed_value_is_damaged(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    path = built.path / "manifest.json"
    path.write_text(path.read_text().replace('"anchor":null', '"anchor":"dew"'))
    with pytest.raises(ConfigurationError, match=r"manifest.json: damaged \(its checksum differs\)"):
        open_cluster("garden", settings)
    assert build(corpus, "garden", None, settings).parsed == 4, "nothing proves who made it"
    assert open_cluster("garden", settings).anchor is None


def test_a_cluster_without_checksums_opens_and_gets_them_with_the_next_build(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    before = use(settings)
    manifest = read_manifest(built.path)
    assert manifest
    first = read_checksums(built.path, manifest.checksums)
    write_manifest(built.path, replace(manifest, checksums=""))
    assert use(settings) == before
    report = build(corpus, "garden", None, settings)
    assert (report.parsed, report.embedded, report.stored) == (0, 0, 0)
    again = read_manifest(built.path)
    assert again
    assert read_checksums(built.path, again.checksums) == first


def test_a_damaged_copy_of_the_bib_file_must_be_given_again(
    corpus: Path, settings: Settings, tmp_path: Path
) -> None:
    bib = tmp_path / "more.bib"
    bib.write_text("@article{x, title = {A Title of its Own}, year = 2020}")
    build(corpus, "garden", None, settings, bib=bib)
    cluster = open_cluster("garden", settings)
    (cluster.path / "sources" / cluster.manifest.bib).write_text("@article{y, title = {Another}}")
    with pytest.raises(UsageError, match="--bib"):
        build(corpus, "garden", None, settings)
    build(corpus, "garden", None, settings, bib=bib)
    assert verify_cluster(open_cluster("garden", settings), settings) == []


@pytest.mark.parametrize("image", ["/etc/passwd", "figures/../../../secret.png"])
def test_an_image_outside_of_the_crops_is_refused(built: BuildReport, settings: Settings, image: str) -> None:
    manifest = read_manifest(built.path)
    assert manifest
    write_manifest(built.path, replace(manifest, checksums=""))
    cluster = open_cluster("garden", settings)
    figure = Figure("f", "figure", "Figure 1", "", 1, BBox(0, 0, 1, 1), image)
    path = paper_file(built.path, cluster.file("dew"))
    path.write_text(to_json(replace(cluster.paper("dew"), figures=(figure,))))
    with pytest.raises(ConfigurationError, match="outside the cluster"):
        open_cluster("garden", settings).paper("dew")


@pytest.mark.parametrize("depth", [1000, 200_000])
def test_a_deeply_nested_manifest_is_damaged(built: BuildReport, settings: Settings, depth: int) -> None:
    for deep in ("[" * depth, '{"a":' * depth):
        (built.path / "manifest.json").write_text(f'{{"schema":3,"name":{deep}')
        with pytest.raises(ConfigurationError, match=r"manifest\.json: damaged"):
            open_cluster("garden", settings)


def test_a_damaged_store_is_kept_until_a_complete_one_replaces_it(
    built: BuildReport, corpus: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = use(settings)
    store = built.path / "store" / open_cluster("garden", settings).manifest.store.location
    flip_bit(max(store.rglob("*.dat"), key=lambda path: path.stat().st_size))
    (built.path / NOTICE).touch()
    monkeypatch.setattr(pipeline, "write_manifest", interrupt)
    with pytest.raises(KeyboardInterrupt):
        build(corpus, "garden", None, settings)
    assert store.exists()
    monkeypatch.undo()
    build(corpus, "garden", None, settings)
    assert use(settings) == before
