"""Marks on pages are where the cells and the quotes are printed."""

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import UsageError
from citehop.papers.parsing.pdf.pages import page_words
from citehop.papers.types import BBox
from citehop.web.sheets import answer_figure_sheet, figure_sheet, page_sheet, quote_sheet

ANCHOR, CITED = "varnholt-2024-braidnet", "castellanos-2021-rillnet"


def words_in(session: Session, paper: str, page: int, box: BBox) -> list[str]:
    """The words whose middles are in a box of a page."""
    source = session.cluster.source_path(paper)
    assert source is not None
    return [
        word.text
        for word in page_words(source, page, session.settings)
        if box.x0 < (word.bbox.x0 + word.bbox.x1) / 2 < box.x1
        and box.y0 < (word.bbox.y0 + word.bbox.y1) / 2 < box.y1
    ]


def test_the_marked_cells_are_those_of_the_page(by_words: Session) -> None:
    answer = ask(by_words, QUESTION)
    assert answer.reading is not None
    sheet = answer_figure_sheet(by_words.cluster, answer)
    assert (sheet.paper.id, sheet.page, sheet.place) == (ANCHOR, 3, "Table 1, page 3 of 5")
    texts = [" ".join(words_in(by_words, ANCHOR, 3, box)) for box in sheet.boxes]
    assert "0.713" in texts
    assert any(text.startswith("RillNet") for text in texts)
    words = page_words(by_words.cluster.source_path(ANCHOR) or "", 3, by_words.settings)  # type: ignore[arg-type]
    printed = next(word.bbox for word in words if word.text == "0.713")
    marked = sheet.boxes[texts.index("0.713")]
    assert abs((printed.y0 + printed.y1) - (marked.y0 + marked.y1)) < 3


def test_the_marked_lines_are_those_of_the_quote(by_words: Session) -> None:
    citation = ask(by_words, QUESTION).citations[0]
    sheet = quote_sheet(by_words, citation.paper_id, citation.page, citation.quote)
    assert len(sheet.boxes) == 2
    words = [word for box in sheet.boxes for word in words_in(by_words, CITED, citation.page, box)]
    assert " ".join(words) == citation.quote


def test_a_figure_is_framed_on_its_page(by_words: Session) -> None:
    figure = by_words.cluster.paper(ANCHOR).figures[0]
    sheet = figure_sheet(by_words.cluster, ANCHOR, figure)
    assert [box.intersection_area(figure.bbox) for box in sheet.boxes] == [
        pytest.approx(figure.bbox.width * figure.bbox.height)
    ]


def test_a_page_that_does_not_exist_is_refused(by_words: Session) -> None:
    with pytest.raises(UsageError, match="has no page 9"):
        page_sheet(by_words.cluster, ANCHOR, 9)
