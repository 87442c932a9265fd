"""Calibrate the probability of a reading by how completely the figure was read and what its shares have been worth.

The knots follow isotonic regressions of right (0 or 1) on the raw share of the first name: those of tables and diagrams over
1,300 questions of development figures (this repository's generator, gnuplot, R, forest and TikZ as pictures and PDFs, figures
of papers), those of charts over 3,100 answers on charts of thirteen programs as pictures and 1,000 as PDFs. Charts read from
paths are right where pixels leave doubt, and lines, points and radars are read worse from pixels than bars, slices, boxes and
cells with the same share. Between shares of .6 and .7 the knots stay at .6: there programs differ most, and a wrong name must
not look certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..types import Entity, FigureData
from .entities import proper

LIKE_A_NAME = 0.45  # `proper` of a text that is a name rather than a remark
LONGEST = 30  # characters of a name
# Quality of a diagram whose nodes are all joined, read from pixels, and of one with a loose node: of 940 answers
# on diagrams of thirteen programs that were given with .95, .97 were right from paths, .92 from pixels, .55 with a loose node.
DRAWN, LOOSE = 0.88, 0.6
NAMED_PLACES = 0.7  # quality of lines over names: of 41 answers that took bars for such lines .27 were right
# Raw share of the most probable name -> probability that it is right, linear between the knots.
TABLES = ((0.0, 0.02), (0.2, 0.4), (0.5, 0.52), (0.65, 0.75), (0.75, 0.93), (0.85, 0.96), (1.0, 0.97))
DIAGRAMS = (
    (0.0, 0.02), (0.2, 0.1), (0.35, 0.35), (0.5, 0.5), (0.65, 0.65), (0.7, 0.78), (0.75, 0.88), (0.85, 0.93), (1.0, 0.95),
)  # fmt: skip
PATHS = (
    (0.0, 0.02), (0.2, 0.1), (0.35, 0.3), (0.5, 0.55), (0.63, 0.6), (0.7, 0.8), (0.78, 0.95), (0.85, 0.98), (1.0, 0.98),
)  # fmt: skip
STROKES = (
    (0.0, 0.02), (0.2, 0.1), (0.35, 0.33), (0.5, 0.46), (0.57, 0.57), (0.67, 0.6), (0.7, 0.72), (0.75, 0.77),
    (0.85, 0.86), (1.0, 0.96),
)  # fmt: skip
AREAS = (
    (0.0, 0.02), (0.2, 0.2), (0.5, 0.4), (0.62, 0.48), (0.67, 0.6), (0.7, 0.72), (0.75, 0.8), (0.83, 0.93),
    (0.9, 0.97), (1.0, 0.98),
)  # fmt: skip
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
    labelled = 1.0 if data.rows.count == 1 else sum(named) / data.rows.count
    filled = len({(f.row, f.column) for f in data.facts}) / max(1, data.rows.count * data.columns.count)
    quality = bound**2 * (0.3 + 0.7 * labelled) * (1.0 if data.kind == "scatter" else 0.4 + 0.6 * filled)
    return quality * (NAMED_PLACES if _has_lines_over_names(data) else 1.0)


def _has_lines_over_names(data: FigureData) -> bool:
    """True for lines traced in pixels over names instead of numbers: often the tops of bars or boxes that were not found."""
    return (
        data.kind == "line"
        and not data.exact
        and bool(data.columns.at)
        and not any(at is not None for at in data.columns.at)
    )


def calibrate(entities: Sequence[Entity], data: FigureData) -> tuple[Entity, ...]:
    """Return the entities with the probability of the first calibrated; the others share what is left as before.

    Names that tie with the first get the same probability as it.
    """
    if not entities:
        return ()
    raw = entities[0].probability
    ties = sum(entity.probability >= raw - 1e-6 for entity in entities)
    first = min(_interpolate(raw, _knots(data)), 1.0 / ties)
    rest = sum(entity.probability for entity in entities[ties:])
    factor = (1.0 - ties * first) / rest if rest > 0 else 0.0
    return tuple(
        replace(
            entity, probability=round(first if order < ties else min(first, factor * entity.probability), 6)
        )
        for order, entity in enumerate(entities)
    )


def _knots(data: FigureData) -> Sequence[tuple[float, float]]:
    if data.kind == "table":
        return TABLES
    if data.exact:
        return PATHS
    if data.kind == "diagram":
        return DIAGRAMS
    return STROKES if data.kind in STROKED else AREAS


def _interpolate(raw: float, knots: Sequence[tuple[float, float]]) -> float:
    for (low, at_low), (high, at_high) in pairwise(knots):
        if raw <= high:
            return at_low + (at_high - at_low) * (raw - low) / (high - low)
    return knots[-1][1]
