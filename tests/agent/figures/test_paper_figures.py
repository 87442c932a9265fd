"""Regions of pages as figures."""

from dataclasses import replace

import pytest

from citehop.agent.ask import ask
from citehop.agent.figures.paper_figures import figure_by_id, labeled_figure, open_paper_figure, region_label
from citehop.agent.session import Session
from citehop.errors import UsageError
from citehop.papers.parsing.crops import CROP_DPI
from citehop.papers.types import BBox

ANCHOR = "varnholt-2024-braidnet"


def test_a_region_around_a_table_answers_as_the_table_does(by_words: Session) -> None:
    paper = by_words.cluster.paper(ANCHOR)
    table = next(f for f in paper.figures if f.label == "Table 1")
    label = region_label(table.page, table.bbox)
    region = labeled_figure(by_words.cluster, paper, label.lower())
    assert (region.label, region.kind, region.caption) == (label, "table", table.caption)
    assert figure_by_id(by_words.cluster, ANCHOR, region.id) == region
    opened = open_paper_figure(by_words.cluster, ANCHOR, region)
    assert opened is not None
    assert "RillNet" in {word.text for word in opened.words}
    answer = ask(by_words, "Which method has an NSE of 0.713 on CRESTA?", anchor=ANCHOR, figure=label)
    assert "RillNet" in answer.text
    assert answer.figure == region.id


def test_a_caption_in_a_region_is_no_part_of_the_figure(by_words: Session) -> None:
    paper = by_words.cluster.paper(ANCHOR)
    table = next(f for f in paper.figures if f.label == "Table 1")
    caption = next(b for b in paper.blocks if b.kind == "caption" and b.page == table.page)
    around = table.bbox.union(caption.bbox)
    region = labeled_figure(by_words.cluster, paper, region_label(table.page, around))
    assert region.bbox.y0 == caption.bbox.y1
    assert round(around.y0) < region.bbox.y0 < table.bbox.y0 + 5
    answer = ask(by_words, "Which method has an NSE of 0.713 on CRESTA?", anchor=ANCHOR, figure=region.label)
    assert "millimetres" not in answer.text


@pytest.mark.parametrize(
    "label",
    [
        region_label(99, BBox(0, 0, 90, 90)),
        region_label(1, BBox(90, 90, 92, 200)),
        region_label(1, BBox(200, 90, 90, 200)),
        "Region of page 1",
    ],
)
def test_a_region_that_is_none_is_refused(by_words: Session, label: str) -> None:
    with pytest.raises(UsageError):
        labeled_figure(by_words.cluster, by_words.cluster.paper(ANCHOR), label)


def test_words_of_a_font_without_characters_are_left_to_ocr(by_words: Session) -> None:
    paper = by_words.cluster.paper(ANCHOR)
    table = next(f for f in paper.figures if f.label == "Table 1")
    first, *others = table.words
    one = replace(table, words=(replace(first, text="\ufffd\ufffd"), *others))
    most = replace(table, words=tuple(replace(word, text="\ufffd") for word in table.words))
    opened = [open_paper_figure(by_words.cluster, ANCHOR, figure) for figure in (one, most)]
    assert [len(image.words) for image in opened if image] == [len(table.words), 0]


def test_an_unknown_figure_is_none(by_words: Session) -> None:
    for paper_id, figure_id in (
        (ANCHOR, "p9:table9"),
        ("no-such", "p3:table1"),
        (ANCHOR, "p99:region-0-0-90-90"),
    ):
        assert figure_by_id(by_words.cluster, paper_id, figure_id) is None


def test_words_are_where_the_crop_with_its_margin_shows_them(by_words: Session) -> None:
    paper = by_words.cluster.paper(ANCHOR)
    table = next(f for f in paper.figures if f.label == "Table 1")
    opened = open_paper_figure(by_words.cluster, ANCHOR, table)
    assert opened is not None
    for word, placed in zip(table.words, opened.words, strict=True):
        x, y = (
            placed.bbox.x0 / opened.scale + opened.origin[0],
            placed.bbox.y0 / opened.scale + opened.origin[1],
        )
        assert (x, y) == pytest.approx((word.bbox.x0, word.bbox.y0))
    assert opened.scale == pytest.approx(CROP_DPI / 72, rel=0.01)
