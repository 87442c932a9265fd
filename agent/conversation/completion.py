"""The whole question that a follow-up stands for, by the turns before it, and the check of an answer to a bare "why?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyse
from ...papers.captions import FIGURE_LABEL, figure_label
from ..relevance.question_terms import GENERIC
from ..relevance.question_type import answer_type, has_answer_type
from ..relevance.small_talk import is_small_talk
from ..types import Answer
from .cell_followup import names_figure
from .cell_request import CellRequest
from .ellipsis import asks_for_paper, complete_question, find_slot, without_lead
from .followup import is_complete, lacks_antecedent
from .topic import describe_paper, find_topic
from .types import UNDERSTOOD_AS, Turn

_RECENT = 3  # turns among which another condition looks for its place
_NO_REASON = "No sentence in the papers of the last answer clearly gives a reason."


def find_base(question: str, turns: Sequence[Turn]) -> Turn | None:
    """The last turn whose question was asked as a whole; those that could not be completed are passed over.

    For another condition ("and on SQuAD?"), the last of a few that have such a condition, if there is one.
    """
    whole = [
        turn
        for turn in reversed(turns)
        if turn.complete or turn.answer.status == "answered" or _is_whole(turn.question)
    ]
    last = next(iter(whole), None)
    if last is None or last.cells:
        return last
    fitting = (turn for turn in whole[:_RECENT] if find_slot(question, turn.complete or turn.question))
    return next(fitting, last)


def complete_followup(question: str, base: Turn, turns: Sequence[Turn], index: SubjectIndex) -> str:
    """`question` with what it leaves out taken from `base`, or the paper from the last of `turns` that is about one; "" if that
    is none.

    After a question about a named figure, only what is asked of its paper, and another figure: other names would be those of the
    figure.
    """
    answer, previous = base.answer, base.complete or base.question
    if _names_only_figure(question):
        label = figure_label(question)
        # Cells of another table have been looked for where the question before asked for cells.
        is_open = FIGURE_LABEL.search(previous) and not base.cells
        return FIGURE_LABEL.sub(label, previous, count=1) if is_open else ""
    papers = (_paper_of(turn.answer) for turn in reversed(turns))
    known = next((paper_id for paper_id in papers if paper_id in index.places), "")
    paper = describe_paper(known, index) if known else ""
    about_paper = asks_for_paper(question, index)
    if not names_figure(base) and not (about_paper and answer.figure):
        return complete_question(question, previous, index, paper if about_paper else "")
    if is_complete(without_lead(question)) and not about_paper:
        return ""  # of the name that was read
    return complete_question(question, "", index, paper)


def _paper_of(answer: Answer) -> str:
    """The one paper that `answer` is from, by its figure or its quotes; "" for several and for none."""
    quoted = {citation.paper_id for citation in answer.citations}
    return answer.anchor if answer.figure else quoted.pop() if len(quoted) == 1 else ""


def _names_only_figure(question: str) -> bool:
    """True if `question` has the label of a figure and nothing beside it: "and Figure 1?"."""
    rest = FIGURE_LABEL.sub(" ", without_lead(question))
    return bool(figure_label(question)) and not analyse(rest)


def completed_turn(question: str, complete: str, answer: Answer, cells: CellRequest | None = None) -> Turn:
    """The turn of `question`, of which `answer` answers the `complete` form, with a note that gives it."""
    answer = replace(answer, notes=(f"{UNDERSTOOD_AS}{complete}", *answer.notes))
    return Turn(question, answer, True, complete, cells)


def refuse_without_reason(complete: str, answer: Answer, index: SubjectIndex) -> Answer:
    """`answer`, or a refusal with its first quote as the closest, where `complete` asks why and no quote has a word for a reason
    and one of what the reason is asked of, beside the names of papers."""
    if answer_type(complete) != "reason" or not answer.citations:
        return answer
    span = find_topic(complete, index)
    topic = set(analyse(complete[slice(*span)])) if span else set()
    asked = set(analyse(complete)) - GENERIC - topic
    for citation in answer.citations:
        given = has_answer_type("reason", citation.quote, complete)
        if given and (not asked or asked.intersection(analyse(citation.quote))):
            return answer
    return replace(answer, text=_NO_REASON, citations=(), status="abstained", closest=answer.citations[0])


def _is_whole(question: str) -> bool:
    """True if `question` can be asked by itself."""
    return (
        is_complete(without_lead(question)) and not lacks_antecedent(question) and not is_small_talk(question)
    )
