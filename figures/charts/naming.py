"""The texts of a chart by the part they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .canvas import Canvas, Floats, distance, most_common, window
from .panels import Panel
from .phrases import Phrase
from .styles import COLOURED, stroke_colour
from .types import Curve, Mark, Name, Role, Series

ALIKE = 22.0  # colour distance between a line and a text that names it by its colour


def names_of_chart(
    phrases: Sequence[Phrase], series: Sequence[Series], panels: Sequence[Panel], marks: Sequence[Mark]
) -> tuple[Name, ...]:
    """Every text once, with the part it plays: series, place, tick, label, panel or axis title, value, other text."""
    names = [Name(s.name, "series", s.box) for s in series if s.name]
    labels = {m.label for m in marks if m.label}
    titles = {t for p in panels for t in (p.x_title, p.y_title) if t}
    for panel in panels:
        role: Role = "tick" if panel.x is not None else "place"
        names += [Name(c.text, role, c.box) for c in panel.columns]
        names += [Name(c.text, "place", c.box) for c in panel.rows]
    taken = [n.box for n in names]
    for phrase in phrases:
        if any(phrase.box.intersection_area(box) > 0 for box in taken) and phrase.text not in labels:
            continue
        names.append(Name(phrase.text, _role(phrase, labels, titles, panels), phrase.box))
    unique = {(name.text, name.role): name for name in reversed(names)}
    return tuple(name for name in names if unique[name.text, name.role] is name)


def _role(phrase: Phrase, labels: set[str], titles: set[str], panels: Sequence[Panel]) -> Role:
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
    phrases: Sequence[Phrase],
    canvas: Canvas,
) -> list[Series]:
    """Lines named by texts of their own colour, as charts without a legend do."""
    drawn = {c.series for c in curves}
    texts = [(p, text_colour(p, canvas)) for p in phrases if p.number is None and not p.vertical]
    coloured = [(p, c) for p, c in texts if float(np.hypot(c[1], c[2])) >= COLOURED or c[0] > 35]
    named = list(series)
    for index in sorted(drawn):
        near = [(float(np.linalg.norm(c - series[index].style.lab)), p) for p, c in coloured]
        best = min(near, key=lambda item: (item[0], item[1].box.x0), default=None)
        if best is not None and best[0] < ALIKE:
            named[index] = replace(series[index], name=best[1].text, box=best[1].box)
    return named


def text_colour(phrase: Phrase, canvas: Canvas) -> Floats:
    """CIELAB colour of the letters: of the tenth of the pixels farthest from the ground, thin strokes being pale."""
    region = canvas.lab[window(phrase.box, canvas)].reshape(-1, 3)
    ground = most_common(region)
    away = distance(region, ground)
    core = region[away >= max(20.0, 0.9 * float(away.max(initial=0.0)))]
    return np.array(stroke_colour(core, ground), dtype=np.float32)
