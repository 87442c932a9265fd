"""Collect the texts of a chart with their roles."""

from __future__ import annotations

from collections.abc import Sequence

from ..shapes.label import Label
from .axes.plot_area import PlotArea
from .types import ChartName, Mark, Role, Series


def collect_names(
    phrases: Sequence[Label], series: Sequence[Series], panels: Sequence[PlotArea], marks: Sequence[Mark]
) -> tuple[ChartName, ...]:
    """Return every text once, with its role: series, place, tick, label, panel title, axis title, value or other
    text.
    """
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
