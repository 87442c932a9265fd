"""`add` from end to end over real HTTP: a made-up paper with 43 references of every kind, all services played here."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.acquisition.ledger import summarize
from citehop.cli.main import main
from citehop.cli.output import ledger_page as coverage
from citehop.errors import UsageError
from citehop.indexes.build.build import build as index
from citehop.papers.clusters.ids import find_paper
from citehop.papers.clusters.ledger import FOLDER, read_ledger
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.records import Ledger
from citehop.papers.titles import fold_title
from citehop.settings import Settings
from citehop.testing.scholarly import LoggedRequest, ScholarServers
from citehop.testing.scholarly.library import ANCHOR_ID, Library, library

LIBRARY = library()
INTERVAL = 0.02


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, Settings, ScholarServers]]:
    """The cluster of the anchor and everything that it cites, the settings to open it, the servers it came from."""
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path_factory.mktemp("home"))
        ledger, _ = add([f"https://arxiv.org/abs/{ANCHOR_ID}v1"], refs=True, settings=settings)
        yield ledger, settings, servers


def settings_for(servers: ScholarServers, home: Path) -> Settings:
    return replace(
        Settings(), home=str(home), embedding_model="none", workers=1, threads=1, **servers.settings(INTERVAL)
    )


def statuses(ledger: Ledger, of: Library) -> dict[str, str]:
    """By key of the library, the status in the ledger."""
    by_title = {fold_title(entry.work.title): entry.status for entry in ledger.entries}
    return {key: by_title.get(fold_title(paper.title), "missing") for key, paper in of.world.items()}


def gaps(requests: list[LoggedRequest]) -> list[float]:
    """Seconds between requests, as the server saw them."""
    return [after.begun - before.begun for before, after in pairwise(requests)]


def test_every_reference_ends_as_it_must(filled: tuple[Ledger, Settings, ScholarServers]) -> None:
    ledger = filled[0]
    assert statuses(ledger, LIBRARY) == LIBRARY.expected
    assert len(ledger.entries) == len(LIBRARY.world) == 44
    assert summarize(ledger) == "32 of 44 papers, 6 abstract only, 4 paywalled, 2 unresolved"


def test_files_are_those_of_the_world_and_named_by_us(
    filled: tuple[Ledger, Settings, ScholarServers],
) -> None:
    ledger, settings, _ = filled
    folder = settings.home_path / "clusters" / ANCHOR_ID / FOLDER
    pdfs = {fold_title(paper.title): paper.pdf for paper in LIBRARY.world.values()}
    for entry in ledger.entries:
        for name in entry.files:
            assert name == f"{entry.id}.pdf"
            assert (folder / name).read_bytes() == pdfs[fold_title(entry.work.title)]
    assert {path.name for path in folder.glob("*.pdf")} == {name for e in ledger.entries for name in e.files}
    assert not list(folder.glob("*.part"))


def test_sources_are_said(filled: tuple[Ledger, Settings, ScholarServers]) -> None:
    ledger = filled[0]
    assert Counter(entry.source for entry in ledger.entries if entry.files) == {
        "arXiv": 19,
        "ACL Anthology": 6,
        "Semantic Scholar": 4,
        "Unpaywall": 3,
    }
    login = next(
        e for e in ledger.entries if fold_title(e.work.title) == fold_title(LIBRARY.world["ref36"].title)
    )
    assert login.status == "paywalled"
    assert "login page" in login.cause


def test_the_cluster_is_indexed_with_its_anchor_and_the_abstracts(
    filled: tuple[Ledger, Settings, ScholarServers],
) -> None:
    cluster = open_cluster(ANCHOR_ID, filled[1])
    assert cluster.anchor == find_paper(cluster, ANCHOR_ID)
    papers = cluster.papers()
    assert sum(paper.abstract_only for paper in papers) == 6
    assert len(papers) == 32 + 6
    anchor = cluster.paper(cluster.anchor)
    assert sum(reference.paper_id is not None for reference in anchor.references) == 31 + 6


def test_nothing_was_asked_faster_than_allowed_or_twice(
    filled: tuple[Ledger, Settings, ScholarServers],
) -> None:
    servers = filled[2]
    for service in ("arxiv", "semantic_scholar", "openalex", "crossref", "unpaywall", "acl", "publisher"):
        asked = servers.of(service)
        assert min(gaps(asked), default=INTERVAL) >= INTERVAL
    assert len({asked.connection for asked in servers.of("arxiv")}) == 1
    files = Counter(
        asked.path for asked in servers.log if asked.path.endswith(".pdf") or "/pdf/" in asked.path
    )
    login = {f"/{key}.pdf" for key, paper in LIBRARY.world.items() if paper.open_at == "login"}
    assert {path for path, count in files.items() if count > 1} <= login


def test_a_second_run_asks_for_nothing(filled: tuple[Ledger, Settings, ScholarServers]) -> None:
    ledger, settings, servers = filled
    before = len(servers.log)
    again, _ = add([ANCHOR_ID], refs=True, settings=settings)
    assert (len(servers.log), again) == (before, ledger)


def test_the_command_line_tells_what_came(
    filled: tuple[Ledger, Settings, ScholarServers],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, settings, servers = filled
    for name, value in servers.settings(INTERVAL).items():
        monkeypatch.setenv(f"CITEHOP_{name.upper()}", str(value))
    shared = ["--home", settings.home, "--embedding-model", "none"]
    assert main(["add", f"arXiv:{ANCHOR_ID}", "--refs", "--json", *shared]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["counts"] == {
        "wanted": 0, "fetched": 32, "abstract only": 6, "paywalled": 4, "unresolved": 2, "failed": 0,
    }  # fmt: skip
    assert read_ledger(settings.home_path / "clusters" / ANCHOR_ID) is not None


def test_citing_sentences_become_mentions(filled: tuple[Ledger, Settings, ScholarServers]) -> None:
    cluster = open_cluster(ANCHOR_ID, filled[1])
    anchor = cluster.paper(find_paper(cluster, ANCHOR_ID))
    told = [mention for mention in anchor.mentions if mention.page == 0]
    known = {sentence for _, sentence in LIBRARY.world["anchor"].contexts}
    assert {mention.sentence for mention in told} <= known
    fifth = LIBRARY.world["ref04"]
    mention = next(m for m in told if fifth.title.lower() in m.sentence)
    assert mention.keys == ("5",)
    assert len(told) == len(
        {s for key, s in LIBRARY.world["anchor"].contexts if LIBRARY.world[key].known_to & {"s2"}}
    )


def test_papers_shows_the_ledger(
    filled: tuple[Ledger, Settings, ScholarServers], capsys: pytest.CaptureFixture[str]
) -> None:
    home = filled[1].home
    assert main(["papers", ANCHOR_ID, "--home", home]) == 0
    out = capsys.readouterr().out
    assert "32 of 44 papers, 6 abstract only, 4 paywalled, 2 unresolved" in out
    assert "login page" in out
    assert "Semantic Scholar: 38 references" in out
    assert "bibliography: 43 references" in out
    assert main(["papers", ANCHOR_ID, "--json", "--home", home]) == 0
    said = json.loads(capsys.readouterr().out)["ledger"]
    assert said["counts"]["fetched"] == 32
    assert len(said["entries"]) == 44


def test_the_coverage_page_stands_alone(
    filled: tuple[Ledger, Settings, ScholarServers], capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, settings, _ = filled
    assert main(["papers", ANCHOR_ID, "--open", "--home", settings.home]) == 0
    page = Path(capsys.readouterr().err.strip()).read_text("utf-8")
    assert page.count("<tr id=") == 44
    assert "<script" not in page
    assert "src=" not in page
    evil = replace(
        ledger.entries[1], work=replace(ledger.entries[1].work, title='<script>alert("x")</script>')
    )
    assert "<script" not in coverage.render_ledger_page(replace(ledger, entries=(evil,)))


def test_an_anchor_without_its_text_still_has_references_and_mentions(tmp_path: Path) -> None:
    closed = replace(LIBRARY.world["anchor"], arxiv="", pdf=b"")
    with ScholarServers({**LIBRARY.world, "anchor": closed}) as servers:
        ledger, _ = add([closed.doi], refs=True, settings=settings_for(servers, tmp_path))
        anchor = ledger.anchor
        assert anchor is not None
        assert anchor.status == "abstract only"
        cluster = open_cluster(ledger.name, settings_for(servers, tmp_path))
        paper = next(paper for paper in cluster.papers() if paper.title == closed.title)
        assert paper.abstract_only
        assert cluster.anchor == paper.id
        assert len(paper.references) == 41
        assert sum(reference.paper_id is not None for reference in paper.references) == 31 + 5 + 1
        assert len(paper.mentions) >= 19


def test_retry_asks_again_for_what_was_paywalled(tmp_path: Path) -> None:
    world = dict(LIBRARY.world)
    with ScholarServers(world) as servers:
        settings = settings_for(servers, tmp_path)
        keys = [key for key, paper in world.items() if paper.open_at == "login" and not paper.arxiv]
        papers = [f"doi:{world[key].doi}" for key in keys]
        first, _ = add([*papers, "P10-1018"], name="few", settings=settings)
        assert [entry.status for entry in first.entries] == ["paywalled"] * len(keys) + ["fetched"]
        for key in keys:
            world[key] = replace(world[key], open_at="free")
        servers.world = world
        again, _ = add(["few"], settings=settings)
        assert again == first
        asked = len(servers.log)
        healed, _ = add(["few"], retry=["paywalled"], settings=settings)
        assert [entry.status for entry in healed.entries] == ["fetched"] * (len(keys) + 1)
        assert not any("P10-1018.pdf" in request.path for request in servers.log[asked:])


def test_a_file_that_was_deleted_is_fetched_again(tmp_path: Path) -> None:
    paper = LIBRARY.world["ref00"]
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        first, _ = add([paper.arxiv], settings=settings)
        file = tmp_path / "clusters" / paper.arxiv / FOLDER / first.entries[0].files[0]
        file.unlink()
        again, _ = add([paper.arxiv], settings=settings)
        assert (again, file.read_bytes()) == (first, paper.pdf)


def test_the_cluster_of_a_folder_is_not_added_to(tmp_path: Path) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "a.pdf").write_bytes(LIBRARY.world["ref00"].pdf)
        index(tmp_path / "mine", settings=settings)
        with pytest.raises(UsageError, match="under another name"):
            add([ANCHOR_ID], name="mine", settings=settings)
        assert not servers.log


def test_nothing_to_be_had_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        for name, value in servers.settings().items():
            monkeypatch.setenv(f"CITEHOP_{name.upper()}", str(value))
        assert main(["add", "1912.00001", "--home", str(tmp_path)]) == 4
        assert "0 of 1 papers, 1 unresolved" in capsys.readouterr().out
        assert main(["papers", "1912.00001", "--home", str(tmp_path)]) == 0
        assert main(["add", "2401.00001", "--offline", "--home", str(tmp_path)]) == 3
        assert "offline" in capsys.readouterr().err


def test_an_anchor_that_cannot_be_read_keeps_nothing_out(tmp_path: Path) -> None:
    broken = replace(LIBRARY.world["anchor"], pdf=b"%PDF-1.4 nothing behind it %%EOF")
    with ScholarServers({**LIBRARY.world, "anchor": broken}) as servers:
        ledger, report = add([ANCHOR_ID], refs=True, settings=settings_for(servers, tmp_path))
    assert ledger.count("fetched") == 1 + 31
    assert report is not None
    assert report.anchor is None
    assert [file for file, _ in report.problems] == [f"{ANCHOR_ID}.pdf"]
    assert [entry.cause for entry in ledger.entries if entry.role == "anchor"] == [report.problems[0][1]]
    assert summarize(ledger).startswith("31 of 42 papers, 1 unreadable, ")


def test_a_retracted_paper_is_named_with_its_notice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = dict(LIBRARY.world)
    key = next(key for key, paper in world.items() if paper.doi and paper.open_at == "free")
    world[key] = replace(world[key], retracted_by="10.5555/notice")
    with ScholarServers(world) as servers:
        settings = settings_for(servers, tmp_path)
        ledger, _ = add([f"doi:{world[key].doi}"], name="one", settings=settings)
    notice = f"retraction, {world[key].year + 1}-03-05, doi:10.5555/notice"
    assert [entry.work.retracted for entry in ledger.entries] == [notice]
    assert summarize(ledger).endswith(", 1 retracted")
    assert notice in coverage.render_ledger_page(ledger)
    assert main(["papers", "one", "--json", "--home", settings.home]) == 0
    assert json.loads(capsys.readouterr().out)["ledger"]["entries"][0]["retracted"] == notice
