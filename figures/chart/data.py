"""Convert a chart to figure data: series by places, points by coordinates, or slices by share. Each mark becomes a
fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..names import parse_name
from ..numbers import Number
from ..shapes.shape import scaled_box
from ..types import Appearance, Attribute, Entries, Fact, FigureData, FigureName, SampledCurve
from .axes.categories import Category
from .axes.plot_area import PlotArea
from .style import Style
from .types import Chart, Mark

MEASURED = 0.012  # measuring error, as a share of the range of values
REPEATED = 0.8  # least share of the marks whose series and place have the same name
SIZES_VARY = 1.6  # least ratio of the largest to the smallest area for sizes to carry a value
_UNIT = re.compile(r"[(\[]\s*(?P<unit>[^()\[\]]{1,12}?)\s*[)\]]|(?P<percent>%)")
_FACTORS = {
    "k": 1e3, "thousand": 1e3, "thousands": 1e3, "m": 1e6, "million": 1e6, "millions": 1e6, "b": 1e9, "billion": 1e9,
    "x103": 1e3, "×103": 1e3, "×10^3": 1e3, "×106": 1e6, "×10^6": 1e6, "x10^3": 1e3, "x10^6": 1e6,
}  # fmt: skip
_NO_NAME = FigureName("")


def build_chart_data(chart: Chart) -> FigureData:
    """Return the chart's names and marks as figure data.

    In a scatter plot each point is a row, with the columns x, y and, if areas differ, size. In other charts the
    series are the rows, and the places are the columns, panel by panel. Series without a name share one row if
    they never share a place.
    """
    chart = _without_repeated_names(chart)
    shown = [mark for mark in chart.marks if mark.y is not None]
    points = chart.kind == "scatter" or any(mark.label for mark in shown)
    rows, columns, facts = _points(chart, shown) if points else _grid(chart, shown)
    first = chart.panels[0] if chart.panels else None
    taken = {
        name.text for side in (rows, columns) for attribute in side.attributes for name in attribute.names
    }
    others = (parse_name(n.text) for n in chart.names if n.role in {"title", "tick", "text", "panel"})
    return FigureData(
        chart.kind,
        rows,
        columns,
        tuple(facts),
        () if points else tuple(SampledCurve(c.series, c.panel, c.points) for c in chart.curves),
        x_title=next((panel.x_title for panel in chart.panels if panel.x_title), ""),
        y_title=first.y_title if first else "",
        x_range=_range(first) if first else None,
        others=tuple(dict.fromkeys(name for name in others if name.text not in taken)),
        scaled=_has_scale(chart),
    )


def _has_scale(chart: Chart) -> bool:
    """True if the chart tells the values of its marks: by an axis, by printed values, or because its kind always
    does.
    """
    if chart.kind not in ("bar", "line", "box"):
        return True
    return any(p.x if p.level else p.y for p in chart.panels) or any(mark.printed for mark in chart.marks)


def _without_repeated_names(chart: Chart) -> Chart:
    """Return the chart without series names if they repeat the names of places: the legend then lists the places."""
    places = [_places(panel) for panel in chart.panels]
    placed = [m for m in chart.marks if m.series >= 0 and 0 <= m.place < len(places[m.panel])]
    same = [m for m in placed if places[m.panel][m.place].text == chart.series[m.series].name]
    if len(same) < max(2, REPEATED * len(placed)):
        return chart
    return replace(chart, series=tuple(replace(series, name="") for series in chart.series))


def _range(panel: PlotArea) -> tuple[float, float] | None:
    if panel.x is None or panel.level:
        return None
    low, high = sorted((panel.x.value(panel.area.x0), panel.x.value(panel.area.x1)))
    return low, high


def _grid(chart: Chart, marks: Sequence[Mark]) -> tuple[Entries, Entries, list[Fact]]:
    places = [
        (number, order)
        for number, panel in enumerate(chart.panels)
        for order in range(max(1, len(_places(panel))))
    ]
    marked = [(m, (m.panel, 0 if not _places(chart.panels[m.panel]) else m.place)) for m in marks]
    places += sorted({place for _, place in marked} - set(places))
    column_of = {place: index for index, place in enumerate(places)}
    columned = [(m, column_of[place]) for m, place in marked]
    merged = _merged_rows(chart, columned)
    errors = _errors(chart, marks)
    facts = [
        _fact(chart, m, merged[m.series], column, m.y, errors[m.panel])
        for m, column in columned
        if m.y is not None
    ]
    kept = sorted(set(merged.values()))
    renumbered = {row: index for index, row in enumerate(kept)}
    facts = _one_each([replace(fact, row=renumbered[fact.row]) for fact in facts])
    if chart.kind == "bar" and _stacked(chart, marks):
        facts += _totals(facts, len(kept), len(places))
        kept.append(-1)
    return _series(chart, kept), _columns(chart, places), facts


def _one_each(facts: Sequence[Fact]) -> list[Fact]:
    """Keep one fact per row and column: a fact with a printed value, or else the largest piece."""
    best: dict[tuple[int, int], Fact] = {}
    for fact in facts:
        other = best.get((fact.row, fact.column))
        if other is None or _weight(fact) > _weight(other):
            best[fact.row, fact.column] = fact
    return list(best.values())


def _weight(fact: Fact) -> tuple[bool, float]:
    return fact.printed, fact.box.width * fact.box.height if fact.box else 0.0


def _merged_rows(chart: Chart, marked: Sequence[tuple[Mark, int]]) -> dict[int, int]:
    """Map each series index (-1 for none) to its row.

    Series without names share a row, unless two of them have a mark at the same place.
    """
    nameless = {m.series for m, _ in marked if m.series < 0 or not chart.series[m.series].name}
    taken = [column for m, column in marked if m.series in nameless]
    rows = {index: index for index in range(len(chart.series))}
    if nameless and not chart.curves and len(taken) == len(set(taken)):
        first = max(0, min(nameless))
        rows |= dict.fromkeys(nameless, first)
        unused = [i for i, s in enumerate(chart.series) if not s.name and i not in nameless]
        rows |= dict.fromkeys(unused, first)
    return rows | {-1: rows.get(-1, 0)}


def _series(chart: Chart, kept: Sequence[int]) -> Entries:
    series = [chart.series[index] if 0 <= index < len(chart.series) else None for index in kept]
    names = tuple(
        FigureName("total") if index < 0 else parse_name(s.name) if s and s.name else _NO_NAME
        for index, s in zip(kept, series, strict=True)
    )
    boxes = tuple(_scaled(s.box, chart) if s and s.name else None for s in series)
    return Entries(
        len(kept),
        (Attribute("series", names, boxes),),
        tuple(_appearance(s.style) if s else None for s in series),
        summary=tuple(index < 0 for index in kept),
    )


def _columns(chart: Chart, places: Sequence[tuple[int, int]]) -> Entries:
    names, boxes, at = [], [], []
    for number, order in places:
        listed = _places(chart.panels[number])
        place = listed[order] if 0 <= order < len(listed) else None
        names.append(parse_name(place.text) if place else _NO_NAME)
        boxes.append(_scaled(place.box, chart) if place else None)
        axis = chart.panels[number].x
        at.append(
            axis.value(place.at) if place and axis is not None and not chart.panels[number].level else None
        )
    first = chart.panels[0] if chart.panels else None
    title = "" if first is None else first.y_title if first.level else first.x_title
    attributes = [Attribute("place", tuple(names), tuple(boxes), title)]
    if len(chart.panels) > 1:
        panel_names = _panel_names(chart.panels)
        titles = tuple(
            parse_name(name) if (name := panel_names[number]) else _NO_NAME for number, _ in places
        )
        attributes.append(Attribute("panel", titles, (None,) * len(titles), "", 1, heading=True))
    return Entries(len(places), tuple(attributes), at=tuple(at), blocks=tuple(number for number, _ in places))


def _points(chart: Chart, marks: Sequence[Mark]) -> tuple[Entries, Entries, list[Fact]]:
    errors = _errors(chart, marks)
    spans = [m.x for m in marks if m.x is not None]
    x_error = MEASURED * (max(spans) - min(spans)) if spans else 0.0
    sizes = [m.size for m in marks if m.size > 0]
    vary = len(sizes) > 2 and max(sizes) > SIZES_VARY * min(sizes)
    facts = []
    for row, mark in enumerate(marks):
        values = [(0, mark.x, x_error), (1, mark.y, errors[mark.panel])]
        if vary:
            values.append((2, mark.size, 0.03 * max(sizes)))
        facts += [_fact(chart, mark, row, column, v, error) for column, v, error in values if v is not None]
    series = [chart.series[m.series] if m.series >= 0 else None for m in marks]
    attributes = []
    if any(m.label for m in marks):
        labels = tuple(parse_name(m.label) if m.label else _NO_NAME for m in marks)
        attributes.append(Attribute("label", labels, _label_boxes(chart, marks)))
    if any(s and s.name for s in series):
        names = tuple(parse_name(s.name) if s and s.name else _NO_NAME for s in series)
        boxes = tuple(_scaled(s.box, chart) if s and s.name else None for s in series)
        attributes.append(Attribute("series", names, boxes, depth=len(attributes), heading=bool(attributes)))
    if len(chart.panels) > 1:
        panel_names = _panel_names(chart.panels)
        titles = tuple(parse_name(panel_names[m.panel]) for m in marks)
        attributes.append(
            Attribute("panel", titles, (None,) * len(titles), depth=len(attributes), heading=True)
        )
    first = chart.panels[0] if chart.panels else None
    names = tuple(parse_name(title) for title in ((first.x_title, first.y_title) if first else ("", "")))
    names += (FigureName("size", ("bubble size", "circle", "bubble")),) if vary else ()
    looks = tuple(_appearance(s.style) if s else None for s in series)
    columns = Entries(len(names), (Attribute("column", names, (None,) * len(names)),))
    return Entries(len(marks), tuple(attributes), looks), columns, facts


def _panel_names(panels: Sequence[PlotArea]) -> list[str]:
    """Return the panel titles, or the titles of the value axes if no panel has a title and all value axes differ."""
    values = [panel.y_title for panel in panels]
    apart = len(set(values)) == len(values) and not any(panel.title for panel in panels)
    return values if apart else [panel.title for panel in panels]


def _label_boxes(chart: Chart, marks: Sequence[Mark]) -> tuple[BBox | None, ...]:
    boxes = {name.text: _scaled(name.box, chart) for name in reversed(chart.names) if name.role == "label"}
    return tuple(boxes.get(mark.label) for mark in marks)


def _fact(chart: Chart, mark: Mark, row: int, column: int, value: float, error: float) -> Fact:
    title = chart.panels[mark.panel].y_title if chart.panels else ""
    unit, factor = _unit(title)
    text = f"{value:g}" if mark.printed else ""
    decimals = len(text.partition(".")[2])
    number = Number(value, text, decimals, 10.0**-decimals if mark.printed else max(error, 1e-12))
    style = chart.series[mark.series].style if mark.series >= 0 else None
    spread = mark.quartiles[1] - mark.quartiles[0] if mark.quartiles else None
    return Fact(
        row,
        column,
        (number,),
        text,
        unit,
        factor,
        spread,
        printed=mark.printed,
        box=_scaled(mark.box, chart),
        appearance=_appearance(style) if style else None,
    )


def _unit(title: str) -> tuple[str, float]:
    match = _UNIT.search(title)
    unit = "" if match is None else match["unit"] or match["percent"] or ""
    return unit, _FACTORS.get(unit.lower().replace(" ", ""), 1.0)


def _errors(chart: Chart, marks: Iterable[Mark]) -> dict[int, float]:
    """Map each panel to its measuring error, a share of the range of its values."""
    values: dict[int, list[float]] = {number: [] for number in range(max(1, len(chart.panels)))}
    for mark in marks:
        if mark.y is not None:
            values.setdefault(mark.panel, []).append(mark.y)
    return {number: MEASURED * (max(v) - min(v)) if v else 0.0 for number, v in values.items()}


def _stacked(chart: Chart, marks: Sequence[Mark]) -> bool:
    """True if bars of different series are stacked at most places with several bars."""
    by_place: dict[tuple[int, int], list[Mark]] = {}
    for mark in marks:
        by_place.setdefault((mark.panel, mark.place), []).append(mark)
    several = [(panel, group) for (panel, _), group in by_place.items() if len(group) > 1]
    stacked = 0
    for panel, group in several:
        level = chart.panels[panel].level
        spans = [(m.box.y0, m.box.y1) if level else (m.box.x0, m.box.x1) for m in group]
        shared = min(end for _, end in spans) - max(start for start, _ in spans)
        stacked += shared > 0.5 * min(end - start for start, end in spans)
    return bool(several) and stacked >= 0.7 * len(several)


def _totals(facts: Sequence[Fact], row: int, columns: int) -> list[Fact]:
    totals = []
    for column in range(columns):
        parts = [fact for fact in facts if fact.column == column and fact.value is not None]
        if len(parts) > 1:
            total = sum(fact.value or 0.0 for fact in parts)
            error = max(fact.numbers[0].step for fact in parts)
            box = parts[0].box
            for part in parts[1:]:
                box = box.union(part.box) if box and part.box else box
            number = Number(total, "", 0, error)
            totals.append(Fact(row, column, (number,), "", parts[0].unit, parts[0].factor, None, False, box))
    return totals


def _places(panel: PlotArea) -> Sequence[Category]:
    return panel.rows if panel.level else panel.columns


def _appearance(style: Style) -> Appearance:
    return Appearance(style.color, style.dash, style.marker, style.hollow, style.hatched)


def _scaled(box: BBox, chart: Chart) -> BBox:
    return scaled_box(box, 1.0 / chart.scale)
