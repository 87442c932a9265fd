"""A PDF as a Paper: reading order, sections, spans, and text that agrees with the page's."""

import json
import os
from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.papers.parsing.pdf.pages import page_text
from citehop.papers.parsing.pool import read_papers
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings


@pytest.mark.parametrize("name", ["thorvik-2023-snowledger", "orrin-2009-linear-reservoirs"])
def test_blocks_of_one_span_stand_letter_for_letter_in_their_page(name: str) -> None:
    path = SAMPLE / f"{name}.pdf"
    paper = read_paper(path, Settings())
    pages = {page: page_text(path, page) for page in range(1, paper.pages + 1)}
    assert paper.blocks
    for block in paper.blocks:
        assert block.spans[0] == (block.page, block.bbox)
        if len(block.spans) == 1:
            assert block.text in pages[block.page]


@pytest.mark.parametrize(
    ("name", "sentences"),
    [  # one column, two columns: beginnings of paragraphs in the order of the page
        (
            "skip-thought-vectors",
            ["Developing learning algorithms", "We evaluate our vectors", "We treat skip-thoughts"],
        ),
        (
            "enhanced-lstm",
            [
                "Reasoning and inference are central to both",
                "While some previous",
                "Exploring syntax",
                "Parikh et al. (2016) propose",
            ],
        ),
    ],
)
def test_paragraphs_come_in_the_order_of_the_page(name: str, sentences: list[str], shared: Path) -> None:
    path = next((shared / "pdf_cluster_sentemb" / "pdf").glob(f"{name}*.pdf"))
    texts = [block.text for block in read_paper(path, Settings()).blocks]
    places = [next(i for i, text in enumerate(texts) if text.startswith(start)) for start in sentences]
    assert places == sorted(places)


def test_titles_of_the_shared_cluster(shared: Path) -> None:
    """At least 14 of 16, every third; the one file that needs OCR throughout is left out for its time."""
    folder = shared / "pdf_cluster_sentemb"
    truth = {
        Path(p["file"]): p["title"] for p in json.loads((folder / "manifest.json").read_text())["papers"][::3]
    }
    files = [folder / file for file in truth if "quick-training" not in file.name]
    titles = {path: paper.title for path, paper in read_papers(files, Settings()) if isinstance(paper, Paper)}
    right = sum(_letters(titles.get(folder / file, "")) == _letters(title) for file, title in truth.items())
    assert right >= 14


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def test_a_caption_in_the_middle_of_a_bibliography_is_no_entry(shared: Path) -> None:
    """Its table stands below the references of the first page, whose last entry goes on after the break."""
    (file,) = (shared / "pdf_cluster_sentemb" / "pdf").glob("shortcut-stacked*.pdf")
    references = read_paper(file, Settings()).references
    assert len(references) == 15
    assert not [reference.raw for reference in references if "#param" in reference.raw]
    (broken,) = [reference for reference in references if reference.key == "Nangia et al., 2017"]
    assert "Proceedings of RepEval 2017: The Second Workshop" in broken.raw


def test_crops_of_an_earlier_reading_go(tmp_path: Path) -> None:
    file, crops = SAMPLE / "castellanos-2021-rillnet.pdf", tmp_path / "figures" / "a.0"
    paper = read_paper(file, Settings(), crops)
    left = sorted(path.name for path in crops.iterdir())
    assert sorted(figure.image for figure in paper.figures) == [f"figures/a.0/{name}" for name in left]
    assert len(left) == len(paper.figures) > 0
    (crops / "p9-figure9.png").write_bytes(b"of another version")
    assert read_paper(file, Settings(), crops) == paper
    assert sorted(path.name for path in crops.iterdir()) == left


def test_a_file_name_that_is_not_utf8_gives_a_title_that_is(tmp_path: Path) -> None:
    """Only its name can be the title; the half of a pair that stands for its byte cannot be written as UTF-8."""
    page = canvas.Canvas(str(tmp_path / "x.pdf"))
    page.drawString(72, 400, "lower case words only, without a title")
    page.save()
    file = (tmp_path / "x.pdf").rename(tmp_path / os.fsdecode(b"caf\xe9.pdf"))
    assert read_paper(file, Settings()).title == "caf\ufffd"
