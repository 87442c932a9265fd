"""Papers that are no PDFs: real files and small ones of each format."""

import io
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

import citehop
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.scan import scan
from citehop.papers.types import Paper
from citehop.settings import Settings

HTML = """<html><head><title>Site: Frost</title><meta name="citation_title" content="Frost and Spruces">
<meta name="citation_author" content="Holt, Ben"><meta name="citation_publication_date" content="2018/03/01">
<meta name="citation_doi" content="10.5555/FROST"></head><body><nav>Home | Login</nav><article><h1>Frost and Spruces</h1>
<h2>Abstract</h2><p>Spruces survive frost of minus 38 °C.</p><h2>1 Methods</h2><h3>1.1 Trees</h3>
<p>We froze 40 trees as others did<sup><a href="#r1">1</a></sup>.</p><ul><li>young trees</li><li>old trees</li></ul>
<table><caption>Table 1. Survival of spruces</caption><tr><th>Age</th><th>Survival (%)</th></tr>
<tr><td>young</td><td>81.5</td></tr><tr><td>old</td><td>64.2</td></tr></table>
<h2>References</h2><ol><li>Lima A. Cold trees. Forestry 12, 3-9 (2011).</li></ol></article>
<script>alert(1)</script></body></html>"""
MARKDOWN = """---
title: Frost and Larches
authors: [Ben Holt, Ana Lima]
date: 2018-05-01
---

## Results

Larches survive frost of minus 41 °C.

- needles fell
- roots froze

| Age | Survival |
|-----|----------|
| young | 81.5 |
| old | 64.2 |
"""
TEXT = """Frost and Firs

Ben Holt, 2018

1 Introduction

Firs survive frost of minus 36 degrees
in most winters.

2 Results

2.1 Needles

Needles fell after 12 days.
"""
JATS = """<?xml version="1.0"?><!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article><front><journal-meta>
<journal-title>Forestry</journal-title></journal-meta><article-meta><article-id pub-id-type="doi">10.5555/PINES</article-id>
<title-group><article-title>Frost and Pines</article-title></title-group><contrib-group><contrib contrib-type="author">
<name><surname>Holt</surname><given-names>Ben</given-names></name></contrib></contrib-group><pub-date><year>2018</year></pub-date>
<abstract><p>Pines survive.</p></abstract></article-meta></front><body><sec><title>Results</title><p>Pines survive frost of
minus 45 degrees &x; <xref ref-type="bibr">[1]</xref>.</p><sec><title>Needles</title><p>They fell.</p></sec></sec></body>
<back><ref-list><title>References</title><ref><element-citation><name><surname>Lima</surname><given-names>A</given-names></name>
<article-title>Cold trees</article-title><source>Forestry</source><year>2011</year><volume>12</volume><fpage>3</fpage>
<lpage>9</lpage></element-citation></ref></ref-list></back></article>"""
WORD = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Results</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>Pines survive frost of minus 45 degrees.</w:t></w:r></w:p>"
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Age</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Survival</w:t></w:r></w:p></w:tc></w:tr>"
    "<w:tr><w:tc><w:p><w:r><w:t>young</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>81.5</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    "</w:body></w:document>"
)
STYLES = (
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" '
    'w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>'
)
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Frost and Pines</dc:title>'
    "<dc:creator>Ben Holt</dc:creator><dcterms:created>2018-02-03T00:00:00Z</dcterms:created></cp:coreProperties>"
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="{}" '
    'Target="{}"/></Relationships>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
PACKAGE = (
    '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Frost and Oaks</dc:title>'
    "<dc:creator>Ben Holt</dc:creator>"
    '<dc:date>2018</dc:date></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest>'
    '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
)


def pack(**files: str) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def word() -> bytes:
    return pack(
        **{
            "[Content_Types].xml": TYPES,
            "_rels/.rels": RELATIONS.format(f"{OFFICE}officeDocument", "word/document.xml"),
            "word/_rels/document.xml.rels": RELATIONS.format(f"{OFFICE}styles", "styles.xml"),
            "word/document.xml": WORD,
            "word/styles.xml": STYLES,
            "docProps/core.xml": CORE,
        }
    )


def epub() -> bytes:
    return pack(
        **{
            "META-INF/container.xml": '<container><rootfile full-path="o/p.opf"/></container>',
            "o/p.opf": PACKAGE,
            "o/a.xhtml": "<html><body><h1>First</h1><p>Oaks survive.</p></body></html>",
            "o/b.xhtml": "<html><body><h1>Second</h1><p>Oaks freeze.</p></body></html>",
        }
    )


def read(folder: Path, name: str, data: bytes | str) -> Paper:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return citehop.parse(path, settings=Settings()).paper


def sections(paper: Paper) -> list[tuple[str, str, str]]:
    return [(block.kind, block.section, block.text) for block in paper.blocks]


