"""Items of Zotero collections, and clusters made from them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.acquisition.zotero.library import read_items
from citehop.errors import UnavailableError, UsageError
from citehop.settings import Settings
from citehop.testing.scholarly.pdf import paper_pdf
from citehop.testing.zotero import ZoteroEntry, write_zotero

NETS = {"title": "A Net of Nets", "date": "2019-05-00 May 2019", "DOI": "10.5555/NET.1"}
AUTHOR, EDITOR = ("Ann", "Lee", "author"), ("Ed", "Itor", "editor")


def settings_for(folder: Path) -> Settings:
    return replace(
        Settings(),
        home=str(folder / "home"),
        zotero_folder=str(folder / "Zotero"),
        embedding_model="none",
        workers=1,
        threads=1,
        offline=True,
    )


def test_an_item_has_metadata_and_its_pdf(tmp_path: Path) -> None:
    fields = {**NETS, "proceedingsTitle": "Proceedings of Nets", "abstractNote": "About <i>nets</i>."}
    write_zotero(
        tmp_path / "Zotero", [ZoteroEntry("AAAA2345", fields, (EDITOR, AUTHOR), ("Thesis",), b"%PDF-")]
    )
    (item,) = read_items(settings_for(tmp_path))
    record = item.record
    assert (item.library, item.key) == ("users/4711", "AAAA2345")
    assert (record.title, record.year, record.authors) == ("A Net of Nets", 2019, ("Ann Lee",))
    assert (record.venue, record.abstract, record.id("doi")) == (
        "Proceedings of Nets", "About nets.", "10.5555/net.1",
    )  # fmt: skip
    assert [(pdf.key, pdf.path.read_bytes()) for pdf in item.pdfs] == [("PDFA2345", b"%PDF-")]


def test_a_collection_has_those_below_it_and_nothing_deleted(tmp_path: Path) -> None:
    def entry(key: str, path: str, deleted: bool = False) -> ZoteroEntry:
        return ZoteroEntry(key, {"title": f"Title {key}"}, collections=(path,), deleted=deleted)

    write_zotero(
        tmp_path / "Zotero",
        [entry("AAA", "Thesis"), entry("BBB", "Thesis/Methods"), entry("CCC", "Other"),
         entry("DDD", "Thesis", deleted=True), entry("EEE", "Other/Methods")],
    )  # fmt: skip

    def keys(collection: str | None) -> list[str]:
        return [item.key for item in read_items(settings_for(tmp_path), collection)]

    assert keys("thesis") == ["AAA", "BBB"]
    assert keys("Thesis/Methods") == ["BBB"]
    assert keys("methods") == ["BBB", "EEE"]
    assert keys(None) == ["AAA", "BBB", "CCC", "EEE"]
    with pytest.raises(
        UsageError, match="no collection 'Gone' in Zotero; there are: Other, Other/Methods, Thesis"
    ):
        keys("Gone")


def test_collections_in_a_circle_end(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    folder = write_zotero(tmp_path / "Zotero", [ZoteroEntry("AAA", NETS, collections=("One/Two",))])
    with closing(sqlite3.connect(folder / "zotero.sqlite")) as database, database:
        database.execute("UPDATE collections SET parentCollectionID = 2 WHERE collectionID = 1")
    assert [item.key for item in read_items(settings_for(tmp_path), "one")] == ["AAA"]


def test_a_stored_file_does_not_lead_out_of_its_folder(tmp_path: Path) -> None:
    linked = tmp_path / "kept.pdf"
    write_zotero(
        tmp_path / "Zotero",
        [ZoteroEntry("AAA1", NETS, pdf=b"%PDF-", name="../../../../etc/x.pdf", in_group=True),
         ZoteroEntry("BBB2", NETS, pdf=linked)],
    )  # fmt: skip
    first, second = read_items(settings_for(tmp_path))
    assert first.pdfs[0].path == tmp_path / "Zotero" / "storage" / "PDF1" / "x.pdf"
    assert (first.library, second.pdfs[0].path) == ("groups/77", linked)


def test_a_collection_becomes_a_cluster_without_a_network(tmp_path: Path) -> None:
    pdf = paper_pdf("A Net of Nets", ["Ann Lee"], [("Abstract", "Words about nets.")])
    other = paper_pdf("Old Nets", ["Bo Kim"], [("Abstract", "Nets were smaller then.")])
    write_zotero(
        tmp_path / "Zotero",
        [ZoteroEntry("AAA1", NETS, (AUTHOR,), ("My Thesis",), pdf),
         ZoteroEntry("BBB2", {"title": "Old Nets"}, (), ("My Thesis",), other)],
    )  # fmt: skip
    settings = settings_for(tmp_path)
    ledger, report = add(["zotero:My Thesis"], settings=settings)
    assert report is not None
    assert (ledger.name, report.papers, ledger.count("fetched")) == ("My-Thesis", 2, 2)
    again, _ = add(["zotero:My Thesis"], name=ledger.name, settings=settings)
    assert [entry.id for entry in again.entries] == [entry.id for entry in ledger.entries]


@pytest.mark.parametrize("known", ["preferences", "setting"])
def test_linked_files_below_the_base_folder(tmp_path: Path, known: str) -> None:
    base = tmp_path / "Shared papers"
    (base / "Botany").mkdir(parents=True)
    (base / "Botany" / "maples.pdf").write_bytes(b"%PDF-")
    write_zotero(
        tmp_path / "Zotero",
        [ZoteroEntry("AAA1", NETS, pdf=Path("attachments:Botany/maples.pdf")),
         ZoteroEntry("BBB2", NETS, pdf=Path("attachments:../outside.pdf"))],
    )  # fmt: skip
    settings = settings_for(tmp_path)
    if known == "setting":
        settings = replace(settings, zotero_base_folder=str(base))
    else:
        line = f'user_pref("extensions.zotero.baseAttachmentPath", {json.dumps(str(base))});\n'
        (tmp_path / "prefs.js").write_text('user_pref("a", 1);\n' + line)
    inside, outside = read_items(settings)
    assert inside.pdfs[0].path == base / "Botany" / "maples.pdf"
    assert not outside.pdfs[0].path.exists()


def test_a_linked_file_that_is_not_found_is_named(tmp_path: Path) -> None:
    pdf = paper_pdf("Old Nets", ["Bo Kim"], [("Abstract", "Nets were smaller then.")])
    write_zotero(
        tmp_path / "Zotero",
        [ZoteroEntry("AAA1", NETS, (AUTHOR,), ("Trees",), Path("attachments:Botany/maples.pdf")),
         ZoteroEntry("BBB2", {"title": "Old Nets"}, (), ("Trees",), pdf)],
    )  # fmt: skip
    ledger, report = add(["zotero:Trees"], settings=settings_for(tmp_path))
    assert report is not None
    assert report.papers - report.abstracts == 1
    missing = next(entry for entry in ledger.entries if entry.status != "fetched")
    assert "attachments:Botany/maples.pdf is not there" in missing.cause


def test_folders_without_a_database(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with pytest.raises(UsageError, match="set zotero_folder"):
        read_items(settings)
    (tmp_path / "Zotero").mkdir()
    (tmp_path / "Zotero" / "zotero.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(UnavailableError, match="try again or close it"):
        read_items(settings)


def test_an_empty_collection(tmp_path: Path) -> None:
    write_zotero(tmp_path / "Zotero", [ZoteroEntry("AAA", collections=("Empty",))])
    with pytest.raises(UsageError, match="'Empty' in Zotero has no papers"):
        add(["zotero:Empty"], settings=settings_for(tmp_path))
