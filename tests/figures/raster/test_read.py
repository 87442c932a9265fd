"""Bars, pies, heatmaps and legends of rendered figures, read from pixels with the words of their PDF."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.artist import setp
from matplotlib.figure import Figure

from citehop.figures.chart.types import Chart
from citehop.figures.image import open_figure
from citehop.figures.raster.read import read_chart

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


def test_confusion_matrix_with_mostly_pale_cells_and_turned_names(tmp_path: Path) -> None:
    counts = np.full((4, 4), 3) + np.arange(16).reshape(4, 4) % 5 + np.diag((60, 75, 66, 90))
    figure = Figure(figsize=(4, 3))
    axes = figure.add_subplot()
    axes.pcolormesh(counts, cmap="Blues", edgecolors="white")
    for (i, j), count in np.ndenumerate(counts):
        axes.text(j + 0.5, i + 0.5, str(count), ha="center", va="center", color="w" if count > 50 else "k")
    axes.set_xticks(np.arange(4) + 0.5, DATASETS)
    axes.set_yticks(np.arange(4) + 0.5, DATASETS, rotation=90, va="center")
    axes.invert_yaxis()
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "heatmap"
    expected = {(DATASETS[i], DATASETS[j]): float(count) for (i, j), count in np.ndenumerate(counts)}
    assert values(chart) == expected


def test_color_bar_below_the_cells(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 4))
    axes = figure.add_subplot()
    image = axes.pcolormesh(SCORES, cmap="viridis", edgecolors="white")
    axes.set_xticks(np.arange(4) + 0.5, DATASETS)
    axes.set_yticks(np.arange(3) + 0.5, NAMES)
    figure.colorbar(image, orientation="horizontal")
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "heatmap"
    expected = {(n, d): SCORES[i, j] for i, n in enumerate(NAMES) for j, d in enumerate(DATASETS)}
    assert values(chart) == pytest.approx(expected, abs=3)


def test_bars_on_a_gray_plot_area_without_numbers(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot(facecolor="#ebebeb")
    axes.bar(DATASETS, SCORES[0], 0.5, color="#66c2a5", zorder=2)
    axes.grid(color="white")
    axes.set_yticklabels([])
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "bar"
    heights = {place: value for (_, place), value in values(chart).items()}
    assert sorted(heights, key=lambda place: heights[place]) == ["FEVER", "SQuAD", "WikiQA", "TREC"]


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("filled", [True, False])
def test_box_plots(tmp_path: Path, orientation: str, filled: bool) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    samples = [np.linspace(12, 32, 21), np.linspace(43, 83, 21), np.linspace(27, 47, 21)]
    axes.boxplot(samples, tick_labels=NAMES, orientation=orientation, patch_artist=filled, widths=0.5)  # type: ignore[arg-type]
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "box"
    panel = chart.panels[0]
    places = panel.rows if panel.level else panel.columns
    medians = {places[m.place].text: m.y for m in chart.marks}
    assert medians == pytest.approx(dict(zip(NAMES, (22.0, 63.0, 37.0), strict=True)), abs=1.5)
    spreads = {places[m.place].text: m.quartiles[1] - m.quartiles[0] for m in chart.marks if m.quartiles}
    assert spreads == pytest.approx(dict(zip(NAMES, (10.0, 20.0, 10.0), strict=True)), abs=2.0)


def test_bars_with_error_bars_are_no_box_plot(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    axes.bar(DATASETS, SCORES[0], 0.5, yerr=6.0, capsize=3)
    axes.grid(visible=True, axis="y")
    assert chart_of(figure, tmp_path).kind == "bar"


@pytest.mark.parametrize("limit", [100, 50])
def test_radar_values_are_read_at_the_rings(tmp_path: Path, limit: int) -> None:
    figure = Figure(figsize=(5, 4))
    axes = figure.add_subplot(projection="polar")
    turns = np.arange(5) * 2 * np.pi / 5
    scores = np.array([0.8, 0.35, 0.6, 0.9, 0.45]) * limit
    axes.plot([*turns, turns[0]], [*scores, scores[0]], color="tab:red")
    axes.set_ylim(0, limit)
    axes.set_xticks(turns, (*DATASETS, "QQP"))
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "radar"
    places = chart.panels[0].columns
    found = {places[m.place].text: m.y for m in chart.marks}
    assert found == pytest.approx(dict(zip((*DATASETS, "QQP"), scores, strict=True)), abs=0.04 * limit)


def test_tick_labels_are_no_legend(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    axes.plot([1, 2, 3], [0.2, 0.6, 0.4], "o", color="tab:green")
    axes.tick_params(length=9, width=3)
    assert all(not series.name for series in chart_of(figure, tmp_path).series)


def test_legend_with_centered_names(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    names = ("RoBERTa-large", "T5", "Longformer")
    for order, (name, row) in enumerate(zip(names, SCORES, strict=True)):
        color, y = ("tab:blue", "tab:orange", "tab:green")[order], 0.7 - 0.08 * order
        axes.plot(range(4), row, marker="o", color=color)
        axes.plot((1.04, 1.12), (y, y), color=color, transform=axes.transAxes, clip_on=False)
        axes.text(1.29, y, name, ha="center", va="center", transform=axes.transAxes)
    axes.set_xlim(0, 3)
    axes.set_xticks(range(4), DATASETS)
    assert {series.name for series in chart_of(figure, tmp_path).series} == set(names)


@pytest.mark.parametrize("filled", [True, False])
def test_violins_with_their_medians(tmp_path: Path, filled: bool) -> None:
    figure = Figure(figsize=(5, 3.5), dpi=120)
    axes = figure.add_subplot()
    spread = np.sin(np.linspace(-1.5, 1.5, 61))
    medians = (30.0, 52.0, 41.0)
    drawn = axes.violinplot([m + 12 * spread**3 for m in medians], showmedians=True, showextrema=False)
    setp(drawn["bodies"], facecolor="#4c72b0" if filled else "white", edgecolor="black", alpha=1.0)
    axes.set_xticks([1, 2, 3], NAMES)
    axes.set_ylabel("Accuracy")
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "box"
    found = {chart.panels[m.panel].columns[m.place].text: m.y for m in chart.marks}
    assert found == pytest.approx(dict(zip(NAMES, medians, strict=True)), abs=1.0)


def test_frame_of_a_legend_under_the_axis_is_no_plot_area(tmp_path: Path) -> None:
    figure = Figure(figsize=(5, 3.6), dpi=120)
    axes = figure.add_subplot()
    years = np.arange(2016, 2025, 2)
    for name, row in zip(NAMES, SCORES, strict=True):
        axes.plot(years, [*row, row[0]], label=name)
    axes.set_xticks(years)
    legend = axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, fancybox=False, title="Model"
    )
    legend.get_frame().set(edgecolor="grey", alpha=1.0)
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "line"
    assert len(chart.panels) == 1
    assert chart.panels[0].y is not None
