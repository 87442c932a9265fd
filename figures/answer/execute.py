"""Answer a question from figure data. Every kind of name it may ask for is tried, and the results are merged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...papers.types import BBox
from ..label_match import match_names, tokens
from ..numbers import Number
from ..operations import (
    Adjacent,
    AtPosition,
    AtSide,
    Between,
    Compare,
    Equals,
    Extreme,
    Operation,
    StyleFilter,
)
from ..request import FigureRequest
from ..types import Attribute, Entity, FigureData, FigureName, Reading
from .calibration import TIED, calibrate, lacks_most_series, missing_series, reading_quality
from .cell_shares import CellValue
from .cells import find_value
from .diagram_values import find_diagram_value
from .diagrams import select_nodes
from .entities import entity_weights, groups_entries, naming_attribute, proper
from .restriction.confusion import is_confusion_matrix, restrict_to_class
from .restriction.named_panel import restrict_to_panel
from .restriction.x_positions import restrict_to_x
from .select import select
from .views import View, build_views

TRUST = 0.93  # most probability for the names that the operations select; the rest goes to all names of the figure
HALF_TRUST = 0.05  # total weight of the selected names at which they get half of TRUST
TEXT_INSTEAD = 0.3  # weight of an answer from the texts of a table if the operations select nothing
UNLIKELY = 0.1  # a drawing is not answered if the selected names have less total weight
OTHERS = 0.05  # share of the prior for titles, ticks and other texts of a drawing


@dataclass(frozen=True, slots=True)
class Belief:
    """Weights of names.

    `selected` is what the operations select (total 0..1), and `prior` is independent of the operations (sums to 1).
    `evidence` holds the boxes that support the selection.
    """

    selected: Mapping[str, float]
    prior: Mapping[str, float]
    evidence: tuple[BBox, ...]


def answer_question(data: FigureData, question: FigureRequest, *, calibrated: bool = True) -> Reading:
    """Answer `question` with names of the figure and their probabilities.

    Without `calibrated`, the probabilities are the shares of the evidence. If no operation can be carried out, the
    reading abstains and its entities are the prior over all names.
    """
    if data.kind == "diagram":
        return _answer_diagram(data, question, calibrated)
    if is_confusion_matrix(data):
        data, question = restrict_to_class(data, question)
    data, question = restrict_to_panel(data, question)
    question = _with_ranks(data, _with_comparison(data, question))
    if "course" not in question.cues:
        narrowed = restrict_to_x(data, question)
        if not _asks_between(question) or find_value(*narrowed) is not None:
            data, question = narrowed
    views = [view for view in build_views(data) if view.items.count]
    question = _without_mistaken_places(data, views, question)
    is_unread = lacks_most_series(data)
    value = None if is_unread else find_value(data, question)
    belief = _believe(data, views, question)
    total = 0.0 if is_unread or _lacks_choices(data, question) else sum(belief.selected.values())
    if not total and question.operations and data.kind == "table":
        belief = _believe(data, views, replace(question, operations=()))
        total = TEXT_INSTEAD * sum(belief.selected.values())
    reading = _reading(data, belief, total, question, calibrated)
    return _with_value(reading, data, value, question) if value else reading


def _with_ranks(data: FigureData, question: FigureRequest) -> FigureRequest:
    """Turn positions among curves into ranks: "at the bottom" is the lowest value, "the top line" the highest.

    Positions stay positions if the question mentions the legend, which may have any order.
    """
    if data.kind != "line" or "legend" in question.cues:
        return question
    operations = tuple(
        Extreme("max" if op.index > 0 else "min", abs(op.index), op.span, about=op.about)
        if isinstance(op, AtPosition) and op.item == "row"
        else op
        for op in question.operations
    )
    return replace(question, operations=operations)


def _with_comparison(data: FigureData, question: FigureRequest) -> FigureRequest:
    """Turn the verdict question "is A above B?" about marks into a comparison of their values."""
    if data.kind not in ("line", "bar", "scatter", "box") or question.wants != "verdict":
        return question
    operations = tuple(
        Compare("above" if op.side == "above" else "below", op.name, op.span, about=op.about)
        if isinstance(op, Adjacent) and op.side in ("above", "below")
        else op
        for op in question.operations
    )
    return replace(question, operations=operations)


def _asks_between(question: FigureRequest) -> bool:
    """True for the difference or ratio between two positions: "how much is lost from 0.3 to 0.4"."""
    return question.wants in ("difference", "ratio") and any(
        isinstance(op, Between) and isinstance(op.one, Number) for op in question.operations
    )


def _lacks_choices(data: FigureData, question: FigureRequest) -> bool:
    """True if the question offers a choice of names and the chart has fewer than two of these names.

    No other name can then be the answer.
    """
    if data.kind == "table" or not question.among:
        return False
    sides = [[n.text for n in a.names] for side in (data.rows, data.columns) for a in side.attributes]
    return all(sum(bool(match_names(name, labels)) for name in question.among) < 2 for labels in sides)


def _answer_diagram(data: FigureData, question: FigureRequest, calibrated: bool) -> Reading:
    """Answer from the relationships in the diagram, or else from the styles and positions of its nodes."""
    names = data.rows.attributes[0] if data.rows.attributes else Attribute("node", (), ())
    rows = select_nodes(data, question)
    shares = [1 / len(rows) if row in rows else 0.0 for row in range(data.rows.count)] if rows else []
    if not rows:
        drawn = tuple(op for op in question.operations if isinstance(op, StyleFilter | AtSide))
        view = build_views(data)[0]
        shares = list(select(data, view, names, replace(question, operations=drawn)).items)
        shares = shares if sum(shares) else []
    inner = {edge.source for edge in data.edges if edge.kind == "child"}
    weights: dict[str, float] = {}
    for row, name in enumerate(names.names):
        weight = (0.3 if row in inner else 1.0) * (0.1 + proper(name.text))
        weights[name.text] = max(weight, weights.get(name.text, 0.0))
    total = sum(weights.values())
    prior = {name: weight / total for name, weight in weights.items()}
    boxes = tuple(
        dict.fromkeys(box for box, share in zip(names.boxes, shares, strict=False) if box and share > 0.1)
    )
    belief = Belief(_by_name(names, shares) if shares else {}, prior, boxes)
    reading = _reading(data, belief, 1.0 if shares else 0.0, question, calibrated)
    value = find_diagram_value(data, question)
    return _with_value(reading, data, value, question) if value else reading


def _believe(data: FigureData, views: Sequence[View], question: FigureRequest) -> Belief:
    candidates = [
        (view, attribute, weight)
        for view in views
        for attribute, weight in zip(view.items.attributes, entity_weights(view, question, data), strict=True)
        if weight > 0
    ]
    total = sum(weight for _, _, weight in candidates)
    selected: dict[str, float] = {}
    prior: dict[str, float] = {}
    evidence: list[tuple[float, BBox]] = []
    for view, attribute, weight in candidates:
        _add(prior, _flat(attribute, data), weight / total)
        share = select(data, view, attribute, question)
        part = share.strength if data.kind == "table" else float(share.strength > 0)
        _add(selected, _by_name(attribute, share.items), part * weight / total)
        evidence += [(part * weight * amount, box) for amount, box in share.evidence]
    missing = missing_series(data)
    if missing and prior:
        unread = len(missing) / (len(missing) + data.rows.count)
        prior = {name: (1 - unread) * part for name, part in prior.items()}
        _add(prior, dict.fromkeys(missing, 1 / len(missing)), unread)
    others = [name.text for name in data.others]
    if others:
        prior = {name: (1 - OTHERS) * share for name, share in prior.items()}
        _add(prior, {name: 1 / len(others) for name in others}, OTHERS if prior else 1.0)
    best = max((weight for weight, _ in evidence), default=0.0)
    boxes = tuple(dict.fromkeys(box for weight, box in evidence if weight > 0.3 * best))
    return Belief(selected, prior, boxes)


def _flat(attribute: Attribute, data: FigureData) -> dict[str, float]:
    names = list(dict.fromkeys(name.text for name in attribute.names if name.text))
    if data.kind == "table":
        return {name: 1 / len(names) for name in names}
    likeness = {name: 0.1 + proper(name) for name in names}
    total = sum(likeness.values())
    return {name: share / total for name, share in likeness.items()}


def _by_name(attribute: Attribute, items: Sequence[float]) -> dict[str, float]:
    shares: dict[str, float] = {}
    for name, share in zip(attribute.names, items, strict=True):
        if name.text and share > 0:
            shares[name.text] = shares.get(name.text, 0.0) + share
    return shares


def _add(total: dict[str, float], shares: Mapping[str, float], factor: float) -> None:
    for name, share in shares.items():
        total[name] = total.get(name, 0.0) + factor * share


def _without_mistaken_places(
    data: FigureData, views: Sequence[View], question: FigureRequest
) -> FigureRequest:
    """Drop operations that misread a name as a position or a value.

    In "the best score under WMT", WMT may be a column or a group and not a row above. "50%" is no value if a column
    has this title. In a chart, neighbors count only if the question neither ranks nor compares.
    """
    alone = all(isinstance(op, Adjacent | AtPosition | StyleFilter) for op in question.operations)
    kept = tuple(
        op
        for op in question.operations
        if not _is_mistaken(op, views) and (data.kind == "table" or alone or not isinstance(op, Adjacent))
    )
    return question if len(kept) == len(question.operations) else replace(question, operations=kept)


def _is_mistaken(operation: Operation, views: Sequence[View]) -> bool:
    upright = [view for view in views if not view.across]
    if isinstance(operation, Equals):
        titles = [tokens(name.text) for view in upright for a in view.fields.attributes for name in a.names]
        return tokens(operation.value.text) in titles
    if not isinstance(operation, Adjacent) or operation.side not in {"above", "below"}:
        return False
    rows, parts = list[str](), list[str]()
    for attribute in (a for view in upright for a in view.items.attributes):
        (parts if groups_entries(attribute) else rows).extend(name.text for name in attribute.names)
    parts += [name.text for view in upright for a in view.fields.attributes for name in a.names]
    found, part = match_names(operation.name, rows), match_names(operation.name, parts)
    return max(part.values(), default=0.0) > max(found.values(), default=0.0)


def _reading(
    data: FigureData, belief: Belief, total: float, question: FigureRequest, calibrated: bool
) -> Reading:
    abstained = (
        total <= 0
        or (data.kind != "table" and "course" in question.cues)
        or (data.kind != "table" and total < UNLIKELY)
    )
    trust = 0.0 if abstained else reading_quality(data) * TRUST * total / (total + HALF_TRUST)
    shares: dict[str, float] = {}
    scale = sum(belief.selected.values()) or 1.0
    _add(shares, belief.selected, trust / scale)
    _add(shares, belief.prior, 1.0 - trust)
    markers = _markers(data)
    levelled = shares | _level(belief.selected, shares)
    ranked = sorted(levelled.items(), key=lambda item: (-item[1], -shares[item[0]], item[0]))
    entities = tuple(Entity(text, round(p, 6), markers.get(text, ())) for text, p in ranked if p > 1e-6)
    if calibrated and not abstained:
        entities = calibrate(
            entities, data, together=data.kind in {"table", "diagram"} or _asks_for_several(question)
        )
    return Reading(entities, question.kind, () if abstained else belief.evidence, abstained)


def _level(selected: Mapping[str, float], shares: Mapping[str, float]) -> dict[str, float]:
    """Map each of the most strongly selected names to the mean of their shares, so that the prior does not break their
    tie.
    """
    top = max(selected.values(), default=0.0)
    tied = [name for name, share in selected.items() if share >= top - TIED > 0]
    return dict.fromkeys(tied, sum(shares[name] for name in tied) / max(1, len(tied)))


def _asks_for_several(question: FigureRequest) -> bool:
    """True for "which methods". For "which method", names of a drawing that tie are alternatives, because one was
    misread.
    """
    return re.search(r"[^su]s$|\b(?:two|both|all)\b", question.asked.lower()) is not None


def _with_value(reading: Reading, data: FigureData, value: CellValue, question: FigureRequest) -> Reading:
    """Return the reading with the value. The names of its rows come first, because the question states them."""
    naming = naming_attribute(data.rows)
    names = [naming.names[row].text for row in value.rows if naming and naming.names[row].text]
    shares = {entity.text: (1 - value.confidence) * entity.probability for entity in reading.entities}
    for name in names:
        shares[name] = shares.get(name, 0.0) + value.confidence / len(names)
    markers = _markers(data)
    ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    entities = tuple(Entity(text, round(p, 6), markers.get(text, ())) for text, p in ranked if p > 1e-6)
    return Reading(
        entities if names else reading.entities,
        question.wants,
        value.boxes or reading.evidence,
        abstained=False,
        value=value.text,
        unit=value.unit,
        value_box=value.box,
    )


def _markers(data: FigureData) -> dict[str, tuple[str, ...]]:
    names: list[FigureName] = [
        n for side in (data.rows, data.columns) for a in side.attributes for n in a.names
    ]
    return {name.text: name.markers for name in names if name.markers}
