import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from citehop.errors import ConfigurationError, UnavailableError, UsageError
from citehop.papers.clusters.cluster import Citations
from citehop.papers.clusters.files import citations_file, paper_file, source_file
from citehop.papers.clusters.library import library_folder
from citehop.papers.clusters.locate import (
    build_cluster_name,
    cluster_folder,
    find_clusters,
    list_clusters,
    open_cluster,
)
from citehop.papers.clusters.manifest import (
    SCHEMA,
    Manifest,
    SourceFile,
    StoreState,
    read_manifest,
    write_manifest,
)
from citehop.papers.files import compute_sha256, write_atomic
from citehop.papers.serialization import to_json
from citehop.papers.types import Paper, Reference
from citehop.settings import Settings

FILES = (
    SourceFile("A.PDF", 3, 1, "0" * 64, "a", parsed="k1", chunked="c1"),
    SourceFile("b.pdf", 3, 1, "1" * 64, "b", parsed="k2", chunked="c2"),
    SourceFile("broken.pdf", 3, 1, "2" * 64, "broken", "broken.pdf: not a PDF", "k3", "c3"),
)
MANIFEST = Manifest(SCHEMA, "mine", "/papers", "b", "cites", "", "", FILES, StoreState("g1", "l"))
A = Paper("a", "Paper a", references=(Reference("1", "B."), Reference("2", "C.")))
B = Paper("b", "Paper b")
CITATIONS: Citations = (("a", (("b", 1.0), (None, 0.25))), ("b", ()))


@pytest.fixture
def settings(home: Path) -> Settings:
    settings = Settings(home=str(home))
    folder = cluster_folder("mine", settings)
    write_atomic(paper_file(folder, FILES[0]), to_json(A))
    write_atomic(paper_file(folder, FILES[1]), to_json(B))
    write_atomic(source_file(folder, FILES[0]), b"PDF")
    write_atomic(citations_file(folder, "cites"), to_json(CITATIONS))
    write_manifest(folder, MANIFEST)
    return settings


def test_a_damaged_cluster_is_named_beside_the_others(settings: Settings) -> None:
    folder = cluster_folder("other", settings)
    for text, cause in (
        ("{", "damaged; index"),
        ('{"schema":1,"name":"x"}', "written by another version; index"),
    ):
        write_atomic(folder / "manifest.json", text)
        found, damaged = find_clusters(settings)
        assert [cluster.name for cluster in found] == ["mine"]
        assert [cause in str(error) and "other" in str(error) for error in damaged] == [True]


def test_a_cluster_that_is_indexed_for_the_first_time_is_named_as_such(settings: Settings) -> None:
    folder = cluster_folder("new", settings)
    folder.mkdir()
    with FileLock(f"{folder}.lock"), pytest.raises(UnavailableError, match="'new' is being indexed"):
        open_cluster("new", settings)
    with pytest.raises(UsageError, match="indexing was not finished"):
        open_cluster("new", settings)


def test_a_cluster_opens_by_name_and_by_path_and_elsewhere(settings: Settings, tmp_path: Path) -> None:
    by_name = open_cluster("mine", settings)
    assert (by_name.name, by_name.anchor, by_name.paper_ids) == ("mine", "b", ("a", "b"))
    assert by_name == open_cluster(by_name.path, settings)
    shutil.copytree(by_name.path, tmp_path / "copy")
    moved = open_cluster(str(tmp_path / "copy"), Settings(home=str(tmp_path / "other")))
    assert moved.name == "copy"
    assert [paper.id for paper in moved.papers()] == ["a", "b"]
    assert moved.papers() == by_name.papers()
    assert moved.source_path("a") == tmp_path / "copy" / "sources" / "a.000000000000.pdf"


def test_references_are_resolved_within_the_cluster(settings: Settings) -> None:
    links = [(r.key, r.paper_id, r.score) for r in open_cluster("mine", settings).paper("a").references]
    assert links == [("1", "b", 1.0), ("2", None, 0.25)]


def test_problems_are_kept_beside_the_papers(settings: Settings) -> None:
    cluster = open_cluster("mine", settings)
    assert cluster.problems == (("broken.pdf", "broken.pdf: not a PDF"),)
    assert cluster.source_path("broken") is None
    with pytest.raises(UsageError, match="no paper 'broken'"):
        cluster.paper("broken")


def test_the_clusters_are_listed_without_the_damaged_ones(settings: Settings) -> None:
    write_manifest(cluster_folder("alpha", settings), replace(MANIFEST, name="alpha"))
    write_atomic(cluster_folder("zeta", settings) / "manifest.json", "{")
    assert [cluster.name for cluster in list_clusters(settings)] == ["alpha", "mine"]


@pytest.mark.parametrize("text", ['{"schema":2,', '{"schema":1,"name":"x"}', "", '{"schema":2,"x":2}'])
def test_a_damaged_manifest_is_one_line_naming_it(settings: Settings, text: str) -> None:
    folder = cluster_folder("mine", settings)
    write_atomic(folder / "manifest.json", text)
    with pytest.raises(ConfigurationError, match=r"manifest\.json.*index") as caught:
        open_cluster("mine", settings)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_says_which_there_are(settings: Settings) -> None:
    with pytest.raises(UsageError, match="no cluster 'yours'; there are: mine"):
        open_cluster("yours", settings)
    cluster_folder("begun", settings).mkdir()
    with pytest.raises(UsageError, match="not finished"):
        open_cluster("begun", settings)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a b", "x" * 65])
def test_names_that_are_no_folder_are_refused(settings: Settings, name: str) -> None:
    with pytest.raises(UsageError, match="not a cluster name"):
        cluster_folder(name, settings)


RESERVED = [
    "a.lock",
    "a.add.lock",
    "a.LOCK",
    "a.tmp",
    "a.",
    "a..",
    "CON",
    "nul",
    "con.x",
    "COM1",
    "lpt9.pdf",
    "com¹",
]


@pytest.mark.parametrize("name", RESERVED)
def test_names_that_block_other_clusters_are_refused(settings: Settings, name: str) -> None:
    with pytest.raises(UsageError, match="not a cluster name"):
        cluster_folder(name, settings)
    with pytest.raises(UsageError, match="not a cluster name"):
        library_folder(name, settings)


@pytest.mark.parametrize(
    "name", [*RESERVED, "x" * 63 + ".y", "x" * 60 + ".lock", "..", "con" + " " * 70 + "z"]
)
def test_names_that_are_made_of_folders_are_usable(settings: Settings, name: str) -> None:
    made = build_cluster_name(name)
    assert not made or cluster_folder(made, settings).name == made
    assert build_cluster_name(made) == made


def test_a_damaged_paper_names_its_file(settings: Settings) -> None:
    folder = cluster_folder("mine", settings)
    write_atomic(paper_file(folder, FILES[0]), '{"id":1}')
    with pytest.raises(ConfigurationError, match=r"a\.k1\.json: damaged"):
        open_cluster("mine", settings).paper("a")
    paper_file(folder, FILES[1]).unlink()
    with pytest.raises(ConfigurationError, match=r"b\.k2\.json is missing; index the folder again"):
        open_cluster("mine", settings).paper("b")


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    write_atomic(path, "old")

    def fail(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["f"]
    assert path.read_text() == "old"
    assert compute_sha256(path).startswith("cba06b5736fa")


def test_no_manifest_is_no_cluster(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
