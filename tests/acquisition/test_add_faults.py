"""`add` where servers fail, processes are killed, and strangers send what they should not."""

import hashlib
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.acquisition.files import open_copies
from citehop.acquisition.http.client import ServiceClient
from citehop.acquisition.ledger import LedgerStore
from citehop.cli.main import main
from citehop.indexes.build.report import BuildProgress
from citehop.papers.clusters.ledger import FOLDER, LEDGER, read_ledger
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.records import LedgerEntry, OpenCopy
from citehop.settings import Settings
from citehop.testing.scholarly import ScholarServers
from citehop.testing.scholarly.kills import add_and_kill
from citehop.testing.scholarly.library import ANCHOR_ID, library
from citehop.testing.scholarly.server import FAULTS

LIBRARY = library()
INTERVAL = 0.005


def settings_for(servers: ScholarServers, home: Path) -> Settings:
    return replace(
        Settings(), home=str(home), embedding_model="none", workers=1, threads=1, **servers.settings(INTERVAL)
    )


def state(home: Path) -> dict[str, str]:
    """By name, the hashes of the fetched files, and the ledger with the servers' ports left out."""
    folder = home / "clusters" / ANCHOR_ID / FOLDER
    files = {path.name: path.read_bytes() for path in folder.glob("*") if path.is_file()}
    ledger = re.sub(r"127\.0\.0\.1:\d+", "HOST", files.pop(LEDGER).decode())
    return {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()} | {LEDGER: ledger}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = tmp_path_factory.mktemp("undisturbed")
    with ScholarServers(LIBRARY.world) as servers:
        add([ANCHOR_ID], refs=True, settings=settings_for(servers, home))
    return state(home)


def test_faults_in_three_of_ten_replies_change_nothing(undisturbed: dict[str, str], tmp_path: Path) -> None:
    def fault(service: str, path: str, count: int) -> str:
        chance = random.Random(f"{service} {path} {count}")
        return chance.choice(FAULTS) if chance.random() < 0.3 else ""

    with ScholarServers(LIBRARY.world, fault, stall=0.05) as servers:
        settings = settings_for(servers, tmp_path)
        add([ANCHOR_ID], refs=True, settings=settings)
        assert {asked.fault for asked in servers.log} == {"", *FAULTS}
        assert state(tmp_path) == undisturbed
        whole = Counter(
            asked.path for asked in servers.log
            if asked.status == 200 and not asked.fault and asked.service in ("arxiv", "acl", "publisher")
        )  # fmt: skip
        login = {
            f"{base}/{key}.pdf"
            for key, p in LIBRARY.world.items()
            if p.open_at == "login"
            for base in ("", "/files")
        }
        assert {path for path, count in whole.items() if count > 1} <= login  # nothing is downloaded twice
        for service in ("arxiv", "semantic_scholar", "openalex", "crossref", "unpaywall", "acl", "publisher"):
            asked = servers.of(service)
            assert all(after.begun - before.begun >= INTERVAL for before, after in pairwise(asked)), service


def test_kills_at_any_moment_lose_nothing(undisturbed: dict[str, str], tmp_path: Path) -> None:
    chance = random.Random(5)
    with ScholarServers(LIBRARY.world) as servers:
        for _ in range(3):
            command = [ANCHOR_ID, "--refs"]
            code = add_and_kill(command, servers, tmp_path, chance.randint(1, 30), chance.random() * 0.05)
            assert code in (None, 0)
        add([ANCHOR_ID], refs=True, settings=settings_for(servers, tmp_path))
        assert state(tmp_path) == undisturbed


def test_killed_as_soon_as_a_file_came_it_is_not_fetched_again(tmp_path: Path) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        add([ANCHOR_ID], settings=settings)
        cluster = tmp_path / "clusters" / ANCHOR_ID
        ledger = read_ledger(cluster)
        assert ledger is not None
        entry = replace(
            ledger.entries[0], status="wanted", files=()
        )  # as a kill before the last write leaves it
        LedgerStore(cluster, ledger).put(entry)
        before = len(servers.log)
        again, _ = add([ANCHOR_ID], settings=settings)
        assert (again, len(servers.log)) == (ledger, before)


