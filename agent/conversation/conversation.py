"""A conversation over one cluster: its questions and answers, and the figure and paper that follow-up questions keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...errors import UsageError
from ...figures.image import load_image
from ...papers.types import Paper
from ..ask import ask
from ..figures.paper_figures import figure_by_id, labeled_figure
from ..llm.roles import Models, open_models
from ..plan import Plan
from ..query.types import UNDERSTOOD_AS, FigureRef, Query
from ..request_context import OnFound, OnText
from ..session import Session
from ..types import Answer, Usage
from .followup import Edit, edit_query
from .types import ConversationRecord, Turn

OnStep = Callable[[str], None]


class Conversation:
    """A sequence of questions; not thread-safe.

    A question that leaves something out ("and for BiDAF?", "why?") edits the previous query: it asks for another paper,
    row, column or figure, or for something else in the same paper. A note of the answer says how the question was
    understood.
    """

    def __init__(
        self,
        session: Session,
        models: Models | None = None,
        plan: Plan | None = None,
        record: ConversationRecord | None = None,
    ) -> None:
        """Begin a conversation, or continue an earlier conversation over the same cluster if `record` is given."""
        self.session, self.models, self._plan = session, models, plan or Plan()
        self.record = record or ConversationRecord(session.cluster.name)
        self._spent = sum((turn.answer.usage for turn in self.record.turns), Usage())

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.record.turns

    @property
    def usage(self) -> Usage:
        """The usage of all answers of this conversation, including answers that were stopped since it was opened."""
        return self._spent + (self.models.meter.usage if self.models else Usage())

    @property
    def anchor(self) -> Paper | None:
        """The paper whose figures are asked about: the selected paper, or else the cluster's anchor, or else None."""
        cluster = self.session.cluster
        selected = self.record.anchor if self.record.anchor in cluster.paper_ids else cluster.anchor
        return cluster.paper(selected) if selected else None

    def ask(
        self,
        asked: str | Query,
        on_text: OnText | None = None,
        on_step: OnStep | None = None,
        on_found: OnFound | None = None,
    ) -> Turn:
        """Answer a question, and add the turn to the conversation. The callbacks are as in `agent.ask.ask`.

        A Query is never a follow-up of earlier questions. Raises the errors of `agent.ask.ask`; the conversation is
        unchanged then.
        """
        question = " ".join((_write(asked) if isinstance(asked, Query) else asked).split())
        if not question:
            raise UsageError("the question is empty; write one")
        request = partial(
            ask,
            self.session,
            models=self.models,
            plan=self._plan,
            on_text=on_text,
            on_step=on_step,
            on_found=on_found,
        )
        if isinstance(asked, Query):
            return self._add(Turn(question, self._ask_query(asked, request)))
        last = next((turn for turn in reversed(self.turns) if turn.answer.citations), None)
        edit = edit_query(self.session, question, last) if last and not self._selects_anew(last) else None
        return self._add(
            self._ask_edited(question, edit, last.answer, request)
            if edit and last
            else Turn(question, self._begin(question, request))
        )

    def _ask_query(self, query: Query, request: Callable[..., Answer]) -> Answer:
        """Answer a Query from its figure if it has a figure, or else from its paper if it has exactly one paper."""
        figure = query.figure or FigureRef()
        if figure.label:
            return request(query, anchor=figure.paper_id or self.record.anchor or None, figure=figure.label)
        return request(query, papers=() if query.then or len(query.papers) > 1 else query.papers)

    def ask_again(self, number: int, on_text: OnText | None = None, on_step: OnStep | None = None) -> Turn:
        """Ask the question of turn `number` (from 1) again, about the figure that its answer read, and add it as a new
        turn.

        This is useful after a correction of the figure. Raises UsageError for a turn without a figure, and the errors
        of `ask`.
        """
        turn = self.turns[number - 1]
        anchor, figure = turn.answer.anchor, turn.answer.figure
        if figure_by_id(self.session.cluster, anchor, figure) is None:
            raise UsageError("no figure of this cluster was read for that question")
        request = partial(ask, self.session, models=self.models, on_text=on_text, on_step=on_step)
        answer = request(turn.question, anchor=anchor, figure=figure, plan=self._plan)
        return self._add(Turn(turn.question, answer))

    def select_anchor(self, text: str) -> None:
        """Select the paper whose figures are asked about from now on; "" selects the cluster's anchor.

        Raises UsageError for an unknown paper.
        """
        self.record = replace(
            self.record, anchor=self.session.paper_id(text) if text else "", figure="", image=""
        )

    def select_figure(self, label: str) -> None:
        """Select the figure of the anchor that is asked about from now on; "" leaves the choice to each question.

        Raises UsageError if there is no such figure or no anchor.
        """
        if label:
            if self.anchor is None:
                raise UsageError(f"whose {label}? this cluster has no anchor; select its paper as the anchor")
            label = labeled_figure(self.session.cluster, self.anchor, label).label
        self.record = replace(self.record, figure=label, image="")

    def select_image(self, path: Path) -> None:
        """Select an image file that is asked about from now on. Raises UsageError if it cannot be read."""
        load_image(path)
        self.record = replace(self.record, figure="", image=str(path.resolve()))

    def use_model(self, name: str) -> None:
        """Let the model `name` answer from now on; "" means no model. Money spent so far counts against the budget.

        Raises the errors of `open_models`, and UsageError if nothing is left of the budget.
        """
        settings, spent = self.session.settings, self.usage
        if name and settings.max_cost:
            if spent.usd >= settings.max_cost:
                raise UsageError(f"--max-cost is {settings.max_cost:g} and spent; start again with more")
            settings = replace(settings, max_cost=settings.max_cost - spent.usd)
        models = open_models(replace(settings, model=name, vision_model="")) if name else None
        self.models, self._spent = models, spent

    def _add(self, turn: Turn) -> Turn:
        self.record = replace(self.record, turns=(*self.turns, turn))
        return turn

    def _begin(self, question: str, request: Callable[..., Answer]) -> Answer:
        """Answer a question that is no follow-up, about the selected figure or image if one is selected."""
        image = Path(self.record.image) if self.record.image else None
        anchor = self.record.anchor if self.record.anchor in self.session.cluster.paper_ids else None
        return request(
            question, anchor=anchor, figure=None if image else self.record.figure or None, image=image
        )

    def _selects_anew(self, last: Turn) -> bool:
        """True if the selected paper, figure or image is not the one that `last` asked about."""
        anchor, label = self.anchor, self.record.figure
        if self.record.image or anchor is None:
            return bool(self.record.image)
        figure = labeled_figure(self.session.cluster, anchor, label).id if label else last.answer.figure
        moved = bool(self.record.anchor or label) and anchor.id != last.answer.anchor
        return moved or figure != last.answer.figure

    def _ask_edited(self, question: str, edit: Edit, last: Answer, request: Callable[..., Answer]) -> Turn:
        """Answer a follow-up by its edited query, which asks about one figure or about some papers."""
        figure = edit.query.figure or FigureRef()
        if figure.label and len(edit.papers) == 1:
            answer = request(edit.query, anchor=edit.papers[0], figure=figure.label)
        else:
            answer = request(edit.query, papers=edit.papers)
        answer = self._keep_reading(answer, last, edit.papers)
        answer = replace(answer, notes=(f"{UNDERSTOOD_AS}{edit.complete}", *answer.notes))
        return Turn(question, answer, follows=True, complete=edit.complete)

    def _keep_reading(self, answer: Answer, last: Answer, papers: tuple[str, ...]) -> Answer:
        """Return `answer`, with the figure reading of the previous answer `last` if that reading led to one of
        `papers`.

        An answer that read a figure itself is unchanged.
        """
        quoted = {citation.paper_id for citation in last.citations}
        if answer.reading or not last.reading or not quoted.intersection(papers):
            return answer
        known = self.session.cluster.paper_ids
        ranking = tuple(ranked for ranked in last.ranking if ranked.paper_id in known)
        return replace(answer, anchor=last.anchor, figure=last.figure, reading=last.reading, ranking=ranking)


def _write(query: Query) -> str:
    """Return the text of all parts of a query, joined by "and"."""
    return f"{query.text.rstrip('?. ')}, and {_write(query.then)}" if query.then else query.text
