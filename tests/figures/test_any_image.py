"""Readers of charts and diagrams end with a reading or none, whatever image and words they get."""

import io
from collections.abc import Callable
from random import Random

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.calibration import count_ties
from citehop.figures.answer.execute import answer_question
from citehop.figures.chart.data import build_chart_data
from citehop.figures.diagram.read import build_diagram_data, read_diagram
from citehop.figures.raster.read import read_chart
from citehop.papers.types import BBox, Word

QUESTIONS = tuple(
    map(
        parse_question,
        (
            "Which method is second best on SQuAD?",
            "Which method has an accuracy of 40?",
            "Which line is drawn in blue?",
            "Which method is below the branch of parsers?",
            "What share does BERT have?",
        ),
    )
)


def _lines(axes: Axes) -> None:
    for offset, marker in enumerate("os^"):
        axes.plot(range(6), [10 * x**0.5 + 4 * offset for x in range(6)], marker=marker, label=f"M{offset}")
    axes.legend()


def _bars(axes: Axes) -> None:
    for place in range(3):
        axes.bar([x + 0.25 * place for x in range(4)], [3, 5 + place, 7, 2], 0.25, label=f"M{place}")
    axes.legend()


def _boxes(axes: Axes) -> None:
    for place in range(4):
        axes.text(0.6, place / 4, f"Parser {place}", bbox={"facecolor": "white", "edgecolor": "black"})
        axes.plot([0.2, 0.6], [0.5, place / 4], "k")
    axes.set_axis_off()


DRAWINGS: dict[str, Callable[[Axes], object]] = {
    "lines": _lines,
    "bars": _bars,
    "points": lambda axes: axes.scatter(
        range(9), [x * 7 % 5 for x in range(9)], s=[20 * x for x in range(9)]
    ),
    "pie": lambda axes: axes.pie([4, 3, 2], labels=["BERT", "ELMo", "GPT"]),
    "heatmap": lambda axes: axes.imshow([[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
    "samples": lambda axes: axes.boxplot([[1, 2, 3, 9], [2, 4, 4, 5]]),
    "boxes": _boxes,
}


def _draw(kind: str) -> Image.Image:
    figure = Figure(figsize=(4, 3), dpi=100)
    DRAWINGS[kind](figure.add_subplot())
    stream = io.BytesIO()
    figure.savefig(stream)
    return Image.open(stream).convert("RGB")


def _draw_words(random: Random, width: int, height: int) -> tuple[Word, ...]:
    """Ticks along two sides, names anywhere, some of them off the image, one on its head, one without extent."""
    ticks = [(f"{10 * k}", 4.0, height * (0.9 - 0.1 * k), 22.0) for k in range(7)]
    ticks += [(f"{2 * k}", width * (0.1 + 0.12 * k), height * 0.95, 14.0) for k in range(6)]
    texts = ["BERT", "GPT-4", "12.5", "(Lee et al., 2019)", "王", "10^3", "∎", "Accuracy", "a", "0.5%"]
    free = [
        (random.choice(texts), random.uniform(-0.1, 1.1) * width, random.uniform(-0.1, 1.1) * height, 60.0)
        for _ in range(14)
    ]
    words = [Word(text, BBox(x, y, x + wide, y + 12.0)) for text, x, y, wide in ticks + free]
    return (*words, Word("tall", BBox(8, height / 3, 20, height / 2)), Word("nothing", BBox(5, 5, 5, 5)))


@pytest.mark.parametrize("kind", DRAWINGS)
def test_no_image_and_no_words_make_the_readers_fail(kind: str) -> None:
    random, whole = Random(kind), _draw(kind)
    corner = whole.crop((random.randrange(400), random.randrange(300), 400, 300))
    tiny = whole.resize((random.choice((1, 3, 40)), random.choice((1, 2, 30))))
    for image in (whole, corner, tiny):
        words = _draw_words(random, whole.width, whole.height)
        chart, diagram = read_chart(image, words), read_diagram(image, words)
        data = [build_chart_data(chart)] if chart else []
        data += [build_diagram_data(diagram)] if diagram else []
        for reading in (answer_question(each, question) for each in data for question in QUESTIONS):
            others = reading.entities[max(0, count_ties(reading.entities) - 1) :]  # ties answer together
            assert sum(entity.probability for entity in others) <= 1 + 1e-4