def test_when_the_time_is_over_the_rest_waits_for_the_next_run(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        slow = replace(settings, fetch_total_seconds=1, arxiv_interval=0.3)
        first, _ = add([ANCHOR_ID], refs=True, settings=slow)
        assert first.count("fetched") < 32
        add([ANCHOR_ID], refs=True, settings=settings)
        assert state(tmp_path) == undisturbed


def test_sources_come_beside_the_pdf_where_they_are_wanted(tmp_path: Path) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        with_tex, without = LIBRARY.world["ref00"], LIBRARY.world["ref01"]
        ledger, report = add([with_tex.arxiv, without.arxiv], tex=True, name="two", settings=settings)
        assert [entry.files for entry in ledger.entries] == [
            (f"{with_tex.arxiv}.pdf", f"{with_tex.arxiv}.tar.gz"),
            (f"{without.arxiv}.pdf",),
        ]
        assert report is not None
        assert (report.papers, report.problems) == (2, ())
        assert len(servers.of("arxiv")) == 3  # what the second has for sources is its PDF


def test_two_processes_together_are_no_faster_than_one(tmp_path: Path) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        papers = [paper.arxiv for paper in LIBRARY.world.values() if paper.arxiv][:8]
        halves = [[*papers[:4], "--name", "one"], [*papers[4:], "--name", "two"]]
        with ThreadPoolExecutor() as pool:
            runs = [pool.submit(add_and_kill, half, servers, tmp_path, 1000, 0.0, 0.05) for half in halves]
            assert [run.result() for run in runs] == [0, 0]
        for service in ("arxiv", "semantic_scholar"):
            asked = servers.of(service)
            assert min(after.begun - before.begun for before, after in pairwise(asked)) >= 0.05
        assert len(servers.of("arxiv")) == 8
        ends = [asked.ended for asked in servers.of("arxiv")]
        assert ends == sorted(ends)  # never two at once


def test_the_cluster_is_there_while_it_fills(tmp_path: Path) -> None:
    sizes: list[int] = []

    def look(step: BuildProgress) -> None:
        if step.stage == "fetch cited" and step.total > 1 and step.done > 12 and not sizes:
            sizes.append(len(open_cluster(ANCHOR_ID, settings).paper_ids))

    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        add([ANCHOR_ID], refs=True, settings=settings, progress=look)
    assert 10 < sizes[0] < 38


def test_a_malformed_address_stops_no_other_paper(tmp_path: Path) -> None:
    good, bad = LIBRARY.world["ref00"], ("https://h:99999/x.pdf", "https://é..b/x.pdf")
    with ScholarServers(LIBRARY.world) as servers:
        ledger, report = add([*bad, good.arxiv], name="mixed", settings=settings_for(servers, tmp_path))
    assert [entry.status for entry in ledger.entries] == ["failed", "failed", "fetched"]
    assert [entry.cause.startswith("not a URL") for entry in ledger.entries] == [True, True, False]
    assert report is not None
    assert report.papers == 1


def test_an_unexpected_error_in_one_paper_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = [LIBRARY.world["ref00"].arxiv, LIBRARY.world["ref01"].arxiv]

    def fail_once(entry: LedgerEntry, client: ServiceClient, *, tex: bool) -> list[OpenCopy]:
        if entry.id == papers[0]:
            raise KeyError("missing")
        return open_copies(entry, client, tex=tex)

    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr("citehop.acquisition.files.open_copies", fail_once)
            ledger, _ = add(papers, name="two", settings=settings)
        assert [entry.status for entry in ledger.entries] == ["failed", "fetched"]
        assert ledger.entries[0].cause == "unexpected KeyError: 'missing'"
        ledger, _ = add(["two"], settings=settings)
        assert [entry.status for entry in ledger.entries] == ["fetched", "fetched"]


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_without_a_network_one_line_names_the_host(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = servers.settings()
    for name, value in settings.items():  # the servers are gone
        monkeypatch.setenv(f"CITEHOP_{name.upper()}", str(value))
    assert main(["add", ANCHOR_ID, "--refs", "--home", str(tmp_path), "--embedding-model", "none"]) == 6
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("citehop: ")]
    assert "127.0.0.1" in line
    assert "check the network" in line


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_without_a_network_the_cluster_of_the_own_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = servers.settings()
    for name, value in settings.items():  # the servers are gone
        monkeypatch.setenv(f"CITEHOP_{name.upper()}", str(value))
    paper = Path(__file__).parents[2] / "cli" / "sample" / "pdf" / "abiodun-2020-cresta.pdf"
    command = [
        "add",
        str(paper),
        "--refs",
        "--name",
        "mine",
        "--home",
        str(tmp_path),
        "--embedding-model",
        "none",
    ]
    assert main(command) == 6
    assert "; cluster mine has 1 paper already and can be asked" in capsys.readouterr().err


def test_one_service_that_is_down_is_no_missing_network(tmp_path: Path) -> None:
    with ScholarServers(LIBRARY.world) as servers:
        settings = replace(settings_for(servers, tmp_path), semantic_scholar_url="http://127.0.0.1:9")
        ledger, _ = add([LIBRARY.world["ref00"].arxiv], settings=settings)
    assert ledger.count("fetched") == 1
