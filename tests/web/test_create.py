"""Clusters from uploaded PDFs and by identifier, their progress and ledger; anchors; deletion with undo."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.papers.clusters.ledger import read_ledger
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings
from citehop.testing.scholarly import ScholarServers
from citehop.testing.scholarly.library import ANCHOR_ID, library

PDFS = {path.name: path.read_bytes() for path in sorted(Path(FOLDER).glob("*.pdf"))}
ANCHOR, CITED = "varnholt-2024-braidnet", "castellanos-2021-rillnet"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=str(tmp_path / "deep" / "home"), embedding_model="none", workers=1)


@pytest.fixture
def empty(settings: Settings, start: Any) -> Iterator[Any]:
    with start(settings) as running:
        yield running


def token(site: Any) -> dict[str, str]:
    return {"form_token": site.form_token("")}


def test_dropped_pdfs_become_a_cluster(empty: Any, settings: Settings) -> None:
    two = {name: data for name, data in PDFS.items() if "braidnet" in name or "rillnet" in name}
    page = empty.finished_job(empty.upload(two | {"notes.txt": b"no PDF"}, "mine", empty.form_token("")))
    assert "Open the cluster" in page.text
    assert "2 PDFs uploaded. 1 file left out: no PDF, or too large." in page.text
    assert page.text.count(">uploaded</span>") == 2
    assert "2 of 2 papers" in page.text
    cluster = open_cluster("mine", settings)
    assert len(cluster.paper_ids) == 2
    assert not list((settings.home_path / "uploads").iterdir())
    assert (settings.home_path / "clusters" / "mine" / "fetched").is_dir()


@pytest.mark.parametrize(("choice", "name"), [("add", "sample"), ("new", "sample-2")])
def test_an_existing_cluster_is_added_to_after_a_question(
    own_site: Any, own_settings: Settings, choice: str, name: str
) -> None:
    (own_settings.home_path / "clusters" / "sample-3").mkdir()
    file = {"other.pdf": next(data for title, data in PDFS.items() if "rillnet" in title)}
    reply = own_site.upload(file, "sample")
    page = own_site.get(reply.headers["location"]).text
    assert "There is a cluster named sample with 13 papers." in page
    assert "Make a new cluster sample-2" in page
    reply = own_site.post(reply.headers["location"], token(own_site) | {"choice": choice})
    own_site.finished_job(reply)
    assert len(open_cluster(name, own_settings).paper_ids) == (13 if choice == "add" else 1)


def test_papers_that_wait_may_be_left(own_site: Any, own_settings: Settings) -> None:
    address = own_site.upload({"other.pdf": PDFS[f"{CITED}.pdf"]}, "sample").headers["location"]
    assert own_site.post(address, token(own_site) | {"choice": "leave"}).headers["location"] == "/new"
    assert own_site.get(address).status == 404
    assert own_site.get("/new/waiting/..").status == 404
    assert not list((own_settings.home_path / "uploads").iterdir())


def test_downloads_of_cited_papers_are_not_ticked(empty: Any) -> None:
    assert re.search(r'name="refs" value="1">', empty.get("/new").text)


def test_an_anchor_is_chosen_and_coverage_shown_for_each_bibliography(
    own_site: Any, own_settings: Settings
) -> None:
    page = own_site.get("/clusters/sample").text
    counts = re.findall(r"(\d+) of (\d+) references in this cluster</span>", page)
    assert len(counts) == 13
    assert all(int(some) <= int(all_of_them) for some, all_of_them in counts)
    reply = own_site.post("/clusters/sample/anchor", token(own_site) | {"paper": CITED})
    assert reply.status == 303
    assert open_cluster("sample", own_settings).anchor == CITED
    page = own_site.get("/clusters/sample").text
    assert page.index(f"papers/{CITED}") < page.index(f"papers/{ANCHOR}")
    assert own_site.post("/clusters/sample/anchor", token(own_site) | {"paper": "nobody"}).status == 404


def test_a_deleted_cluster_is_restored_with_its_threads(own_site: Any, own_settings: Settings) -> None:
    own_site.ask(QUESTION)
    reply = own_site.post("/clusters/sample/delete", token(own_site))
    home = own_site.get(reply.headers["location"]).text
    assert "sample was deleted" in home
    assert own_site.get("/clusters/sample").status == 404
    assert not (own_settings.home_path / "clusters" / "sample").exists()
    undo = re.search(r'action="(/trash/[^"]+/restore)"', home)
    assert undo
    assert own_site.post(undo[1], token(own_site)).headers["location"] == "/clusters/sample"
    page = own_site.get("/clusters/sample").text
    assert "1 question<" in page
    assert own_site.post(undo[1], token(own_site)).status == 404
    assert not list((own_settings.home_path / "trash").iterdir())


def test_deleting_for_good_frees_the_name(own_site: Any, own_settings: Settings) -> None:
    reply = own_site.post("/clusters/sample/delete", token(own_site))
    deleted = reply.headers["location"].partition("=")[2]
    assert own_site.post(f"/trash/{deleted}/purge", token(own_site)).headers["location"] == "/"
    assert not list((own_settings.home_path / "trash").iterdir())
    assert "/clusters/sample" not in own_site.get("/").text


@pytest.mark.slow
def test_identifiers_are_fetched_with_a_live_ledger(settings: Settings, start: Any) -> None:
    with ScholarServers(library().world) as servers:
        fetching = replace(settings, **servers.settings(0.02))
        with start(fetching) as site:
            fields = token(site) | {"papers": f"arXiv:{ANCHOR_ID}", "refs": "1", "name": "fetched"}
            reply = site.post("/new/papers", fields)
            seen = set()
            while 'data-finished="no"' in (page := site.get(reply.headers["location"]).text):
                seen.add(page.count("to come</span>"))
            assert len(seen) > 2  # entries that become fewer while the page is open
            tags = re.findall(r'<span class="tag[^"]*">([^<]+)</span>', page)
            ledger = read_ledger(settings.home_path / "clusters" / "fetched")
            assert ledger is not None
            assert len(tags) == len(ledger.entries) > 40
            for status in ("fetched", "abstract only", "paywalled"):
                assert tags.count(status) == ledger.count(status) > 0
            causes = [html_escape(entry.cause) for entry in ledger.entries if entry.cause]
            assert all(cause in page for cause in causes)
            assert site.get("/clusters/fetched").status == 200


def html_escape(text: str) -> str:
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace('"', "&#34;")
    )


@pytest.mark.parametrize(
    "papers",
    [
        "/etc/passwd",
        "../../etc/passwd",
        "sample",
        "zotero:Mine",
        "file:///etc/passwd",
        "http://127.0.0.1/x",
        "~/x.pdf",
        ".",
    ],
)
def test_neither_paths_nor_clusters_nor_local_addresses_are_fetched(
    own_site: Any, own_settings: Settings, papers: str
) -> None:
    reply = own_site.post("/new/papers", token(own_site) | {"papers": papers, "name": "x"})
    assert reply.status == 404
    assert "root:" not in reply.text
    assert not (own_settings.home_path / "clusters" / "x").exists()


@pytest.mark.parametrize("name", ["..", "../x", "/tmp/x", ".hidden", "a/b", "a\x00b", "<script>", "x" * 65])
def test_a_cluster_needs_a_portable_name(empty: Any, settings: Settings, name: str) -> None:
    papers = {"papers": "1706.03762", "name": name}
    assert empty.post("/new/papers", token(empty) | papers).status == 404
    assert empty.upload({"a.pdf": b"%PDF-1.4"}, name, empty.form_token("")).status == 404
    assert not (settings.home_path / "clusters").exists() or not list(
        (settings.home_path / "clusters").iterdir()
    )
    assert not list((settings.home_path / "uploads").iterdir())


def test_the_name_of_an_upload_is_no_path(empty: Any, settings: Settings) -> None:
    data = next(data for name, data in PDFS.items() if "rillnet" in name)
    names = (
        "../../evil.pdf",
        "..\\..\\evil.pdf",
        "/etc/evil.pdf",
        "C:\\evil.pdf",
        ".pdf",
        "a b<i>.pdf",
        "a%2f..%2fb.pdf",
    )
    page = empty.finished_job(empty.upload(dict.fromkeys(names, data), "mine", empty.form_token("")))
    assert "<i>" not in page.text
    stored = list(settings.home_path.parent.parent.rglob("*.pdf"))
    assert {path.parent.name for path in stored} == {"fetched", "sources"}
    assert all(settings.home_path / "clusters" / "mine" in path.parents for path in stored)


def test_an_upload_without_pdfs_or_token_is_refused(empty: Any, settings: Settings) -> None:
    assert empty.upload({"a.pdf": b"not one"}, "x", empty.form_token("")).status == 400
    assert empty.upload({"a.pdf": b"%PDF-1.4"}, "x", "wrong").status == 403
    uploads = settings.home_path / "uploads"
    assert not uploads.exists() or not list(uploads.iterdir())


def test_an_unreadable_pdf_fails_the_job_in_one_line(empty: Any) -> None:
    page = empty.finished_job(empty.upload({"a.pdf": b"%PDF-1.4 broken"}, "x", empty.form_token("")))
    assert "<strong>Failed:</strong>" in page.text
    assert "Traceback" not in page.text


def test_an_upload_of_two_gigabytes_is_refused_before_it_is_read(site: Any) -> None:
    reply = site.send(
        "POST",
        "/new/files",
        headers={
            "Origin": site.origin,
            "Content-Length": str(2 << 30),
            "Content-Type": "multipart/form-data; boundary=x",
        },
    )
    assert reply.status == 413


def test_an_unknown_job_or_deleted_cluster_is_one_line(site: Any) -> None:
    assert site.get("/jobs/99").status == 404
    for name in ("x", "..", "20260101-000000-000000", "%2e%2e"):
        for action in ("restore", "purge"):
            assert site.post(f"/trash/{name}/{action}", token(site)).status == 404
