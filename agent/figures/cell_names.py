"""Find the names of the row and the column of the cell from which an answer was read."""

from __future__ import annotations

from ...figures.types import Entries
from ..session import Session
from ..types import Answer
from .paper_figures import figure_by_id


def name_cells(session: Session, answer: Answer) -> tuple[str, str]:
    """Return the names of the row and the column of the table cell that answers; ("", "") if the answer is not from one
    cell."""
    figure = figure_by_id(session.cluster, answer.anchor, answer.figure)
    reading = answer.reading
    if figure is None or figure.kind != "table" or reading is None:
        return "", ""
    data = session.figure_data(answer.anchor, figure)
    used = {reading.value_box} if reading.value_box else set(reading.evidence)
    facts = [fact for fact in data.facts if fact.box in used] if data and data.kind == "table" else []
    if data is None or len(facts) != 1:
        return "", ""
    return _name(data.rows, facts[0].row), _name(data.columns, facts[0].column)


def _name(entries: Entries, index: int) -> str:
    """Return the name of a row or column; if it has several, the name closest to the values. "" if it has no name."""
    attributes = sorted(entries.attributes, key=lambda attribute: (attribute.heading, attribute.depth))
    names = (a.names[index].text for a in attributes if index < len(a.names))
    return next(filter(None, names), "")
