"""The sentences that a figure states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from ..answer.restriction.by_panel import split_panels
from ..types import FigureData, FigureImage
from .axes import find_ranges, state_axes
from .diagrams import state_diagram
from .layout import state_layout, state_lines
from .marks import state_cells, state_points, state_slices
from .plots import state_lists, state_series
from .styles import state_styles
from .texts import DrawnText, read_drawn_lines, read_drawn_texts
from .types import FigureStatement

_CHARTS = ("line", "bar", "box", "radar", "scatter", "pie", "heatmap")
_WITHOUT_AXES = ("radar", "pie", "heatmap")
MOST = 150  # sentences of one figure


def state_figure(figure: FigureImage, data: FigureData | None) -> tuple[FigureStatement, ...]:
    """At most MOST different sentences that the figure states, always in the same order; `data` is what was read from it."""
    has_words = bool(figure.words) or (figure.drawing is not None and bool(figure.drawing.texts))
    texts, lines = (read_drawn_texts(figure), read_drawn_lines(figure)) if has_words else ([], [])
    return state_data(data, texts, lines)


def state_data(
    data: FigureData | None, texts: Sequence[DrawnText], lines: Sequence[DrawnText]
) -> tuple[FigureStatement, ...]:
    """The sentences of the data and of the texts of a figure: of what is not a chart, also by the places of its texts."""
    found = [*(_state_chart(data) if data is not None and data.kind in _CHARTS else ())]
    axes = [*state_axes(data, lines)]
    if found and (data is None or data.kind in _WITHOUT_AXES or find_ranges(lines, upright=True)):
        found = [*axes, *found]
    else:
        diagram = state_diagram(data) if data is not None and data.kind == "diagram" else ()
        found = [*diagram, *state_layout(data, texts, lines), *axes, *found]
    distinct = {statement.text: statement for statement in reversed([*found[:MOST], *state_lines(lines)])}
    return tuple(list(distinct.values())[::-1][:MOST])


def _state_chart(data: FigureData) -> Iterator[FigureStatement]:
    yield from chain(state_lists(data), state_styles(data))
    panels = split_panels(data)
    for title, panel in panels:
        for statement in _state_panel(panel):
            text = f"{statement.text[:-1]} in {title}." if title and len(panels) > 1 else statement.text
            yield replace(statement, text=text)


def _state_panel(data: FigureData) -> Iterator[FigureStatement]:
    if data.kind in ("line", "bar", "box", "radar"):
        yield from state_series(data)
    elif data.kind == "scatter":
        yield from state_points(data)
    elif data.kind == "pie":
        yield from state_slices(data)
    elif data.kind == "heatmap":
        yield from state_cells(data)
