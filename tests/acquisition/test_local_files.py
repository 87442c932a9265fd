"""Papers and lists of papers that lie on the user's disk."""

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.acquisition.local_files import copy_local_file
from citehop.acquisition.merge import (
    combine_records,
    is_different_paper,
    is_same_paper,
    merge_lists,
)
from citehop.acquisition.paper_lists import read_paper_list
from citehop.acquisition.reference_lists import build_entries
from citehop.acquisition.requests import parse_request
from citehop.errors import ConfigurationError, UsageError
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.parsing.read import read_paper
from citehop.papers.records import CitationLink, Ledger, LedgerEntry, PaperRecord
from citehop.settings import Settings
from citehop.testing.scholarly import ScholarlyPaper, ScholarServers
from citehop.testing.scholarly.library import ANCHOR, ANCHOR_ID, library
from citehop.testing.scholarly.pdf import paper_pdf

LIBRARY = library()


def settings_for(servers: ScholarServers | None, home: Path) -> Settings:
    bases = servers.settings() if servers else {"offline": True}
    return replace(Settings(), home=str(home), embedding_model="none", workers=1, threads=1, **bases)


def test_a_local_pdf_is_known_by_its_title_and_its_bibliography_resolved(tmp_path: Path) -> None:
    (tmp_path / "harbour draft.pdf").write_bytes(LIBRARY.world[ANCHOR].pdf)
    with ScholarServers(LIBRARY.world) as servers:
        ledger, report = add(
            [str(tmp_path / "harbour draft.pdf")], refs=True, settings=settings_for(servers, tmp_path)
        )
    assert ledger.name == "harbour-draft"
    assert (ledger.entries[0].id, ledger.entries[0].source) == ("harbour-draft", "your file")
    assert dict(ledger.entries[0].work.ids)["arxiv"] == ANCHOR_ID
    assert len(ledger.entries) == 44
    assert ledger.count("fetched") == 32
    assert report is not None
    assert report.anchor == "okafor-harbour-lights"


def test_without_a_service_that_knows_it_the_bibliography_alone_leads(tmp_path: Path) -> None:
    (tmp_path / "draft.pdf").write_bytes(LIBRARY.world[ANCHOR].pdf)
    world = {key: paper for key, paper in LIBRARY.world.items() if key != ANCHOR}
    with ScholarServers(world) as servers:
        ledger, _ = add([str(tmp_path / "draft.pdf")], refs=True, settings=settings_for(servers, tmp_path))
    assert [(said.source, said.count) for said in ledger.listings] == [("bibliography", 43)]
    assert ledger.count("fetched") == 32
    assert ledger.count("unresolved") == 2


def test_latex_sources_are_packed_the_same_each_time(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "main.tex").write_text("\\documentclass{article}\\begin{document}Words.\\end{document}")
    (project / ".hidden").write_text("secret")
    (project / "outside").symlink_to("/etc/passwd")
    for path in (project, project / "main.tex"):
        copy_local_file(path, tmp_path / "one.tar.gz")
        first = (tmp_path / "one.tar.gz").read_bytes()
        copy_local_file(path, tmp_path / "two.tar.gz")
        assert (tmp_path / "two.tar.gz").read_bytes() == first
        shutil.unpack_archive(tmp_path / "one.tar.gz", tmp_path / "unpacked")
        assert [p.name for p in (tmp_path / "unpacked").iterdir()] == ["main.tex"]


def test_local_files_need_no_network(tmp_path: Path) -> None:
    pdf = tmp_path / "net.pdf"
    pdf.write_bytes(paper_pdf("A Net of Nets", ["Ann Lee"], [("Abstract", "Words about nets.")]))
    _, report = add([str(pdf)], settings=settings_for(None, tmp_path))
    assert report is not None
    assert open_cluster("net", settings_for(None, tmp_path)).paper("lee-net-nets").title == "A Net of Nets"
    with pytest.raises(ConfigurationError, match="offline"):
        add([str(pdf)], refs=True, settings=settings_for(None, tmp_path))


