"""Bars, pies, heatmaps and legends of rendered figures, read from pixels with the words of their PDF."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from citehop.figures.chart.read import read_chart
from citehop.figures.chart.types import Chart
from citehop.figures.image import open_figure

mpl.use("pdf")

NAMES = ("BERT", "ELMo", "GPT-2")
DATASETS = ("SQuAD", "WikiQA", "TREC", "FEVER")
SCORES = np.array([[41.0, 55.5, 60.2, 20.0], [64.3, 48.1, 70.0, 35.0], [30.4, 39.9, 52.6, 80.0]])


def chart_of(figure: Figure, tmp_path: Path) -> Chart:
    path = tmp_path / "chart.pdf"
    figure.savefig(path, bbox_inches="tight")
    opened = open_figure(path)
    chart = read_chart(opened.pixels, opened.words)
    assert chart is not None
    return chart


def values(chart: Chart) -> dict[tuple[str, str], float]:
    return {
        (
            chart.series[m.series].name,
            chart.panels[m.panel].columns[m.place].text if m.place >= 0 else "",
        ): m.y
        for m in chart.marks
        if m.y is not None
    }


@pytest.mark.parametrize("markers_first", [True, False])
@pytest.mark.parametrize("stacked", [True, False])
def test_bars_with_samples_on_either_side_of_their_names(
    tmp_path: Path, markers_first: bool, stacked: bool
) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    bottom = np.zeros(4)
    for order, (name, row) in enumerate(zip(NAMES, SCORES, strict=True)):
        at = np.arange(4) if stacked else np.arange(4) + 0.25 * order
        axes.bar(at, row, 0.5 if stacked else 0.25, bottom=bottom if stacked else None, label=name)
        bottom += row
    axes.set_xticks(np.arange(4) + (0 if stacked else 0.25), DATASETS)
    axes.legend(markerfirst=markers_first, loc="center left", bbox_to_anchor=(1, 0.5))
    chart = chart_of(figure, tmp_path)
    expected = {(n, d): SCORES[i, j] for i, n in enumerate(NAMES) for j, d in enumerate(DATASETS)}
    assert chart.kind == "bar"
    assert values(chart) == pytest.approx(expected, abs=2.5)


def test_pie_with_names_at_the_rim(tmp_path: Path) -> None:
    figure = Figure(figsize=(4, 3))
    labels = ("Question answering", "Summarization", "Code", "Dialogue")
    figure.add_subplot().pie((40, 30, 20, 10), labels=labels, wedgeprops={"edgecolor": "black"})
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "pie"
    shares = {name: value for (name, _), value in values(chart).items()}
    assert shares == pytest.approx(dict(zip(labels, (40, 30, 20, 10), strict=True)), abs=1.5)


def test_heatmap_with_printed_values(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    axes.imshow(SCORES, cmap="Oranges", aspect="auto")
    axes.set_xticks(range(4), DATASETS)
    axes.set_yticks(range(3), NAMES)
    for row, column in np.ndindex(3, 4):
        axes.text(column, row, f"{SCORES[row, column]:.1f}", ha="center", va="center")
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "heatmap"
    expected = {(n, d): SCORES[i, j] for i, n in enumerate(NAMES) for j, d in enumerate(DATASETS)}
    assert values(chart) == pytest.approx(expected)


def test_cells_as_pale_as_the_page_belong_to_the_heatmap(tmp_path: Path) -> None:
    scores = SCORES.copy()
    scores[:, 0] = (0.2, 0.6, 0.4)
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    axes.imshow(scores, cmap="Purples", aspect="auto", vmin=0)
    axes.set_axis_off()
    for column, name in enumerate(DATASETS):
        axes.text(column, 2.8, name, ha="center")
    for row, name in enumerate(NAMES):
        axes.text(-0.7, row, name, ha="right", va="center")
    for row, column in np.ndindex(3, 4):
        axes.text(column, row, f"{scores[row, column]:.1f}", ha="center", va="center")
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "heatmap"
    expected = {(n, d): scores[i, j] for i, n in enumerate(NAMES) for j, d in enumerate(DATASETS)}
    assert values(chart) == pytest.approx(expected)


def test_lines_are_left_to_the_reader_of_lines(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    for name, row, dash in zip(NAMES, SCORES, ("-", "--", ":"), strict=True):
        axes.plot((1, 2, 3, 4), row, dash, label=name)
    axes.legend(markerfirst=False, loc="center left", bbox_to_anchor=(1, 0.5))
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "line"
    dashes = {s.name: s.style.dash for s in chart.series}
    assert dashes == {"BERT": "solid", "ELMo": "dashed", "GPT-2": "dotted"}
