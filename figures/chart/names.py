"""The texts of a chart by the part they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..raster.canvas import Canvas, Floats, distance, most_common, window
from ..raster.label import Label
from .axes.plot_area import PlotArea
from .legend.styles import COLOURED, stroke_colour
from .types import ChartName, Curve, Mark, Role, Series

END = 3.0  # letter heights between the end of a line and its name
ALIKE = 22.0  # colour distance between a line and a text that names it by its colour


def collect_names(
    phrases: Sequence[Label], series: Sequence[Series], panels: Sequence[PlotArea], marks: Sequence[Mark]
) -> tuple[ChartName, ...]:
    """Every text once, with the part it plays: series, place, tick, label, panel or axis title, value, other text."""
    names = [ChartName(s.name, "series", s.box) for s in series if s.name]
    labels = {m.label for m in marks if m.label}
    titles = {t for p in panels for t in (p.x_title, p.y_title) if t}
    for panel in panels:
        role: Role = "tick" if panel.x is not None else "place"
        names += [ChartName(c.text, role, c.box) for c in panel.columns]
        names += [ChartName(c.text, "place", c.box) for c in panel.rows]
    taken = [n.box for n in names]
    for phrase in phrases:
        if any(phrase.box.intersection_area(box) > 0 for box in taken) and phrase.text not in labels:
            continue
        names.append(ChartName(phrase.text, _role(phrase, labels, titles, panels), phrase.box))
    unique = {(name.text, name.role): name for name in reversed(names)}
    return tuple(name for name in names if unique[name.text, name.role] is name)


def _role(phrase: Label, labels: set[str], titles: set[str], panels: Sequence[PlotArea]) -> Role:
    if phrase.text in labels:
        return "label"
    if phrase.text in titles:
        return "title"
    if any(phrase.text == p.title for p in panels):
        return "panel"
    return "text" if phrase.number is None else "value"


def series_from_labels(
    series: Sequence[Series],
    curves: Sequence[Curve],
    phrases: Sequence[Label],
    canvas: Canvas,
    panels: Sequence[PlotArea],
) -> list[Series]:
    """Lines named by texts of their own colour, else by those at their ends, as charts without a legend do."""
    drawn = {c.series for c in curves}
    texts = [(p, text_colour(p, canvas)) for p in phrases if p.number is None and not p.vertical]
    coloured = [(p, c) for p, c in texts if float(np.hypot(c[1], c[2])) >= COLOURED or c[0] > 35]
    named = list(series)
    for index in sorted(drawn):
        near = [(float(np.linalg.norm(c - series[index].style.lab)), p) for p, c in coloured]
        best = min(near, key=lambda item: (item[0], item[1].box.x0), default=None)
        if best is not None and best[0] < ALIKE:
            named[index] = replace(series[index], name=best[1].text, box=best[1].box)
    return _named_at_ends(named, curves, [p for p, _ in texts], panels)


def _named_at_ends(
    series: Sequence[Series], curves: Sequence[Curve], texts: Sequence[Label], panels: Sequence[PlotArea]
) -> list[Series]:
    """Nameless lines named by the texts that begin right of their ends, nearest pairs first, each text once."""
    taken = {s.name for s in series if s.name}
    pairs = sorted(
        (gap, curve.series, order)
        for curve in curves
        if not series[curve.series].name
        for order, text in enumerate(texts)
        if text.text not in taken and (gap := _beyond_end(curve, text, panels[curve.panel])) is not None
    )
    named = list(series)
    for _, index, order in pairs:
        text = texts[order]
        if not named[index].name and text.text not in taken:
            taken.add(text.text)
            named[index] = replace(named[index], name=text.text, box=text.box)
    return named


def _beyond_end(curve: Curve, text: Label, panel: PlotArea) -> float | None:
    """Distance from the right end of a line to a text level with it; None for texts elsewhere."""
    x, y = curve.points[-1]
    across = (panel.x.pixel(x) if panel.x is not None else panel.area.x0 + x) - text.box.x0
    along = (panel.y.pixel(y) if panel.y is not None else panel.area.y1 - y) - text.cy
    near = -END * text.em <= across <= 0.5 * text.em and abs(along) <= 0.8 * text.em
    return abs(across) + abs(along) if near else None


def text_colour(phrase: Label, canvas: Canvas) -> Floats:
    """CIELAB colour of the letters: of the tenth of the pixels farthest from the ground, thin strokes being pale."""
    region = canvas.lab[window(phrase.box, canvas)].reshape(-1, 3)
    ground = most_common(region)
    away = distance(region, ground)
    core = region[away >= max(20.0, 0.9 * float(away.max(initial=0.0)))]
    return np.array(stroke_colour(core, ground), dtype=np.float32)
