"""Calibrate the probability of a reading by how completely the figure was read, and by how often equal shares were
right.

The curves were fitted by training/recipes/figure_probabilities.py to 2,705 answers about figures, both from papers
and drawn by seventeen programs, as images and as PDFs. Charts and diagrams read from vector paths are more reliable
than from pixels. At the same share, lines, points and radar charts are read less reliably from pixels than bars,
slices, boxes and cells. Programs differ most between probabilities of .6 and .85. There the curves stay at .6, so
that a wrong name does not look certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ..types import Entity, FigureData
from .entities import proper

LIKE_A_NAME = 0.45  # least `proper` score of a text that is a name rather than a remark
LONGEST = 30  # characters of a name
# Quality of a diagram read from pixels if every node is connected (DRAWN), and of a diagram with an unconnected node
# (LOOSE).
# 940 answers about diagrams of thirteen programs had probability .95: .97 were right from paths, .92 from pixels, .55
# if LOOSE.
DRAWN, LOOSE = 0.88, 0.6
NAMELESS = 3  # exponent for the share of series with names; the name of a nameless series may belong to another series
# Quality of lines over an axis of names: .27 of 41 answers were right where bars were taken for lines
NAMED_PLACES = 0.7
Group = Literal["table", "diagram", "diagram paths", "paths", "strokes", "areas"]
SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0)
# Probability that the first name is right at these shares.
RIGHT: dict[Group, tuple[float, ...]] = {
    "table": (0.0, 0.04, 0.14, 0.24, 0.45, 0.53, 0.6, 0.94, 0.98, 0.98, 0.98, 0.98, 0.98),
    "diagram": (0.0, 0.04, 0.14, 0.28, 0.54, 0.59, 0.6, 0.6, 0.93, 0.94, 0.95, 0.97, 0.98),
    "diagram paths": (0.0, 0.04, 0.14, 0.28, 0.37, 0.46, 0.6, 0.89, 0.92, 0.93, 0.94, 0.97, 0.98),
    "paths": (0.0, 0.04, 0.14, 0.16, 0.27, 0.42, 0.88, 0.95, 0.96, 0.96, 0.98, 0.98, 0.98),
    "strokes": (0.0, 0.04, 0.12, 0.24, 0.48, 0.6, 0.6, 0.6, 0.87, 0.89, 0.93, 0.98, 0.98),
    "areas": (0.0, 0.04, 0.09, 0.28, 0.45, 0.6, 0.6, 0.6, 0.6, 0.94, 0.98, 0.98, 0.98),
}  # fmt: skip
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
TIED = 1e-6  # names tie if their shares differ by no more than this
STROKED = {"line", "scatter", "radar"}


def reading_quality(data: FigureData) -> float:
    """Return how completely a drawing was read, 0..1; 1 for tables.

    Signs of a wrong reading are names that belong to nothing (a misread legend, a node without edges), rows without
    names and positions without values.
    """
    if data.kind == "table" or not data.rows.count:
        return 1.0
    if data.kind == "diagram":
        joined = {data.rows.blocks[end] for edge in data.edges for end in (edge.source, edge.target)}
        return (1.0 if data.exact else DRAWN) if joined >= set(data.rows.blocks) else LOOSE
    names = {n.text for side in (data.rows, data.columns) for a in side.attributes for n in a.names if n.text}
    titles = {data.x_title, data.y_title}
    unbound = [n.text for n in data.others if proper(n.text) >= LIKE_A_NAME and len(n.text) < LONGEST]
    loose = len([text for text in unbound if text not in titles])
    bound = len(names) / max(1, len(names) + loose)
    named = [any(a.names[row].text for a in data.rows.attributes) for row in range(data.rows.count)]
    labeled = 1.0 if data.rows.count == 1 else (sum(named) / data.rows.count) ** NAMELESS
    filled = len({(f.row, f.column) for f in data.facts}) / max(1, data.rows.count * data.columns.count)
    quality = bound**2 * (0.3 + 0.7 * labeled) * (1.0 if data.kind == "scatter" else 0.4 + 0.6 * filled)
    quality *= _share_of_series(data)
    return quality * (NAMED_PLACES if _has_lines_over_names(data) else 1.0)


def missing_series(data: FigureData) -> list[str]:
    """Return the texts that look like series names of the chart but have no series: "beam=1" next to the series
    "beam=2".
    """
    names = {n.text for a in data.rows.attributes if a.role == "series" for n in a.names if n.text}
    forms = {form for name in names if (form := _NUMBER.sub("0", name)) != name}
    others = dict.fromkeys(name.text for name in data.others if name.text not in names)
    return [text for text in others if _NUMBER.sub("0", text) in forms]


def lacks_most_series(data: FigureData) -> bool:
    """True for lines traced in pixels if at least half of the series names have no line. The traces then jump between
    lines.
    """
    return data.kind == "line" and not data.exact and len(missing_series(data)) >= data.rows.count


def _share_of_series(data: FigureData) -> float:
    """Return the square of the share of series that were found."""
    missing = len(missing_series(data))
    return (data.rows.count / (data.rows.count + missing)) ** 2


def _has_lines_over_names(data: FigureData) -> bool:
    """True for lines traced in pixels over an axis of names. Such lines are often the tops of bars or boxes that were
    missed.
    """
    return (
        data.kind == "line"
        and not data.exact
        and bool(data.columns.at)
        and not any(at is not None for at in data.columns.at)
    )


def calibrate(entities: Sequence[Entity], data: FigureData, *, together: bool = True) -> tuple[Entity, ...]:
    """Return the entities with calibrated probabilities; entities after the first keep their ratio to each other.

    Several names may tie with the first. If `together`, they are all answers ("Which methods come under X?") and
    get the probability that belongs to their summed share. Otherwise they are alternatives and only one of them is
    right.
    """
    if not entities:
        return ()
    ties = count_ties(entities)
    answers = 1 if together else ties
    share = min(1.0, ties * entities[0].probability / answers)
    first = min(interpolate(share, RIGHT[find_group(data)]), 1.0 / answers)
    rest = sum(entity.probability for entity in entities[ties:])
    factor = (1.0 - answers * first) / rest if rest > 0 else 0.0
    return tuple(
        replace(
            entity, probability=round(first if order < ties else min(first, factor * entity.probability), 6)
        )
        for order, entity in enumerate(entities)
    )


def count_ties(entities: Sequence[Entity]) -> int:
    """Return how many entities have the same probability as the first; 0 without entities."""
    return sum(entity.probability >= entities[0].probability - TIED for entity in entities)


def find_group(data: FigureData) -> Group:
    """Return the group of figures whose readings are equally reliable at the same share."""
    if data.kind == "table":
        return "table"
    if data.kind == "diagram":
        return "diagram paths" if data.exact else "diagram"
    return "paths" if data.exact else "strokes" if data.kind in STROKED else "areas"


def interpolate(share: float, curve: Sequence[float]) -> float:
    """Return the probability of a share, by linear interpolation of `curve` at SHARES."""
    return float(np.interp(share, SHARES, curve))
