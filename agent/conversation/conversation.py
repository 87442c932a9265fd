"""A conversation over one cluster: what was asked, and what is in hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...errors import UsageError
from ...figures.image import load_image
from ...figures.question.parser import Question, parse_question
from ...retrieval.figure_selection import named_figure
from ..ask import ask
from ..first_hop import FirstHop
from ..llm.roles import Models, open_models
from ..plan import Plan
from ..request_context import OnText
from ..session import Session
from ..types import Answer, Usage
from .followup import is_followup, without_opening
from .types import ConversationRecord, Turn

OnStep = Callable[[str], None]


class Conversation:
    """Asks one question after the other; not for several threads at once.

    A question that leans on the one before ("and which optimiser does it use?") keeps its figure, its entity and its paper.
    """

    def __init__(
        self,
        session: Session,
        models: Models | None = None,
        plan: Plan | None = None,
        record: ConversationRecord | None = None,
    ) -> None:
        """`record` goes on with an earlier conversation over the same cluster."""
        self.session, self.models, self._plan = session, models, plan or Plan()
        self.record = record or ConversationRecord(session.cluster.name)
        self._hand = self._hand_of_the_past()
        self._spent = sum((turn.answer.usage for turn in self.record.turns), Usage())

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.record.turns

    @property
    def usage(self) -> Usage:
        """What this conversation has cost: all its answers, and those of this sitting that were stopped."""
        return self._spent + (self.models.meter.usage if self.models else Usage())

    def ask(self, question: str, on_text: OnText | None = None, on_step: OnStep | None = None) -> Turn:
        """Answer `question` and keep the turn; `on_text` and `on_step` as in `agent.ask.ask`.

        Raises what that raises; the conversation is then as before.
        """
        question = " ".join(question.split())
        if not question:
            raise UsageError("the question is empty; write one")
        parsed = parse_question(question)
        kept = self._hand if is_followup(parsed) else None
        listening = partial(ask, self.session, models=self.models, on_text=on_text, on_step=on_step)
        answer = self._follow(question, kept, listening) if kept else self._fresh(parsed, listening)
        turn = Turn(question, answer, kept is not None)
        self._hand = _in_hand(self.session, answer) or self._hand
        self.record = replace(self.record, turns=(*self.turns, turn))
        return turn

    def look_at(self, label: str) -> None:
        """Ask about this figure of the anchor from now on; "" leaves it to each question. Raises UsageError for no such."""
        if label:
            anchor = self.session.anchor_id(None)
            if anchor is None:
                raise UsageError(f"whose {label}? this cluster has no anchor; index it again with --anchor")
            label = named_figure(self.session.cluster.paper(anchor).figures, label).label
        self.record, self._hand = replace(self.record, figure=label, image=""), None

    def look_at_image(self, path: Path) -> None:
        """Ask about this picture from now on. Raises UsageError for one that cannot be read."""
        load_image(path)
        self.record, self._hand = replace(self.record, figure="", image=str(path.resolve())), None

    def use_model(self, name: str) -> None:
        """Let this model answer from now on, "" for none; money spent so far counts against its budget.

        Raises ConfigurationError as `open_models` does, UsageError where nothing is left of the budget.
        """
        settings, spent = self.session.settings, self.usage
        if name and settings.max_cost:
            if spent.usd >= settings.max_cost:
                raise UsageError(f"--max-cost is {settings.max_cost:g} and spent; start again with more")
            settings = replace(settings, max_cost=settings.max_cost - spent.usd)
        models = open_models(replace(settings, model=name, vision_model="")) if name else None
        self.models, self._spent = models, spent

    def _hand_of_the_past(self) -> FirstHop | None:
        found = (_in_hand(self.session, turn.answer) for turn in reversed(self.turns))
        hand = next((hop for hop in found if hop), None)
        moved = self.record.figure and not (hand and hand.figure and hand.figure.label == self.record.figure)
        return None if moved else hand

    def _fresh(self, question: Question, asked: Callable[..., Answer]) -> Answer:
        image = Path(self.record.image) if self.record.image else None
        label = self.record.figure or self._label(question) or None
        return asked(question, figure=None if image else label, image=image, plan=self._plan)

    def _label(self, question: Question) -> str:
        """The figure in hand, for a question with two hops that names none; else ""."""
        figure = self._hand.figure if self._hand else None
        return figure.label if figure and question.hops.is_two_hop and not question.figure else ""

    def _follow(self, question: str, known: FirstHop, asked: Callable[..., Answer]) -> Answer:
        """First from the papers that the last answer quotes, then, where they say nothing, from the best ranked."""
        followup = parse_question(without_opening(question), one_hop=True)
        quoted = next((turn.answer.citations for turn in reversed(self.turns) if turn.answer.citations), ())
        narrow = len({citation.paper_id for citation in quoted}) or self._plan.papers
        plans = dict.fromkeys((replace(self._plan, papers=narrow), self._plan))
        for plan in plans:
            answer = asked(followup, known=known, plan=plan)
            if answer.status == "answered":
                break
        return answer


def _in_hand(session: Session, answer: Answer) -> FirstHop | None:
    """The answer's first hop, the papers that it quotes ranked first; None where it found nothing to go on with.

    Papers and figures that the cluster does not have any more, since it was indexed again, are left out.
    """
    there = set(session.cluster.paper_ids)
    quoted = [key for key in dict.fromkeys(c.paper_id for c in answer.citations) if key in there]
    if not quoted and answer.reading is None:
        return None
    ranking = sorted(
        (ranked for ranked in answer.ranking if ranked.paper_id in there),
        key=lambda ranked: quoted.index(ranked.paper_id) if ranked.paper_id in quoted else len(quoted),
    )
    figures = session.cluster.paper(answer.anchor).figures if answer.anchor in there else ()
    figure = next((figure for figure in figures if figure.id == answer.figure), None)
    return FirstHop(figure, answer.reading, tuple(ranking), anchor=answer.anchor or None)
