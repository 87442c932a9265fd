"""Libraries: every paper once, clusters as views of one store."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import open_session
from citehop.cli.main import main
from citehop.errors import ConfigurationError, UsageError
from citehop.indexes.build.library import add_to_library
from citehop.indexes.cluster_index import open_index
from citehop.indexes.library_status import describe_library
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.library import create_library, library_folder, list_libraries, read_views
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

WORDS = "steel meshes collect water robot weeds microphones thermistors"


@pytest.fixture
def two_folders(first_corpus: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of three and two papers: one paper is in both, under another name, and one name is in both."""
    return copy_two(first_corpus, tmp_path)


def copy_two(corpus: Path, folder: Path) -> tuple[Path, Path]:
    first, second = folder / "first", folder / "second"
    first.mkdir()
    second.mkdir()
    for name in ("anchor", "bees", "dew"):
        shutil.copy2(corpus / f"{name}.pdf", first / f"{name}.pdf")
    shutil.copy2(corpus / "bees.pdf", second / "hives.pdf")
    shutil.copy2(corpus / "compost.pdf", second / "dew.pdf")
    return first, second


@pytest.fixture(scope="module")
def first_library(first_corpus: Path, tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library of two_folders; not to be changed."""
    folder = tmp_path_factory.mktemp("library")
    settings = Settings(
        home=str(folder / "home"), embedding_model=str(tiny_model), offline=True, workers=1, threads=1
    )
    create_library("lab", settings)
    for papers in copy_two(first_corpus, folder):
        add_to_library("lab", papers, None, "anchor.pdf" if papers.name == "first" else None, settings)
    return folder / "home" / "libraries"


@pytest.fixture
def library(two_folders: tuple[Path, Path], first_library: Path, settings: Settings) -> Settings:
    own = Path(settings.home, "libraries")
    copy_generation(first_library / "lab", own / "lab")
    shutil.copy(first_library / ".origin-key", own)
    return settings


def found(name: str, settings: Settings, text: str = WORDS, strategy: str = "bm25") -> set[str]:
    """The papers with a hit."""
    cluster = open_cluster(name, settings)
    index = open_index(cluster, settings)
    hits = search_chunks(index, SearchQuery(text), 50, strategy)  # type: ignore[arg-type]
    index.close()
    return {hit.id.rpartition(":")[0] for hit in hits}


def test_a_paper_of_two_folders_is_stored_once(library: Settings, two_folders: tuple[Path, Path]) -> None:
    status = describe_library("lab", library)
    assert status.papers == 4
    assert [(view.name, view.anchor, view.papers) for view in status.views] == [
        ("first", "anchor", ("anchor", "bees", "dew")),
        ("second", None, ("bees", "dew-2")),
    ]
    index = open_index(open_cluster("lab", library), library)
    assert status.passages == sum(len(index.chunks(paper)) for paper in ("anchor", "bees", "dew", "dew-2"))
    again = add_to_library("lab", two_folders[0], "third", None, library)
    assert (again.build.parsed, again.build.embedded, again.build.stored) == (0, 0, 0)
    assert "no paper changed" in again.build.summary()
    assert describe_library("lab", library).passages == status.passages


def disk_use(name: str, settings: Settings) -> dict[str, tuple[int, int]]:
    """Number of files and bytes on the disk of each part of a library, such as "vectors" and "manifest.json"."""
    folder = library_folder(name, settings)
    use: dict[str, tuple[int, int]] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            part = path.relative_to(folder).parts[0]
            files, size = use.get(part, (0, 0))
            use[part] = files + 1, size + path.stat().st_blocks * 512
    return use


def test_a_paper_in_three_clusters_takes_the_space_of_one(
    corpus: Path, settings: Settings, tmp_path: Path
) -> None:
    for name, clusters in (("single", ("a",)), ("triple", ("a", "b", "c"))):
        create_library(name, settings)
        for cluster in clusters:
            folder = tmp_path / name / cluster
            folder.mkdir(parents=True)
            shutil.copy(corpus / "bees.pdf", folder / f"bees-{cluster}.pdf")
            add_to_library(name, folder, None, None, settings)
    single, triple = describe_library("single", settings), describe_library("triple", settings)
    assert [view.papers for view in triple.views] == [single.views[0].papers] * 3
    assert triple.passages == single.passages > 0
    once, thrice = disk_use("single", settings), disk_use("triple", settings)
    assert {"sources", "papers", "chunks", "vectors", "store"} <= once.keys()
    assert {part: files for part, (files, _) in thrice.items()} == {
        part: files for part, (files, _) in once.items()
    }
    for part in once:  # a file's last block, and two more clusters in library.json
        assert abs(thrice[part][1] - once[part][1]) <= 4096, part


@pytest.mark.parametrize("strategy", ["bm25", "dense", "hybrid"])
def test_a_view_finds_its_own_papers_only(library: Settings, strategy: str) -> None:
    assert found("lab", library, WORDS, strategy) == {"anchor", "bees", "dew", "dew-2"}
    assert found("lab/first", library, WORDS, strategy) == {"anchor", "bees", "dew"}
    assert found("lab/second", library, WORDS, strategy) == {"bees", "dew-2"}


def test_a_view_is_a_cluster(library: Settings) -> None:
    view = open_cluster("lab/first", library)
    assert (view.name, view.anchor, view.paper_ids) == ("lab/first", "anchor", ("anchor", "bees", "dew"))
    assert [paper.id for paper in view.summaries] == ["anchor", "bees", "dew"]
    assert set(view.cited_papers) == {"anchor", "bees", "dew"}
    with pytest.raises(UsageError, match="no paper 'dew-2'"):
        view.paper("dew-2")
    whole = open_cluster("lab", library)
    assert view.cited_papers == {
        i: found & set(view.paper_ids) for i, found in whole.cited_papers.items() if i != "dew-2"
    }


def test_the_names_of_a_view_are_those_of_its_papers(library: Settings) -> None:
    with open_session("lab", library) as whole, open_session("lab/second", library) as view:
        assert [paper.id for paper in view.subjects.papers] == ["bees", "dew-2"]
        for term in ("microphon", "compost", "robot", "water"):
            everywhere = whole.subjects.statistics.occurrences(term)
            inside = {i: n for i, n in everywhere.items() if i in ("bees", "dew-2")}
            assert view.subjects.statistics.occurrences(term) == inside
        assert view.subjects.statistics.length("dew-2") == whole.subjects.statistics.length("dew-2")
        answer = ask(view, "What is the error of counting wings?")
        assert {citation.paper_id for citation in answer.citations} <= {"bees", "dew-2"}


def test_a_folder_that_changed(library: Settings, two_folders: tuple[Path, Path]) -> None:
    first, second = two_folders
    (first / "bees.pdf").unlink()
    (first / "dew.pdf").unlink()
    report = add_to_library("lab", first, None, None, library)
    assert (report.build.parsed, report.build.removed) == (0, 1)
    assert open_cluster("lab/first", library).anchor == "anchor", "the anchor is kept"
    assert open_cluster("lab", library).paper_ids == ("anchor", "bees", "dew-2")
    assert found("lab/second", library) == {"bees", "dew-2"}
    shutil.copy(second / "dew.pdf", second / "dew-again.pdf")
    assert add_to_library("lab", second, None, None, library).build.papers == 3


def test_names_that_are_refused(library: Settings, two_folders: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is a library 'lab' already"):
        create_library("lab", library)
    with pytest.raises(UsageError, match="no cluster 'third' in library 'lab'; there are: first, second"):
        open_cluster("lab/third", library)
    with pytest.raises(UsageError, match="no library 'other'; citehop library create other"):
        add_to_library("other", two_folders[0], None, None, library)
    with pytest.raises(UsageError, match="not a name for a cluster"):
        add_to_library("lab", two_folders[0], "../x", None, library)
    with pytest.raises(UsageError, match="no cluster"):
        open_cluster("lab/../lab", library)
    create_library("empty", library)
    with pytest.raises(UsageError, match="library 'empty' has no papers yet"):
        open_cluster("empty", library)
    assert list_libraries(library) == ["empty", "lab"]


def test_an_unknown_anchor_leaves_the_papers(library: Settings, two_folders: tuple[Path, Path]) -> None:
    with pytest.raises(UsageError, match="no paper 'nobody'"):
        add_to_library("lab", two_folders[1], "other", "nobody", library)
    view = read_views(Path(library.home, "libraries", "lab")).view("other")
    assert view is not None
    assert (view.anchor, view.papers) == (None, ("bees", "dew-2"))


def test_on_the_command_line(
    two_folders: tuple[Path, Path], settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ["--home", settings.home, "--embedding-model", "none"]
    assert main(["library", "create", "lab", *home]) == 0
    assert main(["library", "add", "lab", str(two_folders[0]), "--anchor", "anchor.pdf", *home]) == 0
    assert "citehop ask lab/first" in capsys.readouterr().err
    assert main(["library", "status", *home]) == 0
    assert "library lab: 3 papers, 1 cluster, " in capsys.readouterr().out
    assert main(["library", "search", "lab/first", "microphones", *home]) == 0
    assert "Counting Bees by Sound" in capsys.readouterr().out
    assert main(["ask", "lab", "What is the error of counting wings?", *home]) in (0, 4)
    assert main(["library", "citing", "lab", "bees", *home]) == 4
    title = open_cluster("lab", settings).summary("bees").title
    line = {"id": "survey", "title": "A Survey of Hives", "references": [{"title": title}]}
    (two_folders[1] / "survey.jsonl").write_text(json.dumps(line))
    assert main(["library", "add", "lab", str(two_folders[1]), *home]) == 0
    capsys.readouterr()
    assert main(["library", "citing", "lab", "bees", *home]) == 0
    assert capsys.readouterr().out == "survey  A Survey of Hives (no year)\n"
    assert main(["library", "citing", "lab/first", "bees", *home]) == 4, "the survey is in another view"
    assert main(["clusters", *home]) == 0
    assert "5 papers, library of 2 clusters" in capsys.readouterr().out
    assert main(["ask", "lap", "Which?", *home]) == 2
    assert "there are: lab (library)" in capsys.readouterr().err
    assert main(["library", "rm", "lab", *home]) == 2
    assert "confirm with --yes" in capsys.readouterr().err
    assert main(["library", "rm", "lab", "--yes", *home]) == 0
    assert main(["library", "rm", "lab", "--yes", *home]) == 2


def test_a_library_on_a_server(two_folders: tuple[Path, Path], settings: Settings) -> None:
    from citehop.testing.qdrant import QdrantServer

    with QdrantServer() as server:
        remote = replace(settings, qdrant_url=server.url)
        create_library("lab", remote)
        for folder in two_folders:
            add_to_library("lab", folder, None, None, remote)
        assert found("lab/second", remote) == {"bees", "dew-2"}
        (collection,) = server.client.get_collections().collections
        points = server.client.scroll(collection.name, limit=1)[0]
        server.client.delete(collection.name, [points[0].id])
        index = open_index(open_cluster("lab/second", remote), remote)
        assert "citehop library add restores them" in index.warnings[0]
        add_to_library("lab", two_folders[1], None, None, remote)
        assert open_index(open_cluster("lab", remote), remote).warnings == ()


def test_damage_and_links_are_refused(library: Settings, tmp_path: Path) -> None:
    folder = library.home_path / "libraries" / "lab"
    (folder / "more").symlink_to(tmp_path)
    with pytest.raises(ConfigurationError, match=r"more: a link to .*do not trust"):
        open_cluster("lab/first", library)
    (folder / "more").unlink()
    path = folder / "library.json"
    path.write_text(path.read_text().replace('"dew"', '"bew"'))
    with pytest.raises(ConfigurationError, match=r"library.json: damaged \(its checksum differs\)"):
        open_cluster("lab/first", library)
