"""Follow-ups about the cells of the table or chart that the last answer was read from."""

from __future__ import annotations

from dataclasses import replace

from ...papers.captions import figure_label
from ...retrieval.figure_selection import same_label
from ..figures.paper_figures import figure_by_id, labelled_figure, table_parts
from ..relevance.small_talk import is_small_talk
from ..session import Session
from .cell_request import CellRequest, edit_request, find_request, move_request, names_extreme_alone
from .ellipsis import is_bare, without_lead
from .followup import is_complete, lacks_antecedent
from .types import ConversationRecord, Turn


def edit_cells(session: Session, record: ConversationRecord, question: str, base: Turn) -> CellRequest | None:
    """The cells that `base` asks for, with what the follow-up `question` names in place of its own; None if it is no such
    follow-up.

    Raises UsageError if it names a table that the paper does not have.
    """
    plain = question.rstrip("?. !")
    text = without_lead(plain)
    leads = len(text) < len(plain)
    has_verb = is_complete(text)
    is_alone = has_verb and not (leads or lacks_antecedent(text) or names_extreme_alone(text))
    if is_alone or is_bare(question) or record.image:
        return None
    request = base.cells or cells_of(session, base)
    if request is None or not session.cluster.has_paper(request.anchor):
        return None
    if record.figure and not same_label(record.figure, request.label):
        return None
    paper = session.cluster.paper(request.anchor)
    label = figure_label(text)
    figure = labelled_figure(session.cluster, paper, label or request.label)
    for part in table_parts(paper, figure):
        data = session.figure_data(paper.id, part)
        if data is None:
            continue
        moved = move_request(request, figure.label, data) if label else request
        edited = edit_request(moved or request, text, data, has_verb=has_verb)
        if edited and not edited.is_open and (moved or edited != request):
            return replace(edited, label=figure.label)
    return None


def cells_of(session: Session, turn: Turn) -> CellRequest | None:
    """The cells that `turn` asks for of the table or chart that its answer was read from; None if there is none."""
    answer = turn.answer
    figure = figure_by_id(session.cluster, answer.anchor, answer.figure)
    if figure is None:
        return None
    data = session.figure_data(answer.anchor, figure)
    return find_request(turn.complete or turn.question, answer, figure.label, data) if data else None


def refuse_unknown_name(session: Session, question: str, base: Turn) -> str:
    """A line for a name alone that the last table lacks; "" for any other question."""
    text = without_lead(question.rstrip("?. !"))
    if not names_figure(base) or is_complete(text) or is_small_talk(question) or is_bare(question):
        return ""
    figure = figure_by_id(session.cluster, base.answer.anchor, base.answer.figure)
    if figure is None:
        return ""
    title = session.cluster.paper(base.answer.anchor).title
    label = figure_label(question) or figure.label
    return f'{label} of "{title}" has nothing of that name; write the whole question.'


def names_figure(turn: Turn) -> bool:
    """True if the question of `turn` is about a figure that it names or that the user selected."""
    return bool(turn.cells or (turn.answer.figure and figure_label(turn.question)))
