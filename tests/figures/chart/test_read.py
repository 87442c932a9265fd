"""Charts that matplotlib draws as PDF: every value is read within a fiftieth of the range."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path as Outline

from citehop.agent.figures.read_figure import read_figure
from citehop.figures.chart.read import read_shapes
from citehop.figures.chart.types import Chart
from citehop.figures.image import open_figure
from citehop.figures.vector.scene import build_scene
from citehop.papers.types import BBox

mpl.use("pdf")

NAMES = ("BERT", "T5 (ours)", "GPT-2")
DATASETS = ("SQuAD", "Natural Questions", "HotpotQA")
SCORES = {"BERT": (41.0, 55.5, 60.2), "T5 (ours)": (64.3, 48.1, 70.0), "GPT-2": (30.4, 39.9, 52.6)}


def new_axes(width: float = 4.5, height: float = 3.0) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))
    return figure, figure.add_subplot()


def saved(figure: Figure, tmp_path: Path) -> Path:
    path = tmp_path / "chart.pdf"
    figure.savefig(path, bbox_inches="tight")
    return path


def chart_of(figure: Figure, tmp_path: Path) -> Chart:
    opened = open_figure(saved(figure, tmp_path))
    assert opened.drawing is not None
    scene = build_scene(opened.drawing, opened.scale, opened.pixels)
    assert scene is not None
    chart = read_shapes(scene)
    assert chart is not None
    return chart


def values(chart: Chart) -> dict[tuple[str, str], float]:
    """(series, place) -> value of all marks."""
    found = {}
    for mark in chart.marks:
        panel = chart.panels[mark.panel]
        places = panel.rows if panel.level else panel.columns
        series = chart.series[mark.series].name if mark.series >= 0 else ""
        assert mark.y is not None
        found[series, places[mark.place].text if 0 <= mark.place < len(places) else ""] = mark.y
    return found


def expected() -> dict[tuple[str, str], float]:
    return {(n, d): v for n, row in SCORES.items() for d, v in zip(DATASETS, row, strict=True)}


@pytest.mark.parametrize("legend", ["inside", "right", "above", "direct"])
def test_lines_by_legend_in_any_arrangement(tmp_path: Path, legend: str) -> None:
    figure, axes = new_axes()
    for order, (name, row) in enumerate(SCORES.items()):
        axes.plot((1, 2, 3), row, marker="os^"[order], linestyle=("-", "--", ":")[order], label=name)
        if legend == "direct":
            axes.text(3.05, row[-1], name, va="center")
    axes.set_xticks((1, 2, 3), DATASETS)
    if legend == "right":
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), title="Model", markerfirst=False)
    elif legend == "above":
        axes.legend(ncol=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    elif legend == "inside":
        axes.legend()
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "line"
    assert values(chart) == pytest.approx(expected(), abs=0.8)
    dashes = {s.name: s.style.dash for s in chart.series}
    assert dashes == {"BERT": "solid", "T5 (ours)": "dashed", "GPT-2": "dotted"}


@pytest.mark.parametrize("kind", ["grouped", "sideways", "stacked", "hatched", "error bars"])
def test_bars(tmp_path: Path, kind: str) -> None:
    figure, axes = new_axes()
    bottom = np.zeros(3)
    for order, (name, row) in enumerate(SCORES.items()):
        at = np.arange(3) + 0.25 * order
        if kind == "sideways":
            axes.barh(at, row, 0.25, label=name)
        elif kind == "stacked":
            axes.bar(np.arange(3), row, 0.5, bottom=bottom, label=name)
            bottom += row
        elif kind == "hatched":
            axes.bar(at, row, 0.25, label=name, color="white", edgecolor="k", hatch=("//", "..", "xx")[order])
        else:
            axes.bar(at, row, 0.25, label=name, yerr=2.0 if kind == "error bars" else None)
    middle = np.arange(3) + (0.0 if kind == "stacked" else 0.25)
    if kind == "sideways":
        axes.set_yticks(middle, DATASETS)
    else:
        axes.set_xticks(middle, DATASETS, rotation=30, ha="right")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "bar"
    assert values(chart) == pytest.approx(expected(), abs=1.0)


def test_logarithmic_scatter_with_labels(tmp_path: Path) -> None:
    figure, axes = new_axes()
    points = {"BERT": (110.0, 80.5), "T5": (770.0, 88.1), "ELMo": (94.0, 71.0), "GPT-3": (20000.0, 65.2)}
    for name, (x, y) in points.items():
        axes.scatter(x, y, color="C0")
        axes.annotate(name, (x, y), xytext=(5, 3), textcoords="offset points")
    axes.set_xscale("log")
    chart = chart_of(figure, tmp_path)
    assert {mark.label: mark.x for mark in chart.marks} == pytest.approx(
        {n: x for n, (x, _) in points.items()}, rel=0.05
    )
    assert {mark.label: mark.y for mark in chart.marks} == pytest.approx(
        {n: y for n, (_, y) in points.items()}, abs=0.5
    )


@pytest.mark.parametrize("kind", ["box", "notched", "violin"])
def test_boxes_give_median_and_quartiles(tmp_path: Path, kind: str) -> None:
    figure, axes = new_axes()
    rng = np.random.default_rng(0)
    samples = [rng.normal(10.0 * order, 1.0 + order, 80) for order in range(3)]
    if kind == "violin":
        axes.violinplot(samples, showmedians=True)
    else:
        axes.boxplot(samples, notch=kind == "notched", patch_artist=kind == "notched")
    axes.set_xticks((1, 2, 3), DATASETS)
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "box"
    medians = {place: value for (_, place), value in values(chart).items()}
    assert medians == pytest.approx(
        {d: np.median(s) for d, s in zip(DATASETS, samples, strict=True)}, abs=0.4
    )
    if kind != "violin":
        for mark, sample in zip(sorted(chart.marks, key=lambda m: m.box.x0), samples, strict=True):
            assert mark.quartiles == pytest.approx(tuple(np.percentile(sample, (25, 75))), abs=0.4)


@pytest.mark.parametrize("printed", [True, False])
def test_heatmap_by_printed_values_or_color_bar(tmp_path: Path, printed: bool) -> None:
    figure, axes = new_axes()
    cells = np.array([[0.1, 0.5, 0.9], [0.3, 0.7, 0.2], [0.8, 0.4, 0.6]])
    image = axes.imshow(cells, cmap="viridis")
    axes.set_xticks(range(3), ("NQ", "WQ", "TREC"))
    axes.set_yticks(range(3), NAMES)
    if printed:
        for row, column in np.ndindex(3, 3):
            axes.text(column, row, f"{cells[row, column]:.1f}", ha="center", va="center")
    else:
        figure.colorbar(image)
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "heatmap"
    assert values(chart)["T5 (ours)", "WQ"] == pytest.approx(0.7, abs=0.02)
    assert values(chart)["BERT", "TREC"] == pytest.approx(0.9, abs=0.02)
    assert len(chart.marks) == 9


@pytest.mark.parametrize("ring", [True, False])
def test_pies_and_rings(tmp_path: Path, ring: bool) -> None:
    figure, axes = new_axes(4, 3)
    labels = ("QA", "Summarization", "Code", "Dialogue")
    axes.pie((40, 30, 20, 10), labels=labels, wedgeprops={"width": 0.4} if ring else None, startangle=60)
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "pie"
    shares = {name: value for (name, _), value in values(chart).items()}
    assert shares == pytest.approx(dict(zip(labels, (40, 30, 20, 10), strict=True)), abs=0.5)


def test_radar_values_at_rings(tmp_path: Path) -> None:
    figure = Figure(figsize=(4, 4))
    axes = figure.add_subplot(polar=True)
    angles = np.linspace(0, 2 * np.pi, 3, endpoint=False).tolist()
    for name, row in SCORES.items():
        axes.plot([*angles, angles[0]], [*row, row[0]], label=name)
    axes.set_xticks(angles, DATASETS)
    axes.set_ylim(0, 100)
    axes.legend(loc="upper right", bbox_to_anchor=(1.4, 1.1))
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "radar"
    assert values(chart) == pytest.approx(expected(), abs=1.5)


def test_panels_share_a_legend_below(tmp_path: Path) -> None:
    figure = Figure(figsize=(7, 2.5))
    for number, axes in enumerate(figure.subplots(1, 2, sharey=True)):
        for name, row in SCORES.items():
            axes.plot((1, 2, 3), [value + 5 * number for value in row], label=name)
        axes.set_title(("CIFAR", "MNIST")[number])
        handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=3, bbox_to_anchor=(0.5, -0.15))
    chart = chart_of(figure, tmp_path)
    assert [panel.title for panel in chart.panels] == ["CIFAR", "MNIST"]
    ends = {(chart.series[c.series].name, c.panel): c.points[-1][1] for c in chart.curves}
    assert ends == pytest.approx(
        {(n, p): row[-1] + 5 * p for n, row in SCORES.items() for p in (0, 1)}, abs=0.5
    )


@pytest.mark.parametrize("colored", [True, False])
def test_names_along_sloped_lines_belong_to_their_own_line(tmp_path: Path, colored: bool) -> None:
    figure, axes = new_axes()
    courses = {
        "Oak": (20.0, 48.0, 60.0, 66.0),
        "Elm": (16.0, 32.0, 40.0, 45.0),
        "Ash": (4.0, 9.0, 13.0, 14.0),
    }
    for (name, course), color in zip(courses.items(), ("navy", "darkred", "darkgreen"), strict=True):
        shade = color if colored else "black"
        axes.plot((0, 1, 2, 3), course, color=shade)
        # Closer to the line of its neighbor's color where colors differ.
        axes.text(1.4, course[1] + (4.0 if colored else 7.0), name, color=shade)
    axes.set_xticks((0, 1, 2, 3))
    read = values(chart_of(figure, tmp_path))
    for name, course in courses.items():
        assert read[name, "3"] == pytest.approx(course[-1], abs=1.0)


def test_a_panel_without_labels_below_has_the_axis_of_the_panel_under_it(tmp_path: Path) -> None:
    figure = Figure(figsize=(4, 4))
    upper, lower = figure.subplots(2, 1, sharex=True)
    steps = np.linspace(0, 250, 40)
    upper.plot(steps, 2 + np.sqrt(steps) / 8)
    upper.set_ylabel("Return")
    lower.plot(steps, 2 * np.exp(-steps / 100))
    lower.set_ylabel("Loss")
    lower.set_xlabel("Steps")
    path = saved(figure, tmp_path)
    for question, value in (
        ("Roughly what return is reached after 200 steps?", 3.77),
        ("About what loss is there at step 100?", 0.736),
    ):
        assert float(read_figure(path, question).value) == pytest.approx(value, abs=0.06)


def test_question_about_a_figure_of_a_page(tmp_path: Path) -> None:
    figure, axes = new_axes()
    for order, (name, row) in enumerate(SCORES.items()):
        axes.bar(np.arange(3) + 0.25 * order, row, 0.25, label=name)
    axes.set_xticks(np.arange(3) + 0.25, DATASETS)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    path = saved(figure, tmp_path)
    reading = read_figure(path, "Which model has the lowest score on HotpotQA?", page=1)
    assert (reading.entities[0].text, reading.abstained) == ("GPT-2", False)
    opened = open_figure(path)
    assert opened.drawing is not None
    assert all(b.x1 <= opened.drawing.box.x1 and b.y1 <= opened.drawing.box.y1 for b in reading.evidence)
    lowest = min(reading.evidence, key=lambda b: -b.y1)
    assert lowest.y1 > 0.6 * opened.drawing.box.y1
    elsewhere = read_figure(
        path, "Which model has the lowest score on HotpotQA?", page=1, box=BBox(0, 0, 5, 5)
    )
    assert elsewhere.abstained


def test_panels_with_value_labels_beside_one_another(tmp_path: Path) -> None:
    figure = Figure(figsize=(6, 3))
    grid = figure.subplots(2, 2)
    for number, axes in enumerate(grid.flat):
        axes.bar(range(3), [row[0] + 10 * number for row in SCORES.values()], color=["C0", "C1", "C2"])
        axes.spines[["left", "right", "top", "bottom"]].set_visible(False)
        axes.set_xticks([])
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y")
        axes.set_yticks(range(0, 101, 20))
        axes.set_xlabel(f"({'abcd'[number]}) Part {number}")
    figure.tight_layout()
    chart = chart_of(figure, tmp_path)
    assert [panel.title for panel in chart.panels] == [f"({'abcd'[n]}) Part {n}" for n in range(4)]
    heights = sorted((mark.panel, mark.y) for mark in chart.marks if mark.y is not None)
    assert [y for _, y in heights] == pytest.approx(
        [y + 10 * n for n in range(4) for y in sorted(row[0] for row in SCORES.values())], abs=0.5
    )


def test_markers_between_ticks_have_a_place_and_the_value_printed_beside_them(tmp_path: Path) -> None:
    figure, axes = new_axes()
    xs, ys = (1, 3, 5, 7, 9), (10.26, 30.41, 44.75, 38.02, 25.5)
    axes.errorbar(xs, ys, yerr=2, marker="s", markersize=4, capsize=2, label="CNN")
    axes.plot(xs, (5, 5, 6, 6, 7), marker="o", label="LSTM")
    for x, y in zip(xs, ys, strict=True):
        axes.text(x, y + 3, f"{y:.2f}", ha="center")
    axes.set_xticks(range(0, 12, 2))
    axes.set_xlim(0, 10)
    axes.set_ylim(0, 60)
    axes.legend()
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "line"
    printed = [mark.y for mark in chart.marks if mark.printed]
    assert sorted(y for y in printed if y is not None) == pytest.approx(sorted(ys))
    found = {round(m.x): m.y for m in chart.marks if m.x is not None and chart.series[m.series].name == "CNN"}
    assert {x: found[x] for x in xs} == pytest.approx(dict(zip(xs, ys, strict=True)))


def test_indexed_variables_are_no_axis(tmp_path: Path) -> None:
    figure, axes = new_axes()
    axes.set_axis_off()
    for row in range(4):
        axes.add_patch(Circle((0.1, row / 4 + 0.1), 0.04, fill=False))
        axes.add_patch(Circle((0.8, row / 4 + 0.1), 0.04, fill=False))
        axes.text(-0.05, row / 4 + 0.1, f"x{row + 1}", va="center")
        for other in range(4):
            axes.plot([0.14, 0.76], [row / 4 + 0.1, other / 4 + 0.1], "k-", lw=0.5)
    opened = open_figure(saved(figure, tmp_path))
    assert opened.drawing is not None
    scene = build_scene(opened.drawing, opened.scale, opened.pixels)
    chart = read_shapes(scene) if scene is not None else None
    assert chart is None or all(panel.y is None for panel in chart.panels)


def test_page_without_a_chart_gives_none(tmp_path: Path) -> None:
    figure = Figure(figsize=(3, 2))
    figure.text(0.1, 0.5, "A sentence about nothing in particular.")
    opened = open_figure(saved(figure, tmp_path))
    assert opened.drawing is not None
    scene = build_scene(opened.drawing)
    assert scene is not None
    assert read_shapes(scene) is None


def test_numbers_along_the_ticks_that_do_not_fit_a_scale_are_names(tmp_path: Path) -> None:
    figure, axes = new_axes()
    axes.plot(range(6), (3.0, 5.0, 4.0, 8.0, 6.0, 7.0), marker="o")
    axes.set_xticks(range(6), ("0", "1", "2", "4", "8", "16"))
    chart = chart_of(figure, tmp_path)
    assert chart.panels[0].x is None
    assert values(chart)["", "16"] == pytest.approx(7.0, abs=0.1)


def test_tick_labels_that_touch_are_parted(tmp_path: Path) -> None:
    figure, axes = new_axes(2.2, 2.0)
    axes.scatter((20, 90, 260), (3, 8, 5))
    axes.set_xlim(0, 300)
    axes.set_xticks((0, 50, 100, 150, 200, 250, 300))
    axes.tick_params(axis="x", labelsize=10.6)
    chart = chart_of(figure, tmp_path)
    assert [mark.x for mark in chart.marks] == pytest.approx([20, 90, 260], abs=2)


@pytest.mark.parametrize("rotation", [0, 22.5, 90])
def test_radar_numbers_at_any_angle(tmp_path: Path, rotation: float) -> None:
    figure = Figure(figsize=(4, 4))
    axes = figure.add_subplot(polar=True)
    angles = np.linspace(0, 2 * np.pi, 5, endpoint=False).tolist()
    row = [35.0, 80.0, 55.0, 90.0, 20.0]
    axes.plot([*angles, angles[0]], [*row, row[0]])
    axes.set_xticks(angles, (*DATASETS, "TREC", "FEVER"))
    axes.set_ylim(0, 100)
    axes.set_rlabel_position(rotation)  # type: ignore[attr-defined]
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "radar"
    found = [m.y for m in sorted(chart.marks, key=lambda m: m.place)]
    assert sorted(v for v in found if v is not None) == pytest.approx(sorted(row), abs=2)


@pytest.mark.parametrize("dash", [6.0, 1.5])
def test_dashes_filled_one_by_one_are_lines(tmp_path: Path, dash: float) -> None:
    figure, axes = new_axes()
    steps = np.arange(1.0, 6.0)
    heights = {"BERT": 20 + 10 * steps, "GPT-2": 75 - 8 * steps}
    axes.set(xlim=(0.5, 5.5), ylim=(0, 100), xlabel="Epoch", ylabel="Score")
    figure.canvas.draw()
    to_pixels, to_data = axes.transData.transform, axes.transData.inverted().transform
    for name, color in (("BERT", "tab:blue"), ("GPT-2", "tab:red")):
        line = to_pixels(np.stack([steps, heights[name]], axis=1))
        along = (line[-1] - line[0]) / np.linalg.norm(line[-1] - line[0])
        across = np.array([-along[1], along[0]])
        starts = np.arange(0.0, np.linalg.norm(line[-1] - line[0]), 2 * dash)
        pieces = [
            [
                line[0] + along * (at + a) + across * b
                for a, b in ((0, -0.8), (dash, -0.8), (dash, 0.8), (0, 0.8))
            ]
            for at in starts
        ]
        path = Outline.make_compound_path(*(Outline(to_data(piece), closed=False) for piece in pieces))
        axes.add_patch(PathPatch(path, facecolor=color, edgecolor="none"))
        axes.text(5.05, heights[name][-1], name, color=color, va="center")
    chart = chart_of(figure, tmp_path)
    assert chart.kind == "line"
    found = {chart.series[curve.series].name: curve.points for curve in chart.curves}
    assert set(found) == set(heights)
    for name, points in found.items():
        xs, ys = zip(*points, strict=True)
        assert np.interp(2.0, xs, ys) == pytest.approx(heights[name][1], abs=2.0)
