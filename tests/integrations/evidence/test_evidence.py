"""The evidence of an answer: marks where the quote stands, a page that stands alone."""

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from citehop.agent.ask import ask
from citehop.agent.first_hop import first_hop
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import UsageError
from citehop.integrations.evidence.marked_images import DPI, quoted_page
from citehop.integrations.evidence.write import render_evidence, write_evidence
from citehop.papers.parsing.pdf.pages import render_page
from citehop.papers.types import BBox, Paper
from citehop.settings import Settings

PAPER = "castellanos-2021-rillnet"
YELLOW = (255, 236, 130)


def test_the_command_writes_figure_pages_and_one_html_page(
    word_settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "evidence"
    code = main(["ask", "sample", QUESTION, "--evidence", str(folder), "--home", word_settings.home])
    assert code == 0
    assert f"evidence: {folder / 'evidence.html'}" in capsys.readouterr().err
    assert sorted(p.name for p in folder.iterdir()) == [
        f"01-{PAPER}-p1.png",
        "evidence.html",
        "figure-page.png",
        "figure.png",
    ]
    page = (folder / "evidence.html").read_text("utf-8")
    for words in (
        QUESTION,
        "RillNet",
        "from 9.6 to 13.1 hours",
        "resembles the question",
        "Table 1, page 3, of BraidNet: Routing Uncertainty",
    ):
        assert words in page
    pair = page[page.index('<div class="pair">') : page.index("<h2>Papers, best first</h2>")]
    assert "Table 1, page 3" in pair, "figure and quotes are next to each other"
    assert "from 9.6 to 13.1 hours" in pair
    assert page.count("data:image/png;base64,") == 3
    assert not re.search(r"(?:src|href)=\"(?!data:)|<script|https?://|url\(", page)


def test_without_a_ranking_there_is_no_heading_for_it() -> None:
    assert "<h2>Papers, best first</h2>" not in render_evidence("Which?", Answer("None."), {}, {}, {})


def test_highlights_of_the_owner_of_a_file_are_not_rendered(tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R]>>endobj\n"
        b"4 0 obj<</Type/Annot/Subtype/Highlight/Rect[20 20 180 180]/F 4/C[1 1 0]/AP<</N 5 0 R>>"
        b"/QuadPoints[20 180 180 180 20 20 180 20]>>endobj\n"
        b"5 0 obj<</Type/XObject/Subtype/Form/BBox[20 20 180 180]/Length 29>>stream\n"
        b"1 1 0 rg 20 20 160 160 re f  \nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    )
    shown, plain = (
        np.asarray(render_page(tmp_path / "paper.pdf", 1, 72, annotations=flag)) for flag in (True, False)
    )
    assert (plain == 255).all()
    assert not (shown == 255).all()


def test_the_quote_is_highlighted_line_by_line_and_stays_legible(by_words: Session) -> None:
    quote = ask(by_words, QUESTION).citations[0]
    image = quoted_page(by_words, PAPER, quote.page, [quote.quote])
    plain = quoted_page(by_words, PAPER, quote.page, [])
    assert image is not None
    assert plain is not None
    marked = (np.asarray(image) == YELLOW).all(axis=-1)
    rows, columns = np.where(marked)
    box, scale = quote.bbox, DPI / 72
    assert abs(rows.min() - box.y0 * scale) < 6
    assert abs(rows.max() - box.y1 * scale) < 6
    assert abs(columns.min() - box.x0 * scale) < 6
    assert abs(columns.max() - box.x1 * scale) < 6
    dark = np.asarray(plain).max(axis=-1) < 60
    assert (np.asarray(image).max(axis=-1) < 60)[dark].all()
    outside = np.ones(marked.shape, bool)
    outside[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = False
    assert (np.asarray(image) == np.asarray(plain))[outside].all()


def test_the_cells_used_are_outlined(by_words: Session, tmp_path: Path) -> None:
    answer = ask(by_words, QUESTION)
    assert answer.reading is not None
    write_evidence(QUESTION, answer, by_words, tmp_path)
    with Image.open(tmp_path / "figure.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    assert len(answer.reading.evidence) == 2  # the name and its value
    for box in answer.reading.evidence:
        above = pixels[int(box.y0) - 10 : int(box.y0), int(box.x0) : int(box.x1)]
        assert (above == (214, 40, 40)).all(axis=-1).any(axis=0).mean() > 0.9


def test_the_cells_used_are_outlined_on_the_page(by_words: Session, tmp_path: Path) -> None:
    answer = ask(by_words, QUESTION)
    assert answer.reading is not None
    write_evidence(QUESTION, answer, by_words, tmp_path)
    paper = by_words.cluster.paper(answer.anchor)
    figure = next(figure for figure in paper.figures if figure.id == answer.figure)
    with Image.open(tmp_path / "figure-page.png") as image:
        red = (np.asarray(image.convert("RGB")) == (214, 40, 40)).all(axis=-1)
    with Image.open(by_words.cluster.path / figure.image) as crop:
        points = figure.bbox.width / crop.width
    for box in answer.reading.evidence:
        x0, x1 = (round((figure.bbox.x0 + x * points) * DPI / 72) for x in (box.x0, box.x1))
        top = round((figure.bbox.y0 + box.y0 * points) * DPI / 72)
        assert red[top - 9 : top, x0:x1].any(axis=0).mean() > 0.9


def test_an_image_of_ones_own_and_an_abstention_are_shown_too(by_words: Session, tmp_path: Path) -> None:
    crop = by_words.cluster.path / by_words.cluster.paper(str(by_words.cluster.anchor)).figures[0].image
    answer = ask(by_words, QUESTION, image=crop)
    write_evidence(QUESTION, answer, by_words, tmp_path / "own", crop)
    assert (tmp_path / "own" / "figure.png").exists()
    nothing = ask(by_words, "Who won the chess olympiad of 1954 in Amsterdam?")
    page = write_evidence("Who won?", nothing, by_words, tmp_path / "none")
    assert "No quote." in page.read_text("utf-8")
    assert [p.name for p in page.parent.iterdir()] == ["evidence.html"]


def test_text_of_papers_and_users_is_no_markup() -> None:
    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.seen: set[str] = set()

        def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  # the parser's signature
            self.seen.add(tag)

    evil = "<script>alert(1)</script> & <b>x</b> $made"
    answer = Answer(evil, (Citation("p", 1, BBox(0, 0, 1, 1), evil),), notes=(evil,), status="answered")
    page = render_evidence(evil, answer, {"p": Paper("p", evil)}, {}, {})
    tags = Tags()
    tags.feed(page)
    assert not tags.seen & {"script", "b"}
    assert page.count("&lt;script&gt;") == 6  # title, heading, answer, note, quote and its paper


def test_a_folder_that_cannot_be_written_is_one_line(by_words: Session, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write_evidence(QUESTION, Answer(""), by_words, tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("Which method has an NSE of 0.713?", "0.713"),
        ("Which method has the lowest KGE on MossGauge?", "0.371"),
    ],
)
def test_the_evidence_of_a_table_holds_the_value_that_was_looked_at(
    by_words: Session, question: str, cell: str
) -> None:
    hop = first_hop(by_words, question, figure="Table 1")
    assert hop.figure is not None
    assert hop.reading is not None
    with Image.open(by_words.cluster.path / hop.figure.image) as image:
        scale = image.width / hop.figure.bbox.width
    x, y = hop.figure.bbox.x0, hop.figure.bbox.y0
    boxes = [
        BBox(b.x0 / scale + x, b.y0 / scale + y, b.x1 / scale + x, b.y1 / scale + y)
        for b in hop.reading.evidence
    ]
    held = {w.text for w in hop.figure.words for box in boxes if w.bbox.intersection_area(box) > 0}
    assert cell in held
    assert len(held) <= 8  # the name and its cell, not the table
