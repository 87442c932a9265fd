from __future__ import annotations

import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import ShownFigure
from citehop.agent.answerers.figures.text import (
    answer_by_style,
    asks_for_content,
    describe_names,
    lacks_color,
)
from citehop.agent.ask import ask
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.session import Session
from citehop.figures.types import Appearance, Attribute, Entries, FigureData, FigureImage, FigureName
from citehop.papers.types import BBox, Figure, Paper, Word

BLUE = (32.3, 79.2, -107.9)


def entries(*names: str, looks: tuple[Appearance | None, ...] = ()) -> Entries:
    attribute = Attribute("series", tuple(FigureName(name) for name in names), (None,) * len(names))
    return Entries(len(names), (attribute,), looks)


def shown(data: FigureData, caption: str = "Figure 1: A plot.", texts: tuple[Word, ...] = ()) -> ShownFigure:
    image = FigureImage(Image.new("RGB", (200, 100)), texts)
    figure = Figure("p1:figure1", "figure", "Figure 1", caption, 1, BBox(0, 0, 200, 100))
    return ShownFigure(image, Paper("a", "A title"), figure, data, True)


LOOKS = (Appearance(BLUE, "solid"), Appearance(None, "dashed", "circle"))
LINES = shown(FigureData("line", entries("algorithm", "boundary", looks=LOOKS)))


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("What does Table 1 show?", True),
        ("What does Table 3 of the Minority Vote paper show?", True),
        ("what is shown in Figure 2", True),
        ("Describe Fig. 4.", True),
        ("What does Table 1 report for FooNet?", False),
        ("What recall does FooNet have in Table 1?", False),
    ],
)
def test_questions_about_a_figure_as_a_whole(question: str, content: bool) -> None:
    assert asks_for_content(question) is content


def test_what_a_table_shows_is_its_caption_and_its_names(by_words: Session) -> None:
    answer = ask(by_words, "What does Table 1 show?", anchor="varnholt-2024-braidnet")
    figure = next(f for f in by_words.cluster.paper("varnholt-2024-braidnet").figures if f.label == "Table 1")
    assert answer.text.startswith(figure.caption)
    assert "KarstMix" in answer.text
    assert [citation.page for citation in answer.citations] == [figure.page]


def test_names_of_a_large_table_are_cut() -> None:
    data = FigureData("table", entries(*(f"row {n}" for n in range(9))), entries("F1"))
    assert describe_names(data).startswith("Rows: row 0, row 1,")
    assert describe_names(data).endswith("row 7 and more. Columns: F1.")


def test_the_style_of_a_line_is_that_of_its_legend_entry() -> None:
    answer = answer_by_style(LINES, "What line style stands for the boundary?")
    assert answer is not None
    assert answer.text == "boundary: dashed line, circle"
    blue = answer_by_style(LINES, "Which colour has the algorithm?")
    assert blue is not None
    assert blue.text == "algorithm: solid line, blue"


def test_a_style_is_found_in_the_caption() -> None:
    figure = shown(FigureData("other"), "Figure 1: Position of boundaries. Dashed lines are true boundaries.")
    answer = answer_by_style(figure, "What line style stands for the true boundaries?")
    assert answer is not None
    assert answer.text == "Dashed lines are true boundaries."


def test_other_questions_ask_for_no_style() -> None:
    assert answer_by_style(LINES, "Which curve is above the boundary?") is None
    assert answer_by_style(shown(FigureData("other")), "What line style stands for the mean?") is None


def test_an_answer_without_a_color_is_none_where_one_is_asked_for() -> None:
    question = parse_question("In Figure 1, which colour have the boxes of the encoder?")
    assert lacks_color(question, "decoder (Figure 1)")
    assert not lacks_color(question, "encoder: red")
    assert not lacks_color(parse_question("Which box is red?"), "decoder")


def test_the_color_of_a_box() -> None:
    looks = (Appearance((53.0, 80.0, 67.0)), Appearance((100.0, 0.0, 0.0)))
    boxes = shown(FigureData("diagram", entries("encoder", "decoder", looks=looks)))
    answer = answer_by_style(boxes, "Which colour has the encoder?")
    assert answer is not None
    assert answer.text == "encoder: red"
    assert answer_by_style(boxes, "Which colour has the decoder?") is None
