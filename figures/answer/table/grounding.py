"""What only the table can tell about the wording of a question."""

from __future__ import annotations

from dataclasses import replace

from ...question.label_match import bare_name, named_by
from ...question.operations import Adjacent, Operation
from ...question.parser import Question
from ...table.types import Table
from .views import TableView, views_of


def without_mistaken_places(table: Table, question: Question) -> Question:
    """`question` without the places that are none: in "the best score under WMT" WMT may be a column, not a row."""
    views = [view for view in views_of(table) if view.size]
    kept = tuple(op for op in question.operations if not _is_mistaken(op, views))
    return question if len(kept) == len(question.operations) else replace(question, operations=kept)


def _is_mistaken(operation: Operation, views: list[TableView]) -> bool:
    """Whether a place above or below something names a column and no row."""
    if not isinstance(operation, Adjacent) or operation.side not in {"above", "below"}:
        return False
    upright = [view for view in views if not view.across]
    rows = [bare_name(label) for view in upright for entity in view.attributes for label in entity.labels]
    columns = [bare_name(label) for view in upright for field in view.fields for label in field.labels]
    return not named_by(operation.name, rows) and bool(named_by(operation.name, columns))
