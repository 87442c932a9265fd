"""A parsed paper as TEI XML (https://tei-c.org/guidelines/P5/), with citations linked to the bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from ....figures.parse_document import ParsedDocument, Section, TableCells
from ....papers.parsing.citations.markers import NumberStyle, parse_markers
from ....papers.parsing.citations.match import MarkerIndex, build_marker_index, resolve_marker
from ....papers.parsing.citations.read import detect_number_style
from ....papers.record import EMPTY_RECORD, Record
from ....papers.types import BBox, Block, Figure, Paper, Reference

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_MIXED = ("p", "formula")  # elements whose text contains elements for references
# Characters that XML 1.0 does not allow.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def format_tei(document: ParsedDocument) -> str:
    """Return a TEI document: header, body with sections and figures, bibliography.

    The attribute `coords` is "page,x,y,width,height" in points.
    """
    paper = document.paper
    root = Element("TEI", {"xmlns": _NAMESPACE})
    _add_header(root, paper)
    text = SubElement(root, "text")
    if document.front:
        division = SubElement(SubElement(text, "front"), "div")
        for block in document.front:
            SubElement(division, "p", _place_block(block)).text = block.text
    body = SubElement(text, "body")
    entries = build_marker_index(paper.references)
    places = {
        reference.key: f"#b{number}" for number, reference in reversed(list(enumerate(paper.references)))
    }
    style = detect_number_style(
        [block.text for section in document.sections for block in section.blocks], entries
    )
    for section in document.sections:
        _add_section(body, section, entries, places, style)
    for figure in document.figures:
        _add_figure(body, [figure, *document.continuations(figure)], document.cells(figure))
    if not len(body):
        SubElement(body, "p")
    if paper.references:
        listed = SubElement(SubElement(SubElement(text, "back"), "div", {"type": "references"}), "listBibl")
        for number, reference in enumerate(paper.references):
            _add_reference(listed, reference, number)
    for element in root.iter():
        _clean(element)
    _indent_blocks(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add_header(root: Element, paper: Paper) -> None:
    header = SubElement(root, "teiHeader")
    described = SubElement(header, "fileDesc")
    _add(SubElement(described, "titleStmt"), "title", paper.title)
    _add(SubElement(described, "publicationStmt"), "p", "Parsed by citehop")
    source = SubElement(SubElement(described, "sourceDesc"), "biblStruct")
    analytic = SubElement(source, "analytic")
    _add_authors(analytic, paper.authors, paper.record)
    _add(analytic, "title", paper.title, level="a")
    _add_ids(analytic, dict((*_list_numbers(paper.record), *paper.ids)).items())
    _add_monograph(source, paper)
    described = Element("profileDesc")
    if paper.abstract:
        _add(SubElement(described, "abstract"), "p", paper.abstract)
    if paper.record.keywords:
        _add(SubElement(SubElement(described, "textClass"), "keywords"), "term", paper.record.keywords.text)
    header.extend([described] if len(described) else [])


def _list_numbers(record: Record) -> list[tuple[str, str]]:
    return [(each.kind, each.value.text) for each in record.identifiers if each.kind != "arxiv"]


def _add_monograph(source: Element, paper: Paper) -> None:
    """Add the venue of the paper itself, with volume, issue, pages, publisher and dates."""
    record = paper.record
    monograph = SubElement(source, "monogr")
    if record.venue:
        _add(monograph, "title", record.venue.text)
    imprint = SubElement(monograph, "imprint")
    if record.publisher:
        _add(imprint, "publisher", record.publisher)
    for unit, text in (("volume", record.volume), ("issue", record.issue), ("page", record.pages)):
        if text:
            _add(imprint, "biblScope", text, unit=unit)
    if paper.year:
        SubElement(imprint, "date", {"when": str(paper.year)})
    for each in record.dates:
        _add(imprint, "date", each.date, type=each.event)


def _add_section(
    body: Element, section: Section, entries: MarkerIndex, places: dict[str, str], style: NumberStyle
) -> None:
    division = SubElement(body, "div", {"n": str(section.level)})
    if section.heading:
        _add(division, "head", section.heading)
    for block in section.blocks:
        paragraph = SubElement(division, "formula" if block.kind == "equation" else "p", _place_block(block))
        _add_text(paragraph, block.text, entries, places, style)


def _add_text(
    parent: Element, text: str, entries: MarkerIndex, places: dict[str, str], style: NumberStyle
) -> None:
    """Add text. Citation markers become references to entries of the bibliography."""
    end, last = 0, None
    for marker in parse_markers(text, style):
        targets = [places[key] for key in resolve_marker(marker, entries)]
        if not targets:
            continue
        before = text[end : marker.start]
        if last is None:
            parent.text = before
        else:
            last.tail = before
        last = _add(
            parent,
            "ref",
            text[marker.start : marker.end],
            type="bibr",
            target=" ".join(dict.fromkeys(targets)),
        )
        end = marker.end
    if last is None:
        parent.text = text
    else:
        last.tail = text[end:]


def _add_figure(body: Element, parts: Sequence[Figure], cells: TableCells | None) -> None:
    figure = parts[0]
    attributes = {"type": "table"} if figure.kind == "table" else {}
    if figure.page:
        attributes["coords"] = ";".join(_format_coords(part.page, part.bbox) for part in parts)
    element = SubElement(body, "figure", attributes)
    _add(element, "head", figure.label)
    if figure.caption:
        _add(element, "figDesc", figure.caption)
    if cells is not None:
        table = SubElement(element, "table")
        for role, rows in (("label", cells.header), ("data", cells.rows)):
            for row in rows:
                line = SubElement(table, "row", {"role": role})
                for cell in row:
                    _add(line, "cell", cell)


def _add_reference(listed: Element, reference: Reference, number: int) -> None:
    entry = SubElement(listed, "biblStruct", {"xml:id": f"b{number}", "n": reference.key})
    if reference.title:
        analytic = SubElement(entry, "analytic")
        _add_authors(analytic, reference.authors)
        _add(analytic, "title", reference.title, level="a")
        _add_ids(analytic, reference.ids)
    monograph = SubElement(entry, "monogr")
    if not reference.title:
        _add_authors(monograph, reference.authors)
    _add(monograph, "title", reference.venue)
    imprint = SubElement(monograph, "imprint")
    if reference.volume:
        _add(imprint, "biblScope", reference.volume, unit="volume")
    if reference.pages:
        _add(imprint, "biblScope", reference.pages, unit="page")
    if reference.year:
        SubElement(imprint, "date", {"when": str(reference.year)})
    _add(entry, "note", reference.raw, type="raw_reference")


def _add_authors(parent: Element, names: Iterable[str], record: Record = EMPTY_RECORD) -> None:
    places = {each.author: each.place.text for each in record.affiliations}
    for name in names:
        author = SubElement(parent, "author")
        person = SubElement(author, "persName")
        *given, surname = name.split() or [name]
        if given:
            _add(person, "forename", " ".join(given))
        _add(person, "surname", surname)
        for email in record.emails:
            if email.author == name:
                _add(author, "email", email.address.text)
        if name in places:
            _add(SubElement(author, "affiliation"), "orgName", places[name])


def _add_ids(parent: Element, ids: Iterable[tuple[str, str]]) -> None:
    for kind, value in ids:
        _add(parent, "idno", value, type=kind)


def _place_block(block: Block) -> dict[str, str]:
    spans = block.spans or ((block.page, block.bbox),)
    coords = ";".join(_format_coords(page, bbox) for page, bbox in spans if page)
    return {"coords": coords} if coords else {}


def _format_coords(page: int, bbox: BBox) -> str:
    return f"{page},{bbox.x0:.1f},{bbox.y0:.1f},{bbox.width:.1f},{bbox.height:.1f}"


def _add(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    element = SubElement(parent, tag, attributes)
    element.text = text
    return element


def _clean(element: Element) -> None:
    """Remove the characters that XML cannot contain."""
    for name, value in element.items():
        element.set(name, _FORBIDDEN.sub("", value))
    element.text = _FORBIDDEN.sub("", element.text) if element.text else element.text
    element.tail = _FORBIDDEN.sub("", element.tail) if element.tail else element.tail


def _indent_blocks(element: Element, depth: int = 1) -> None:
    """Put each element on a line of its own, except inside paragraphs, where blanks are part of the text."""
    if not len(element) or element.tag in _MIXED:
        return
    element.text = "\n" + " " * depth
    for child in element:
        _indent_blocks(child, depth + 1)
        child.tail = "\n" + " " * depth
    element[-1].tail = "\n" + " " * (depth - 1)
