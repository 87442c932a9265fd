"""A parsed paper as JSON fields, Markdown and TEI."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from citehop.cli.output.paper.json_document import document_fields
from citehop.cli.output.paper.markdown import format_markdown
from citehop.cli.output.paper.tei import format_tei
from citehop.figures.parse_document import ParsedDocument, Section, TableCells
from citehop.papers.record import Affiliation, DatedEvent, EmailAddress, OwnIdentifier, Printed, Record
from citehop.papers.types import BBox, Block, Figure, Paper, Reference

TEI = "{http://www.tei-c.org/ns/1.0}"
BOX = BBox(10, 20, 110, 40)
PAPER = Paper(
    "a",
    "Slow <Engines> & rain \x01",
    ("Ada Byron",),
    2019,
    "We measure engines.",
    figures=(
        Figure("p2:table1", "table", "Table 1", "Table 1: Engines | years", 2, BOX),
        Figure("p2:figure1", "figure", "Figure 1", "Figure 1: An engine.", 2, BOX),
    ),
    references=(
        Reference("Meier, 2014", "Karl Meier. 2014. Rain.", "Rain", ("Karl Meier",), 2014, "XYZ", (("doi", "10.1000/x"),),
                  volume="3", pages="4–5"),
        Reference("Poe, 1998", "Max Poe. 1998. J. Rain.", "", ("Max Poe",), 1998, "J. Rain"),
    ),
)  # fmt: skip
TEXT = "Engines stall (Meier, 2014; Poe, 1998), as Meier (2014) *says* in [brackets]. \x0b"
DOCUMENT = ParsedDocument(
    PAPER,
    (
        Section("Abstract", 1, (Block("We measure engines.", 1, BOX),)),
        Section("1 Introduction", 1, (Block(TEXT, 1, BOX, spans=((1, BOX), (2, BOX))),)),
        Section("1.1 Rain", 2, (Block("x = y", 2, BOX, "equation"),)),
    ),
    (TableCells("p2:table1", (("", "Years"), ("Engine", "2019")), (("Slow|fast", "3"), ("Old", ""))),),
)


def test_json_fields_have_boxes_and_cells() -> None:
    fields = document_fields(DOCUMENT)
    block = fields["sections"][1]["blocks"][0]
    assert block["spans"] == [
        {"page": 1, "bbox": [10, 20, 110, 40]},
        {"page": 2, "bbox": [10, 20, 110, 40]},
    ]
    table, figure = fields["figures"]
    assert table["header"] == [["", "Years"], ["Engine", "2019"]]
    assert table["rows"] == [["Slow|fast", "3"], ["Old", ""]]
    assert "rows" not in figure
    assert fields["references"][0]["volume"] == "3"
    assert fields["references"][0]["ids"] == {"doi": "10.1000/x"}


def test_a_table_on_two_pages_is_listed_once() -> None:
    part = Figure("p3:table1", "table", "Table 1", "Table 1: (continued)", 3, BOX, continues="p2:table1")
    document = replace(DOCUMENT, paper=replace(PAPER, figures=(*PAPER.figures, part)))
    table, _ = document_fields(document)["figures"]
    assert table["continued"] == [{"page": 3, "bbox": [10, 20, 110, 40]}]
    assert format_markdown(document).count("Table 1") == 1
    drawn = ElementTree.fromstring(format_tei(document)).iter(f"{TEI}figure")
    assert [figure.get("coords") for figure in drawn] == [
        "2,10.0,20.0,100.0,20.0;3,10.0,20.0,100.0,20.0",
        "2,10.0,20.0,100.0,20.0",
    ]


def test_markdown_escapes_text_and_writes_tables_with_pipes() -> None:
    text = format_markdown(DOCUMENT)
    assert text.count("## Abstract") == 1
    assert "### 1.1 Rain" in text
    assert "| Engine | Years 2019 |\n| --- | --- |\n| Slow\\|fast | 3 |\n| Old |  |" in text
    assert "\\*says\\* in \\[brackets\\]" in text
    assert "# Slow \\<Engines\\> & rain" in text


def test_the_lines_of_an_address_are_one_paragraph_in_markdown() -> None:
    """Two authors beside each other, the address of one of them in widely spaced words, and a note."""
    lines = [
        ("Karl Meier", 100, 170, 50), ("Max Poe", 300, 360, 50), ("Department", 90, 130, 62),
        ("of Rain,", 140, 180, 62), ("Oslo", 320, 340, 62), ("Bergen", 120, 150, 74), ("Norway", 300, 360, 110),
    ]  # fmt: skip
    front = [Block(text, 1, BBox(x0, y, x1, y + 9), "front") for text, x0, x1, y in lines]
    document = replace(DOCUMENT, paper=replace(PAPER, blocks=(*front, *PAPER.blocks)))
    assert (
        "\n\nKarl Meier, Department of Rain, Bergen\n\nMax Poe, Oslo\n\nNorway\n\n## Abstract"
        in format_markdown(document)
    )


@pytest.mark.parametrize("heading", ["", "ABSTRACT ", "Abstract—"])
def test_the_abstract_is_printed_once_in_markdown(heading: str) -> None:
    section = Section("", 1, (Block(f"{heading}We measure engines.", 1, BOX),))
    text = format_markdown(replace(DOCUMENT, sections=(section,)))
    assert text.count("We measure engines.") == 1


def test_references_are_listed_once_in_markdown_below_their_own_heading() -> None:
    sections = (*DOCUMENT.sections, Section("6. Bibliography", 1, ()), Section("A Proofs", 1, ()))
    text = format_markdown(replace(DOCUMENT, sections=sections))
    assert "## 6. Bibliography\n\n- **Meier, 2014** Karl Meier" in text
    assert text.index("Max Poe. 1998") < text.index("## A Proofs")
    assert "## References" not in text
    assert "## References\n\n- **Meier, 2014**" in format_markdown(DOCUMENT)


def test_tei_is_well_formed_and_links_citations() -> None:
    text = format_tei(DOCUMENT)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{TEI}TEI"
    entries = {
        entry.get("{http://www.w3.org/XML/1998/namespace}id") for entry in root.iter(f"{TEI}biblStruct")
    }
    assert {"b0", "b1"} <= entries
    links = [(link.text, link.get("target")) for link in root.iter(f"{TEI}ref")]
    assert links == [("(Meier, 2014; Poe, 1998)", "#b0 #b1"), ("Meier (2014)", "#b0")]
    paragraph = next(p for p in root.iter(f"{TEI}p") if (p.text or "").startswith("Engines"))
    assert "".join(paragraph.itertext()) == TEXT.replace("\x0b", "")
    assert paragraph.get("coords") == "1,10.0,20.0,100.0,20.0;2,10.0,20.0,100.0,20.0"
    assert [cell.text or "" for cell in root.iter(f"{TEI}cell")] == [
        "",
        "Years",
        "Engine",
        "2019",
        "Slow|fast",
        "3",
        "Old",
        "",
    ]


def test_a_paper_with_nothing_but_a_title() -> None:
    empty = ParsedDocument(Paper("a", "Title"), (), ())
    assert format_markdown(empty) == "# Title\n"
    root = ElementTree.fromstring(format_tei(empty))
    assert root.find(f"{TEI}text/{TEI}body/{TEI}p") is not None


def test_the_record_is_part_of_each_format() -> None:
    venue = Printed("J. Rain, 3(2):4-5, 2019", "J. Rain, 3(2):4-5, 2019", 1, BOX)
    record = Record(
        affiliations=(Affiliation("Ada Byron", Printed("Ekby College")),),
        emails=(EmailAddress(Printed("ada@ekby.org"), "Ada Byron"),),
        venue=venue,
        volume="3",
        dates=(DatedEvent("received", "3 May 2018", Printed("Received 3 May 2018")),),
        identifiers=(OwnIdentifier("ISSN", Printed("1234-5678")),),
    )
    document = replace(DOCUMENT, paper=replace(PAPER, record=record))
    fields = document_fields(document)["record"]
    assert fields["venue"] == {"text": venue.text, "page": 1, "bbox": [10, 20, 110, 40]}
    assert fields["affiliations"] == [
        {"author": "Ada Byron", "text": "Ekby College", "page": None, "bbox": None}
    ]
    assert venue.text in format_markdown(document)
    source = ElementTree.fromstring(format_tei(document)).find(f".//{TEI}sourceDesc")
    assert source is not None
    texts = {
        path: source.findtext(f".//{TEI}{path}")
        for path in (
            "orgName",
            "email",
            "biblScope[@unit='volume']",
            "date[@type='received']",
            "idno[@type='ISSN']",
        )
    }
    assert list(texts.values()) == ["Ekby College", "ada@ekby.org", "3", "3 May 2018", "1234-5678"]
    assert source.findtext(f".//{TEI}monogr/{TEI}title") == venue.text
