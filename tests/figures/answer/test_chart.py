"""Charts drawn here, with their words taken from the drawing itself, so that no OCR is needed."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from citehop.agent.figures.read_figure import read_figure
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.chart.data import build_chart_data
from citehop.figures.chart.types import Chart
from citehop.figures.raster.read import read_chart
from citehop.papers.types import BBox, Word
from citehop.settings import Settings

NAMES = ["BertSum", "PEGASUS", "T5-Large"]


def rendered(figure: Figure, jpeg: bool = False) -> tuple[Image.Image, list[Word]]:
    """The figure's pixels and one word per text drawn."""
    buffer = io.BytesIO()
    figure.set_dpi(120)
    FigureCanvasAgg(figure).draw()
    drawn = [word for text in figure.findobj(Text) for word in _words(text, figure)]
    figure.savefig(buffer, format="png", dpi=120)
    image = Image.open(io.BytesIO(buffer.getvalue())).convert("RGB")
    words = [word for word in drawn if _is_inked(image, word.bbox)]
    if jpeg:
        noisy = io.BytesIO()
        image.save(noisy, format="JPEG", quality=60)
        image = Image.open(noisy).convert("RGB")
    return image, words


def _words(text: Text, figure: Figure) -> list[Word]:
    if not text.get_visible() or not text.get_text().strip():
        return []
    extent, height = text.get_window_extent(), figure.bbox.height
    parts = text.get_text().replace("\u2212", "-").split("\n")
    step = extent.height / len(parts)
    top = height - extent.y1
    return [
        Word(part, BBox(extent.x0, top + i * step, extent.x1, top + (i + 1) * step))
        for i, part in enumerate(parts)
    ]


def _is_inked(image: Image.Image, box: BBox) -> bool:
    """Tick labels out of view are laid out all the same, and not drawn."""
    if box.x0 < 0 or box.y0 < 0 or box.x1 > image.width or box.y1 > image.height:
        return False
    low, high = image.convert("L").crop((int(box.x0), int(box.y0), int(box.x1), int(box.y1))).getextrema()
    return high - low > 60  # type: ignore[operator]


def chart_of(figure: Figure, jpeg: bool = False) -> Chart:
    chart = read_chart(*rendered(figure, jpeg))
    assert chart is not None
    return chart


def top(chart: Chart, question: str) -> str:
    reading = answer_question(build_chart_data(chart), parse_question(question))
    assert not reading.abstained, question
    assert sum(e.probability for e in reading.entities) == pytest.approx(1.0, abs=1e-3)
    return reading.entities[0].text


def grouped_bars(values: Sequence[Sequence[float]], **style: Any) -> Figure:
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    for i, (name, heights) in enumerate(zip(NAMES, values, strict=True)):
        axes.bar([j + 0.25 * i for j in range(len(heights))], heights, 0.25, label=name, **style)
    axes.set_xticks([j + 0.25 for j in range(3)], ["XSum", "CNN/DM", "Reddit"])
    axes.set_ylabel("ROUGE-1")
    axes.legend()
    return figure


VALUES = [[20.0, 31.0, 12.0], [35.0, 28.0, 22.0], [30.0, 40.0, 17.0]]
ASKED = [
    ("Which model has the highest ROUGE-1 on CNN/DM?", "T5-Large"),
    ("Which model has the second highest score on XSum?", "T5-Large"),
    ("Which model obtains the lowest ROUGE-1 on Reddit?", "BertSum"),
    ("On which dataset does PEGASUS score highest?", "XSum"),
    ("Which model is shown by the orange bars?", "PEGASUS"),
    ("Which model is better than BertSum but worse than PEGASUS on XSum?", "T5-Large"),
    ("Which model has the next-highest ROUGE-1 after PEGASUS on XSum?", "T5-Large"),
    ("Which model is second only to T5-Large in ROUGE-1 on CNN/DM?", "BertSum"),
    ("Only BertSum has a lower ROUGE-1 than which model on XSum?", "T5-Large"),
    ("On Reddit, does BertSum or PEGASUS have the higher ROUGE-1?", "PEGASUS"),
    ("On which dataset do BertSum and PEGASUS differ most in ROUGE-1?", "XSum"),
]


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_grouped_bars(question: str, answer: str) -> None:
    assert top(chart_of(grouped_bars(VALUES)), question) == answer


def test_a_chart_on_its_head_is_read_alike() -> None:
    image, _ = rendered(grouped_bars(VALUES))
    question, answer = ASKED[0]
    reading = read_figure(image.rotate(180), question, settings=Settings(threads=1))
    assert reading.entities[0].text == answer


@pytest.mark.parametrize("style", [{"hatch": "//", "fill": False}, {"alpha": 0.5}, {"edgecolor": "black"}])
def test_bar_values_survive_styles_and_jpeg(style: dict[str, object]) -> None:
    if "fill" in style:
        figure = grouped_bars(VALUES)
        for i, container in enumerate(figure.axes[0].containers):
            for bar in container:
                bar.set(facecolor="white", edgecolor=f"C{i}", hatch="//")
        figure.axes[0].legend()
    else:
        figure = grouped_bars(VALUES, **style)
    chart = chart_of(figure, jpeg="hatch" not in style)
    read = {(chart.series[m.series].name, chart.panels[0].columns[m.place].text): m.y for m in chart.marks}
    expected = {
        (name, place): value
        for name, row in zip(NAMES, VALUES, strict=True)
        for place, value in zip(["XSum", "CNN/DM", "Reddit"], row, strict=True)
    }
    assert read == {key: pytest.approx(value, abs=1.0) for key, value in expected.items()}


def test_lines_told_apart_by_dash_and_marker() -> None:
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    axes.plot([1, 2, 3, 4], [5, 6, 7, 9], "o-", color="tab:blue", label="Alpha-1")
    axes.plot([1, 2, 3, 4], [4, 4.5, 3, 5], "--", color="tab:red", label="Beta-2")
    axes.plot([1, 2, 3, 4], [8, 2, 6, 1], "s:", color="tab:green", label="Gamma-3")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    chart = chart_of(figure)
    assert [s.style.dash for s in chart.series] == ["solid", "dashed", "dotted"]
    assert [s.style.marker for s in chart.series] == ["circle", "", "square"]
    assert top(chart, "Which model fluctuates with the highest variation?") == "Gamma-3"
    assert top(chart, "Which method corresponds to the red dashed line?") == "Beta-2"
    assert top(chart, "Which method has the line with square markers?") == "Gamma-3"


def test_a_photo_and_a_blank_page_are_no_charts() -> None:
    assert read_chart(Image.new("RGB", (300, 200), "white"), []) is None
    noise = Image.effect_noise((300, 200), 80).convert("RGB")
    assert read_chart(noise, [Word("cat", BBox(10, 10, 60, 30))]) is None


def test_an_unreadable_question_abstains_with_a_prior_over_names() -> None:
    reading = answer_question(
        build_chart_data(chart_of(grouped_bars(VALUES))), parse_question("Tell me a joke")
    )
    assert reading.abstained
    assert {e.text for e in reading.entities[:3]} == set(NAMES)
