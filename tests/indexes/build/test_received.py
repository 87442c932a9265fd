"""Clusters and libraries from another machine: nothing in them is reused, and forged text is found."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.agent.session import open_session
from citehop.cli.sample_cluster import FOLDER
from citehop.errors import ConfigurationError, UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.stores.embedded import EdgeStore
from citehop.indexes.stores.types import Point
from citehop.indexes.text.sparse import document_vector
from citehop.papers.clusters.checksums import compute_checksum, read_checksums, write_checksums
from citehop.papers.clusters.files import read_build_file
from citehop.papers.clusters.library import create_library
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import is_built_here, read_manifest, write_manifest
from citehop.papers.types import Paper
from citehop.settings import Settings

FORGED = "The authors admit fraud."


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three papers."""
    folder = tmp_path_factory.mktemp("papers")
    for path in sorted(FOLDER.glob("*.pdf"))[:3]:
        shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def sent(papers: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`papers` indexed as "sample" on this machine."""
    settings = Settings(home=str(tmp_path_factory.mktemp("home")), embedding_model="none")
    return build(papers, "sample", settings=settings).path


@pytest.fixture
def settings(sent: Path, tmp_path: Path) -> Settings:
    """The settings of another machine, which received the folder of the cluster "sample"."""
    shutil.copytree(sent, tmp_path / "other" / "clusters" / "sample")
    return Settings(home=str(tmp_path / "other"), embedding_model="none")


def forge(folder: Path, part: str, old: str, new: str) -> None:
    """Replace text in every file of a part of the cluster, with checksums and a manifest that agree with it."""
    changed = 0
    for path in sorted((folder / part).rglob("*")):
        if path.is_file() and old in (text := path.read_text("utf-8")):
            path.write_text(text.replace(old, new), "utf-8")
            changed += 1
    assert changed
    manifest = read_manifest(folder)
    assert manifest is not None
    known = read_checksums(folder, manifest.checksums)
    key = write_checksums(folder, {name: compute_checksum(folder / name) for name in known})
    write_manifest(folder, replace(manifest, checksums=key))


def sentence_of(folder: Path) -> str:
    """A sentence of one paper."""
    paths = sorted((folder / "papers").glob("*.json"))
    blocks = [block for path in paths for block in read_build_file(Paper, path).blocks]
    return next(block.text for block in blocks if len(block.text) > 200 and block.text.isascii())[:80]


def test_forged_text_does_not_survive_an_index_of_the_true_papers(papers: Path, settings: Settings) -> None:
    folder = settings.home_path / "clusters" / "sample"
    forge(folder, "papers", sentence_of(folder), FORGED)
    report = build(papers, "sample", settings=settings)
    cluster = open_cluster("sample", settings)
    assert report.parsed == report.papers - report.abstracts
    assert "not built on this machine" in report.warnings[0]
    assert not any(FORGED in block.text for paper in cluster.papers() for block in paper.blocks)
    assert is_built_here(folder)
    assert build(papers, "sample", settings=settings).parsed == 0


@pytest.mark.parametrize("part", ["papers", "chunks", "summaries"])
def test_verify_names_forged_text(settings: Settings, part: str) -> None:
    folder = settings.home_path / "clusters" / "sample"
    assert [each.part for each in verify_cluster(open_cluster("sample", settings), settings)] == []
    word = "network" if part == "summaries" else sentence_of(folder).split()[5]
    forge(folder, part, word, "fraud")
    found = verify_cluster(open_cluster("sample", settings), settings)
    assert part in {each.part.partition("/")[0] for each in found}


def test_a_forged_store_is_named(settings: Settings) -> None:
    folder = settings.home_path / "clusters" / "sample"
    manifest = read_manifest(folder)
    assert manifest is not None
    store = EdgeStore.open(folder / "store" / manifest.store.location)
    paper_id, _, _ = manifest.store.papers[0]
    store.upsert([Point(f"{paper_id}:0000", paper_id, "text", document_vector(FORGED), None, FORGED)])
    store.close()
    forge_checksums(folder)
    assert [each.part for each in verify_cluster(open_cluster("sample", settings), settings)] == ["store"]


def forge_checksums(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest is not None
    base = folder / "store" / manifest.store.location
    known = dict(read_checksums(folder, manifest.checksums))
    known = {name: each for name, each in known.items() if not name.startswith("store/")}
    known |= {
        path.relative_to(folder).as_posix(): compute_checksum(path)
        for path in base.rglob("*")
        if path.is_file()
    }
    write_manifest(folder, replace(manifest, checksums=write_checksums(folder, known)))


def test_planted_results_of_a_first_build_are_not_used(papers: Path, settings: Settings) -> None:
    folder = settings.home_path / "clusters" / "sample"
    forge(folder, "papers", sentence_of(folder), FORGED)
    (folder / "manifest.json").unlink()
    build(papers, "sample", settings=settings)
    cluster = open_cluster("sample", settings)
    assert not any(FORGED in block.text for paper in cluster.papers() for block in paper.blocks)


def test_a_signature_covers_every_field_and_stays_with_this_machine(own_settings: Settings) -> None:
    folder = own_settings.home_path / "clusters" / "sample"
    assert is_built_here(folder)
    manifest = read_manifest(folder)
    assert manifest is not None
    (folder / "manifest.json").write_text(
        (folder / "manifest.json")
        .read_text("utf-8")
        .replace('"anchor":"', '"anchor":"x')
        .rpartition(',"checksum"')[0]
        + "}"
    )
    assert not is_built_here(folder)
    write_manifest(folder, manifest)
    assert not is_built_here(folder), "an unsigned manifest gets no signature by another write"


def test_a_failed_build_leaves_the_received_cluster(papers: Path, settings: Settings, tmp_path: Path) -> None:
    folder = settings.home_path / "clusters" / "sample"
    before = (folder / "manifest.json").read_bytes()
    with pytest.raises(UsageError, match="no-such"):
        build(papers, "sample", "no-such", settings)
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "a.pdf").write_bytes(b"another paper")
    with pytest.raises(UsageError, match="under another name"):
        build(tmp_path / "papers", "sample", settings=settings)
    assert (folder / "manifest.json").read_bytes() == before


def test_the_copies_in_a_received_cluster_are_no_papers(settings: Settings) -> None:
    folder = settings.home_path / "clusters" / "sample"
    with pytest.raises(UsageError, match="folder of your own"):
        build(folder / "sources", "sample", settings=settings)


def test_a_received_library_takes_no_papers(papers: Path, word_settings: Settings, tmp_path: Path) -> None:
    mine, other = (replace(word_settings, home=str(tmp_path / name)) for name in ("mine", "other"))
    create_library("lib", mine)
    add_to_library("lib", papers, "a", settings=mine)
    shutil.copytree(mine.home_path / "libraries" / "lib", other.home_path / "libraries" / "lib")
    with pytest.raises(UsageError, match="not built on this machine"):
        add_to_library("lib", papers, "b", settings=other)
    add_to_library("lib", papers, "b", settings=mine)


@pytest.mark.parametrize(
    "field", ["citations", "vectors", "checksums", "bib", "paper_id", "parsed", "chunked", "sha256"]
)
def test_a_manifest_that_names_no_file_of_the_cluster_is_refused(settings: Settings, field: str) -> None:
    folder = settings.home_path / "clusters" / "sample"
    manifest = read_manifest(folder)
    assert manifest is not None
    file = manifest.files[0]
    for part in (".", "..", "a\0b", "a\nb", "/etc", "a\\b", " .. ", "../../x"):
        changed = {"files": (replace(file, **{field: part}),)} if hasattr(file, field) else {field: part}  # type: ignore[arg-type]
        write_manifest(folder, replace(manifest, **changed))
        with pytest.raises(ConfigurationError, match="do not trust this cluster"):
            read_manifest(folder)


def test_a_received_manifest_chooses_no_folder_as_a_model(settings: Settings, tmp_path: Path) -> None:
    folder = settings.home_path / "clusters" / "sample"
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    manifest = read_manifest(folder)
    assert manifest is not None
    write_manifest(folder, replace(manifest, reranker=str(tmp_path / "model")))
    with open_session("sample", settings) as session:
        assert session.index.reranker is None
        assert any("which it names, is not used" in warning for warning in session.index.warnings)
