"""One paper parsed without a cluster: sections, figures, and tables as cells."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

import citehop
from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.errors import UsageError


def test_a_sample_paper_is_parsed_into_its_parts() -> None:
    document = citehop.parse(SAMPLE / "abiodun-2020-cresta.pdf")
    assert document.paper.title.startswith("CRESTA: A Benchmark")
    headings = [section.heading for section in document.sections]
    assert headings[:2] == ["Abstract", "1 Introduction"]
    texts = [block.text for section in document.sections for block in section.blocks]
    assert any(text.startswith("A random split of gauges") for text in texts)
    assert all(block.spans for section in document.sections for block in section.blocks)
    assert not set(texts) & {figure.caption for figure in document.paper.figures}
    assert not set(texts) & {reference.raw for reference in document.paper.references}


def test_tables_have_as_many_cells_in_every_row() -> None:
    found = 0
    for path in sorted(SAMPLE.glob("*.pdf")):
        document = citehop.parse(path)
        for figure in document.paper.figures:
            table = document.cells(figure)
            assert (table is None) == (figure.kind == "figure")
            if table is not None:
                found += 1
                assert len({len(row) for row in (*table.header, *table.rows)}) == 1
                words = {word.text for word in figure.words}
                texts = {
                    word for row in (*table.header, *table.rows) for cell in row for word in cell.split()
                }
                assert len(texts & words) > 0.8 * len(texts)
    assert found >= 3


def test_cells_of_groups_and_of_numbers_with_spaces(tmp_path: Path) -> None:
    rows = [
        ("Sector", "2004", "2005"),
        ("Panel A: Offices",),
        ("Barley", "1 204", "1 310"),
        ("Timber", "15 455", "15 020"),
        ("Panel B: Districts",),
        ("Dairy", "310", "402"),
        ("Paper", "2 310", "2 402"),
    ]
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    canvas.drawString(80, 780, "Table 1. Numbers of sectors by year")
    for y in (762, 746, 648):
        canvas.line(76, y, 400, y)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            canvas.drawString(80 + 120 * j, 750 - 16 * i, cell)
    canvas.save()
    (table,) = citehop.parse(tmp_path / "a.pdf").tables
    assert table.header == (rows[0],)
    assert table.rows == tuple((*row, *[""] * (3 - len(row))) for row in rows[1:])


def test_a_file_that_is_no_paper_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("no PDF")
    with pytest.raises(UsageError, match=r"a\.pdf: not a PDF"):
        citehop.parse(tmp_path / "a.pdf")
    with pytest.raises(UsageError, match=r"missing\.pdf"):
        citehop.parse(str(tmp_path / "missing.pdf"))
