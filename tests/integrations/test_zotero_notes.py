"""Quotes as notes in Zotero, over HTTP."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.agent.types import Citation
from citehop.errors import ConfigurationError, UnavailableError
from citehop.integrations.zotero_notes import ZoteroNotes
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.types import BBox
from citehop.settings import Settings
from citehop.testing.scholarly.pdf import paper_pdf
from citehop.testing.zotero import ZoteroEntry, ZoteroServer, write_zotero

TITLE = "A Net of Small and Large Nets"


@pytest.fixture
def server() -> Iterator[ZoteroServer]:
    with ZoteroServer() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, server: ZoteroServer, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("ZOTERO_API_KEY", "secret")
    pdf = paper_pdf(TITLE, ["Ann Lee"], [("Abstract", "Words about nets.")])
    other = paper_pdf(
        "Papers That Zotero Does Not Have", ["Bo Kim"], [("Abstract", "Nets were smaller then.")]
    )
    folder = write_zotero(tmp_path / "Zotero", [ZoteroEntry("AAA2AAAA", {"title": TITLE}, pdf=pdf)])
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "one.pdf").write_bytes(pdf)
    (papers / "two.pdf").write_bytes(other)
    made = Settings(
        home=str(tmp_path / "home"), zotero_folder=str(folder), zotero_url=server.url, allow_http=True,
        embedding_model="none", workers=1, threads=1, fetch_interval=0.001, fetch_backoff=0.001,
    )  # fmt: skip
    add([str(path) for path in sorted(papers.iterdir())], name="nets", settings=replace(made, offline=True))
    return made


def test_each_quote_is_one_note_below_its_paper(server: ZoteroServer, settings: Settings) -> None:
    cluster = open_cluster("nets", settings)
    ids = sorted(cluster.paper_ids, key=lambda paper: cluster.paper(paper).title != TITLE)
    quotes = [Citation(ids[0], 1, BBox(0, 0, 1, 1), "Words <b>about</b> nets."),
              Citation(ids[1], 1, BBox(0, 0, 1, 1), "Nets were smaller then.")]  # fmt: skip
    notes = ZoteroNotes(settings)
    report = notes.add("What about <nets>?", quotes, cluster)
    assert (report.added, report.present, report.missing) == (1, 0, ("Papers That Zotero Does Not Have",))
    (((library, key), note),) = server.notes.items()
    assert (library, note["parentItem"], len(key)) == ("users/4711", "AAA2AAAA", 8)
    assert "Words &lt;b&gt;about&lt;/b&gt; nets." in note["note"]
    assert 'href="zotero://open-pdf/library/items/PDF2AAAA?page=1">page 1</a>' in note["note"]
    assert "What about &lt;nets&gt;?" in note["note"]
    again = notes.add("What about <nets>?", quotes[:1], cluster)
    assert (again.added, again.present, len(server.notes)) == (0, 1, 1)


def test_a_wrong_key_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = open_cluster("nets", settings)
    monkeypatch.setenv("ZOTERO_API_KEY", "other")
    paper = next(paper for paper in cluster.paper_ids if cluster.paper(paper).title == TITLE)
    with pytest.raises(UnavailableError, match="needs write access"):
        ZoteroNotes(settings).add("?", [Citation(paper, 1, BBox(0, 0, 1, 1), "Words")], cluster)


def test_nothing_is_sent_without_a_key_or_offline(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigurationError, match="--offline"):
        ZoteroNotes(replace(settings, offline=True))
    monkeypatch.delenv("ZOTERO_API_KEY")
    with pytest.raises(ConfigurationError, match=r"zotero\.org/settings/keys"):
        ZoteroNotes(settings)