def test_a_web_page(tmp_path: Path) -> None:
    paper = read(tmp_path, "spruces.html", HTML)
    assert (paper.title, paper.authors, paper.year) == ("Frost and Spruces", ("Ben Holt",), 2018)
    assert paper.ids == (("doi", "10.5555/frost"),)
    assert paper.abstract == "Spruces survive frost of minus 38 °C."
    path = "1 Methods > 1.1 Trees"
    assert sections(paper)[4:7] == [
        ("paragraph", path, "We froze 40 trees as others did[1]."),
        ("list", path, "young trees"),
        ("list", path, "old trees"),
    ]
    assert "Login" not in str(paper.blocks)
    assert [(each.label, each.caption) for each in paper.figures] == [
        ("Table 1", "Table 1. Survival of spruces")
    ]
    assert (paper.references[0].key, paper.references[0].title) == ("1", "Cold trees")
    assert paper.mentions[0].keys == ("1",)


def test_markdown(tmp_path: Path) -> None:
    paper = read(tmp_path, "larches.md", MARKDOWN)
    assert (paper.title, paper.authors, paper.year) == ("Frost and Larches", ("Ben Holt", "Ana Lima"), 2018)
    assert sections(paper)[1:3] == [
        ("paragraph", "Results", "Larches survive frost of minus 41 °C."),
        ("list", "Results", "needles fell"),
    ]
    assert {"81.5", "64.2"} <= {word.text for word in paper.figures[0].words}


def test_plain_text(tmp_path: Path) -> None:
    paper = read(tmp_path, "firs.txt", TEXT)
    assert (paper.title, paper.authors, paper.year) == ("Frost and Firs", ("Ben Holt",), 2018)
    assert (
        "paragraph",
        "1 Introduction",
        "Firs survive frost of minus 36 degrees in most winters.",
    ) in sections(paper)
    assert ("paragraph", "2 Results > 2.1 Needles", "Needles fell after 12 days.") in sections(paper)


def test_jats_without_its_entities(tmp_path: Path) -> None:
    paper = read(tmp_path, "pines.xml", JATS)
    assert (paper.title, paper.authors, paper.year) == ("Frost and Pines", ("Ben Holt",), 2018)
    assert paper.place.venue == "Forestry"
    assert ("paragraph", "Results > Needles", "They fell.") in sections(paper)
    assert "root:" not in str(paper.blocks)
    assert (paper.references[0].title, paper.references[0].year, paper.references[0].volume) == (
        "Cold trees",
        2011,
        "12",
    )


def test_word(tmp_path: Path) -> None:
    pytest.importorskip("mammoth")
    paper = read(tmp_path, "pines.docx", word())
    assert (paper.title, paper.authors, paper.year) == ("Frost and Pines", ("Ben Holt",), 2018)
    assert ("paragraph", "Results", "Pines survive frost of minus 45 degrees.") in sections(paper)
    assert "81.5" in {each.text for each in paper.figures[0].words}


def test_epub_chapters_come_in_order(tmp_path: Path) -> None:
    paper = read(tmp_path, "oaks.epub", epub())
    assert (paper.title, paper.authors, paper.year) == ("Frost and Oaks", ("Ben Holt",), 2018)
    assert [each.text for each in paper.blocks] == ["First", "Oaks survive.", "Second", "Oaks freeze."]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.docx", b"no archive", "a.docx: damaged"),
        ("a.epub", pack(nothing=""), "a.epub: damaged: META-INF/container.xml"),
        ("a.xml", "<svg/>", "a.xml: neither an article in JATS nor in TEI"),
        ("a.html", "<p> </p>", "a.html: no text in it"),
        ("a.md", "", "a.md: no text in it"),
    ],
)
def test_a_file_that_is_no_paper_is_named(name: str, data: bytes | str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, name, data)


def test_documents_of_one_name_are_one_paper(tmp_path: Path) -> None:
    for name in ("a.txt", "a.html", "b.pdf", "b.docx", "c.pdf", "c.md", "README.md"):
        (tmp_path / name).write_text(name)
    assert [file.name for file in scan(tmp_path, 1000)] == ["a.html", "b.pdf", "c.md"]


def test_real_small_files_are_indexed_and_answer(
    shared: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mammoth")
    folder = home / "mixed"
    shutil.copytree(shared / "cases" / "mixed", folder)
    assert main(["index", str(folder), "--name", "mixed", "--embedding-model", "none"]) == 0
    assert main(["ask", "mixed", "How much frost do pines survive?"]) == 0
    assert "minus 45 degrees" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["markdown", "tei"])
def test_a_text_beside_a_real_pdf_takes_pages_and_boxes_from_it(
    form: str, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (source,) = shared.glob("fields/medicine/Smith2016*.pdf")
    pdf = tmp_path / "smith.pdf"
    shutil.copy(source, pdf)
    assert main(["parse", str(pdf), f"--{form}"]) == 0
    text = tmp_path / f"smith.{'md' if form == 'markdown' else 'xml'}"
    text.write_text(capsys.readouterr().out.replace("169 patients", "one hundred sixty-nine patients"))
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    build(text, "smith", None, settings)
    with citehop.open("smith", settings) as session:
        paper = session.cluster.papers()[0]
        assert (paper.pages, paper.year) == (18, 2016)
        (changed,) = (
            block for block in paper.blocks if "A total of one hundred sixty-nine patients" in block.text
        )
        assert changed.page == 5
        assert changed.bbox.width > 100
        assert session.cluster.source_path(paper.id) is not None