BIB = r"""
@article{lee, title = {A {Net} of Nets}, author = {Lee, Ann and Kim, Bo}, year = 2019, doi = {10.5555/NET.1},
  abstract = {About nets \& more.}, file = {Full Text:files/12/net.pdf:application/pdf;Snap:x.html:text/html}}
@misc{kim, title = {Old Nets}, author = {Kim, Bo}, year = {2018}, eprint = {1801.00001}, archivePrefix = {arXiv}}
@misc{no, note = {nothing}}
"""
CSL = [
    {"id": "a", "type": "article", "title": "A Net of Nets", "DOI": "10.5555/NET.1", "abstract": "About nets.",
     "author": [{"family": "Lee", "given": "Ann"}, {"literal": "The Net Group"}], "issued": {"date-parts": [["2019", 5]]}},
    {"id": "b", "title": "Old Nets", "note": "arXiv: 1801.00001 [cs]", "issued": {"raw": "May 2018"}, "author": None},
    {"id": "c", "title": None}, "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["bib", "json"])
def test_lists_of_papers(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"mine.{kind}"
    path.write_text(BIB if kind == "bib" else json.dumps(CSL))
    (tmp_path / "files" / "12").mkdir(parents=True)
    (tmp_path / "files" / "12" / "net.pdf").write_bytes(b"%PDF-")
    (first, file), (second, none) = read_paper_list(path)
    assert (first.title, first.year, first.id("doi"), first.authors[0]) == (
        "A Net of Nets", 2019, "10.5555/net.1", "Ann Lee",
    )  # fmt: skip
    assert first.abstract.startswith("About nets")
    assert (second.title, second.year, second.id("arxiv"), none) == ("Old Nets", 2018, "1801.00001", None)
    assert file == (tmp_path / "files" / "12" / "net.pdf" if kind == "bib" else None)


def test_a_zotero_export_finds_its_storage(tmp_path: Path) -> None:
    (tmp_path / "library.json").write_text(json.dumps(CSL))
    stored = tmp_path / "storage" / "AB12CD34"
    stored.mkdir(parents=True)
    (stored / "Lee - 2019 - A Net of Nets.pdf").write_bytes(b"%PDF-")
    (_, file), _ = read_paper_list(tmp_path)
    assert file == stored / "Lee - 2019 - A Net of Nets.pdf"
    assert len(parse_request(str(tmp_path), Settings())) == 2


def test_a_list_becomes_a_cluster_of_files_and_fetched_papers(tmp_path: Path) -> None:
    (tmp_path / "mine.bib").write_text(BIB)
    (tmp_path / "files" / "12").mkdir(parents=True)
    pdf = paper_pdf("A Net of Nets", ["Ann Lee"], [("Abstract", "Words about nets.")])
    (tmp_path / "files" / "12" / "net.pdf").write_bytes(pdf)
    old = paper_pdf("Old Nets", ["Bo Kim"], [("Abstract", "Nets were smaller then.")])
    with ScholarServers(
        {"old": ScholarlyPaper("Old Nets", ("Bo Kim",), 2018, arxiv="1801.00001", pdf=old)}
    ) as servers:
        ledger, report = add([str(tmp_path / "mine.bib")], settings=settings_for(servers, tmp_path))
    assert [(e.role, e.status, e.source) for e in ledger.entries] == [
        ("added", "fetched", "your file"),
        ("added", "fetched", "arXiv"),
    ]
    assert report is not None
    assert (ledger.name, report.papers, report.anchor) == ("mine", 2, None)


def test_a_list_without_a_network_indexes_the_files_that_are_there(tmp_path: Path) -> None:
    """Both with --offline and where no service can be reached."""
    (tmp_path / "mine.bib").write_text(BIB)
    (tmp_path / "files" / "12").mkdir(parents=True)
    pdf = paper_pdf("A Net of Nets", ["Ann Lee"], [("Abstract", "Words about nets.")])
    (tmp_path / "files" / "12" / "net.pdf").write_bytes(pdf)
    with ScholarServers({}) as servers:
        settings = settings_for(servers, tmp_path)
    for offline in (True, False):
        ledger, report = add(
            [str(tmp_path / "mine.bib")], name=f"o{offline}", settings=replace(settings, offline=offline)
        )
        assert report is not None
        assert report.papers - report.abstracts == 1
        assert [entry.status for entry in ledger.entries] == ["fetched", "wanted"]
        assert ("offline" if offline else "cannot be reached") in ledger.entries[1].cause


@pytest.mark.parametrize(
    "named",
    [
        "{folder}/a, b\\; c.pdf",
        ":{folder}/a, b\\; c.pdf:pdf",
        ":a, b\\; c.pdf:PDF",
        "Full Text:a, b\\; c.pdf:application/pdf;Snapshot:x.html:text/html",
        "Full Text:{folder}/a, b\\; c.pdf:application/pdf",
    ],
)
def test_files_of_exports_of_other_programs(tmp_path: Path, named: str) -> None:
    (tmp_path / "a, b; c.pdf").write_bytes(b"%PDF-")
    field = named.format(folder=tmp_path)
    (tmp_path / "mine.bib").write_text(f"@article{{a, title = {{A Net of Nets}}, file = {{{field}}} }}")
    ((_, file),) = read_paper_list(tmp_path / "mine.bib")
    assert file == tmp_path / "a, b; c.pdf"


@pytest.mark.parametrize("text", ["gone.pdf", "dir/gone.bib", "notes.tex", "a b c"])
def test_what_is_not_there_is_said(text: str) -> None:
    with pytest.raises(UsageError):
        parse_request(text, Settings())


@pytest.mark.parametrize("raw", ["{", "[]", '{"items": 3}', "[[[[]]]]", '["a", null]', "@article{"])
def test_a_list_that_is_none(tmp_path: Path, raw: str) -> None:
    path = tmp_path / ("x.bib" if raw.startswith("@") else "x.json")
    path.write_text(raw)
    with pytest.raises(UsageError):
        read_paper_list(path)


def test_lists_merge_by_identifier_and_title() -> None:
    title = "A Long Enough Title of a Paper"
    one = PaperRecord(title, ("Ann Lee",), 2019, ids=(("arxiv", "1901.00001"),))
    two = PaperRecord(
        "A long-enough title of a paper", year=2020, ids=(("doi", "10.5555/1"),), abstract="Words."
    )
    three = PaperRecord(title, ids=(("arxiv", "1902.00002"),))
    four = PaperRecord("Another name", ids=(("doi", "10.5555/1"),))
    merged = merge_lists([("a", [one, three]), ("b", [two]), ("c", [four, one])])
    assert [(item.work.ids, item.listed) for item in merged] == [
        ((("arxiv", "1901.00001"), ("doi", "10.5555/1")), ("a", "b", "c")),
        ((("arxiv", "1902.00002"),), ("a",)),
    ]
    assert merged[0].work.abstract == "Words."
    assert combine_records([one, two]).year == 2019
    assert not is_same_paper(PaperRecord("Nets"), PaperRecord("Nets"))  # too short to tell
    assert not is_same_paper(replace(one, ids=()), replace(two, ids=(), year=2025))


def test_an_identifier_that_leads_to_another_paper_is_a_stranger() -> None:
    cited = PaperRecord("Attention over Antecedent Rainfall", ids=(("arxiv", "1901.00001"),))
    assert is_different_paper(cited, PaperRecord("Tidal Orchards for Counting Birds"))
    assert not is_different_paper(cited, PaperRecord("Attention over antecedent rain- fall: a study"))
    assert not is_different_paper(PaperRecord(), PaperRecord("Anything"))


def test_a_mistyped_identifier_is_mended_by_the_title(tmp_path: Path) -> None:
    right, wrong = LIBRARY.world["ref00"], LIBRARY.world["ref01"]
    fields = {"title": right.title, "author": right.authors[0], "year": right.year, "eprint": wrong.arxiv}
    bib = "@misc{x, " + ", ".join(f"{name} = {{{value}}}" for name, value in fields.items()) + "}"
    (tmp_path / "one.bib").write_text(bib)
    with ScholarServers(LIBRARY.world) as servers:
        ledger, _ = add([str(tmp_path / "one.bib")], settings=settings_for(servers, tmp_path))
    entry = ledger.entries[0]
    assert (entry.status, entry.work.id("arxiv")) == ("fetched", right.arxiv)
    assert (tmp_path / "clusters" / "one" / "fetched" / entry.files[0]).read_bytes() == right.pdf


def test_a_real_paper_as_latex_is_an_anchor(shared: Path, tmp_path: Path) -> None:
    main = shared / "latex_sources" / "hcrbounds" / "paper.tex"
    references = read_paper(main, Settings()).references
    world = {
        f"w{n}": ScholarlyPaper(
            r.title.upper(), r.authors, r.year or 2000, f"About {r.title}.", doi=f"10.5555/{n}"
        )
        for n, r in enumerate(references[:12])
    }
    with ScholarServers(world) as servers:
        ledger, _ = add([str(main)], refs=True, settings=settings_for(servers, tmp_path))
    assert len(references) == 17
    assert Counter(entry.status for entry in ledger.entries) == {
        "fetched": 1, "abstract only": 12, "unresolved": 5,
    }  # fmt: skip
    known = [entry for entry in ledger.entries if entry.status == "abstract only"]
    assert {entry.work.id("doi") for entry in known} == {paper.doi for paper in world.values()}


def test_references_listed_again_are_the_same_entries() -> None:
    known = LedgerEntry(
        "",
        "cited",
        PaperRecord("Short", ("Ann Lee",), 2019),
        listed=("bibliography",),
        cites=(CitationLink("a", "3", "Lee. Short. 2019."),),
    )
    unread = replace(known, work=PaperRecord(), cites=(CitationLink("a", "4", "????"),))
    served = LedgerEntry(
        "",
        "cited",
        PaperRecord("A Long Enough Title of a Paper"),
        listed=("Crossref",),
        cites=(CitationLink("a"),),
    )
    entries = build_entries(Ledger(1, "x"), [known, unread, served])
    ledger = Ledger(1, "x", tuple(entries))
    found = replace(served, cites=(CitationLink("a", "5", "Lee. A Long Enough ...", ("As Lee says.",)),))
    again = build_entries(ledger, [known, unread, found])
    assert [entry.id for entry in again] == [entry.id for entry in entries]
    assert again[:2] == entries[:2]
    assert again[2].cites == found.cites


def test_a_file_of_the_users_takes_the_place_of_what_was_paywalled(tmp_path: Path) -> None:
    closed = next(p for p in LIBRARY.world.values() if p.open_at == "login" and not p.arxiv)
    (tmp_path / "from my library.pdf").write_bytes(closed.pdf)
    with ScholarServers(LIBRARY.world) as servers:
        settings = settings_for(servers, tmp_path)
        first, _ = add([closed.doi, LIBRARY.world["ref00"].arxiv], name="mine", settings=settings)
        assert [entry.status for entry in first.entries] == ["paywalled", "fetched"]
        for _ in range(2):
            second, report = add([str(tmp_path / "from my library.pdf")], name="mine", settings=settings)
            assert [(e.id, e.status, e.source) for e in second.entries] == [
                (first.entries[0].id, "fetched", "your file"),
                (first.entries[1].id, "fetched", "arXiv"),
            ]
            assert report is not None
            assert report.papers == 2
