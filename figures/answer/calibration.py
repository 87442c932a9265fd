"""Calibrate the probability of a reading by how completely the figure was read and what its shares have been worth.

The curves were fitted by training/recipes/figure_probabilities.py to 2,705 answers on figures of seventeen programs,
as pictures and PDFs, and of papers. Charts and diagrams read from paths are right where pixels leave doubt, and
lines, points and radars are read worse from pixels than bars, slices, boxes and cells with the same share. Programs
differ most between probabilities of .6 and .85, where the curves stay at .6: a wrong name must not look certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ..types import Entity, FigureData
from .entities import proper

LIKE_A_NAME = 0.45  # `proper` of a text that is a name rather than a remark
LONGEST = 30  # characters of a name
# Quality of a diagram whose nodes are all joined, read from pixels, and of one with a loose node: of 940 answers
# on diagrams of thirteen programs that were given with .95, .97 were right from paths, .92 from pixels, .55 with a loose node.
DRAWN, LOOSE = 0.88, 0.6
NAMELESS = 3  # power of the share of the series with names: of one without, the name may have gone to another
NAMED_PLACES = 0.7  # quality of lines over names: of 41 answers that took bars for such lines .27 were right
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
TIED = 1e-6  # names whose shares differ by no more tie
STROKED = {"line", "scatter", "radar"}


def reading_quality(data: FigureData) -> float:
    """Return 0..1: how complete the data of a drawing is; 1 for tables.

    Signs of a wrong reading are names that belong to nothing (a legend that was not understood, a node that no line
    reaches), rows without names and places without values.
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
    """Texts of a chart that are named like its series without being one, "beam=1" beside "beam=2": series that were not found."""
    names = {n.text for a in data.rows.attributes if a.role == "series" for n in a.names if n.text}
    forms = {form for name in names if (form := _NUMBER.sub("0", name)) != name}
    others = dict.fromkeys(name.text for name in data.others if name.text not in names)
    return [text for text in others if _NUMBER.sub("0", text) in forms]


def lacks_most_series(data: FigureData) -> bool:
    """True for lines traced in pixels most of whose names have no line: the traces run from one line to the next."""
    return data.kind == "line" and not data.exact and len(missing_series(data)) >= data.rows.count


def _share_of_series(data: FigureData) -> float:
    """Square of the share of the series that were found."""
    missing = len(missing_series(data))
    return (data.rows.count / (data.rows.count + missing)) ** 2


def _has_lines_over_names(data: FigureData) -> bool:
    """True for lines traced in pixels over names instead of numbers: often the tops of bars or boxes that were not found."""
    return (
        data.kind == "line"
        and not data.exact
        and bool(data.columns.at)
        and not any(at is not None for at in data.columns.at)
    )


def calibrate(entities: Sequence[Entity], data: FigureData, *, together: bool = True) -> tuple[Entity, ...]:
    """Return the entities with the probability of the first calibrated; the others share what is left as before.

    Names that tie with the first answer `together` ("Which methods come under X?"), each with the probability that belongs to the
    share of them all, or else are alternatives, of which one is right.
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
    """Number of names with the probability of the first; 0 without names."""
    return sum(entity.probability >= entities[0].probability - TIED for entity in entities)


def find_group(data: FigureData) -> Group:
    """The figures whose readings are right equally often where their shares are the same."""
    if data.kind == "table":
        return "table"
    if data.kind == "diagram":
        return "diagram paths" if data.exact else "diagram"
    return "paths" if data.exact else "strokes" if data.kind in STROKED else "areas"


def interpolate(share: float, curve: Sequence[float]) -> float:
    """The probability of a share, linear between those at SHARES."""
    return float(np.interp(share, SHARES, curve))
