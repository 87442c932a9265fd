"""One paper parsed without a cluster: sections, figures, and tables as cells."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_a_file_that_is_no_paper_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("no PDF")
    with pytest.raises(UsageError, match=r"a\.pdf: not a PDF"):
        citehop.parse(tmp_path / "a.pdf")
    with pytest.raises(UsageError, match=r"missing\.pdf"):
        citehop.parse(str(tmp_path / "missing.pdf"))
