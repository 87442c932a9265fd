"""A conversation over one cluster: its questions and answers, and the figure and paper that follow-up questions keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...errors import UsageError
from ...figures.image import load_image
from ...indexes.text.analysis import analyse
from ...papers.types import Paper
from ..answerers.facts.requested_facts import requested_facts
from ..ask import ask
from ..figures.paper_figures import figure_by_id, labelled_figure
from ..first_hop import FirstHop
from ..llm.roles import Models, open_models
from ..plan import Plan
from ..query.grammar.parser import Question, parse_question
from ..relevance.small_talk import is_small_talk
from ..request_context import OnText
from ..session import Session
from ..types import Answer, Usage
from .cell_followup import cells_of, edit_cells, refuse_unknown_name
from .cell_request import CellRequest
from .completion import complete_followup, completed_turn, find_base, refuse_without_reason
from .ellipsis import asks_for_source, is_bare, without_lead
from .followup import is_complete, is_followup, without_opening
from .readings import FollowupReading, is_about_paper, names_other_paper, read_among, read_in_paper
from .references import expand_contractions, find_compared, name_demonstratives
from .referents import find_referents
from .sources import first_hop_of, list_sources
from .types import ConversationRecord, Turn
from .unit_conversion import asked_unit, convert_answer

OnStep = Callable[[str], None]
_INCOMPLETE = 'This question has no word to search for; write the whole question, such as "Why does the model use dropout?".'
_SHARE_OF_OTHERS = 0.5  # of the sureness of an answer from all papers to what may be asked of the last one


class Conversation:
    """A sequence of questions; not thread-safe.

    A question that refers to the one before ("and which optimiser does it use?") keeps its figure, its name and its paper; one
    that leaves something out ("and for BiDAF?") is asked as a whole question, which a note of the answer gives. After an answer
    from a table, what it names there replaces the row, the column, the operation or the table of that answer's request.
    """

    def __init__(
        self,
        session: Session,
        models: Models | None = None,
        plan: Plan | None = None,
        record: ConversationRecord | None = None,
    ) -> None:
        """`record` continues an earlier conversation over the same cluster."""
        self.session, self.models, self._plan = session, models, plan or Plan()
        self.record = record or ConversationRecord(session.cluster.name)
        self._hop = self._last_hop()
        self._spent = sum((turn.answer.usage for turn in self.record.turns), Usage())

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.record.turns

    @property
    def usage(self) -> Usage:
        """The usage of this conversation: all its answers, and the stopped ones since it was opened."""
        return self._spent + (self.models.meter.usage if self.models else Usage())

    @property
    def anchor(self) -> Paper | None:
        """The paper whose figures are asked about: the selected one, else the cluster's anchor, else None."""
        cluster = self.session.cluster
        selected = self.record.anchor if self.record.anchor in cluster.paper_ids else cluster.anchor
        return cluster.paper(selected) if selected else None

    def ask(self, question: str, on_text: OnText | None = None, on_step: OnStep | None = None) -> Turn:
        """Answer `question` and keep the turn; `on_text` and `on_step` as in `agent.ask.ask`.

        Raises what that raises; the conversation is then as before.
        """
        question = " ".join(question.split())
        if not question:
            raise UsageError("the question is empty; write one")
        request = partial(ask, self.session, models=self.models, on_text=on_text, on_step=on_step)
        if asks_for_source(question) and (sources := list_sources(self.session, self.turns)):
            return self._add(Turn(question, sources, True))
        base = find_base(question, self.turns)
        if base and not (self.record.figure or self.record.image):
            unit = asked_unit(question)
            if unit and (converted := convert_answer(self.turns[-1].answer, unit)):
                return self._add(completed_turn(question, f"the last value, in {unit}", converted))
        asked = name_demonstratives(
            expand_contractions(question), [turn.complete or turn.question for turn in self.turns]
        )
        other = find_compared(without_lead(asked.rstrip("?. !")))
        followup = f"and {other}?" if other else asked
        cells = edit_cells(self.session, self.record, followup, base) if base else None
        if cells:
            return self._add(self._ask_cells(question, cells, request))
        turn = self._ask_followup(question, asked, followup, base, request) if base else None
        if turn:
            return self._add(turn)
        if not (analyse(question) or is_complete(question) or is_small_talk(question)):
            return self._add(Turn(question, Answer(_INCOMPLETE)))
        return self._add(self._ask_alone(question, request))

    def _ask_alone(self, question: str, request: Callable[..., Answer]) -> Turn:
        """Ask a question as it is, about the figure or the papers of the last answer where it refers to them."""
        parsed = parse_question(question)
        known = self._hop if is_followup(parsed) and not self._names_another_paper(question) else None
        answer = self._follow(question, known, request) if known else self._begin(_complete(parsed), request)
        return Turn(question, answer, known is not None)

    def _ask_followup(
        self, question: str, asked: str, followup: str, base: Turn, request: Callable[..., Answer]
    ) -> Turn | None:
        """The turn of the reading of a follow-up that has the surest answer; None for a question that is asked as it is."""
        if self.record.figure or self.record.image:
            return None
        index, previous = self.session.subjects, base.complete or base.question
        referents = find_referents(self.turns, index)
        among = read_among(asked, previous, referents, index) if self._hop else None
        if among:
            return self._ask_reading(question, among, request)
        complete = complete_followup(followup, base, self.turns, index)
        if complete and is_bare(question) and self._hop and not requested_facts(complete):
            # about the last answer, so only its papers are read
            parsed = parse_question(complete, one_hop=True)
            answer = request(parsed, known=self._hop, plan=self._narrow_plan())
            return completed_turn(question, complete, refuse_without_reason(complete, answer, index))
        if not complete and (refusal := refuse_unknown_name(self.session, question, base)):
            return Turn(question, Answer(refusal))
        whole = FollowupReading(complete, complete) if complete else None
        in_paper = read_in_paper(asked, complete, referents, index) if self._has_topic(question) else None
        ways = [partial(self._ask_reading, question, each) for each in (whole, in_paper) if each]
        if in_paper and not complete and not is_about_paper(asked, referents.paper, index):
            ways.append(partial(self._ask_alone, question))
        return self._ask_surest(ways, request) if ways else None

    def _ask_surest(self, ways: Sequence[Callable[..., Turn]], request: Callable[..., Answer]) -> Turn:
        """The turn of the way to ask with the surest answer in the words of the papers; with a model, that way alone is asked of
        it, as each of its answers costs money and time."""
        if len(ways) == 1:
            return ways[0](request)
        turns = [way(partial(request, models=None, on_text=None)) for way in ways]
        chosen = choose_turn(turns)
        return ways[turns.index(chosen)](request) if self.models else chosen

    def _has_topic(self, question: str) -> bool:
        """True if `question` may be about the paper last spoken of, and not about the name that was read from a figure."""
        was_read = self._hop is not None and self._hop.reading is not None
        return self._hop is not None and not (was_read and is_followup(parse_question(question)))

    def _ask_reading(self, question: str, reading: FollowupReading, request: Callable[..., Answer]) -> Turn:
        """Ask one reading of a follow-up, and give it in a note."""
        parsed = parse_question(reading.question, one_hop=bool(reading.papers))
        papers = reading.papers
        answer = request(parsed, papers=papers, plan=self._plan) if papers else self._begin(parsed, request)
        return (
            completed_turn(question, reading.complete, answer) if reading.complete else Turn(question, answer)
        )

    def ask_again(self, number: int, on_text: OnText | None = None, on_step: OnStep | None = None) -> Turn:
        """Ask the question of turn `number` (from 1) once more, about the figure that its answer read, as a new turn.

        For a question whose figure was corrected. Raises UsageError for a turn without a figure, and what `ask` raises.
        """
        turn = self.turns[number - 1]
        anchor, figure = turn.answer.anchor, turn.answer.figure
        if figure_by_id(self.session.cluster, anchor, figure) is None:
            raise UsageError("no figure of this cluster was read for that question")
        question = parse_question(turn.question)
        request = partial(ask, self.session, models=self.models, on_text=on_text, on_step=on_step)
        answer = request(_complete(question), anchor=anchor, figure=figure, plan=self._plan)
        return self._add(Turn(turn.question, answer))

    def select_anchor(self, text: str) -> None:
        """Ask about the figures of this paper from now on; "" for the cluster's anchor. Raises UsageError for an unknown one."""
        anchor = self.session.paper_id(text) if text else ""
        self._select(anchor=anchor)

    def select_figure(self, label: str) -> None:
        """Ask about this figure of the anchor from now on; "" leaves it to each question.

        Raises UsageError if there is no such figure or no anchor.
        """
        if label:
            if self.anchor is None:
                raise UsageError(f"whose {label}? this cluster has no anchor; select its paper as the anchor")
            label = labelled_figure(self.session.cluster, self.anchor, label).label
        self._select(figure=label)

    def select_image(self, path: Path) -> None:
        """Ask about this image from now on. Raises UsageError if it cannot be read."""
        load_image(path)
        self._select(image=str(path.resolve()))

    def use_model(self, name: str) -> None:
        """Let this model answer from now on, "" for none; money spent so far counts against its budget.

        Raises ConfigurationError as `open_models` does, UsageError if nothing is left of the budget.
        """
        settings, spent = self.session.settings, self.usage
        if name and settings.max_cost:
            if spent.usd >= settings.max_cost:
                raise UsageError(f"--max-cost is {settings.max_cost:g} and spent; start again with more")
            settings = replace(settings, max_cost=settings.max_cost - spent.usd)
        models = open_models(replace(settings, model=name, vision_model="")) if name else None
        self.models, self._spent = models, spent

    def _add(self, turn: Turn) -> Turn:
        self._hop = first_hop_of(self.session, turn.answer) or self._hop
        self.record = replace(self.record, turns=(*self.turns, turn))
        return turn

    def _select(self, anchor: str | None = None, figure: str = "", image: str = "") -> None:
        """Replace the selection, and no longer follow the question before; None keeps the anchor."""
        anchor = self.record.anchor if anchor is None else anchor
        self.record, self._hop = replace(self.record, anchor=anchor, figure=figure, image=image), None

    def _last_hop(self) -> FirstHop | None:
        """The last first hop of the record, unless another figure or paper was selected after it."""
        hops = (first_hop_of(self.session, turn.answer) for turn in reversed(self.turns))
        hop = next((hop for hop in hops if hop), None)
        if hop is None:
            return None
        other_figure = self.record.figure and not (hop.figure and hop.figure.label == self.record.figure)
        other_anchor = self.record.anchor and hop.anchor != self.record.anchor
        return None if other_figure or other_anchor else hop

    def _begin(self, question: Question, request: Callable[..., Answer]) -> Answer:
        image = Path(self.record.image) if self.record.image else None
        label = self.record.figure or self._current_label(question) or None
        anchor = self.record.anchor if self.record.anchor in self.session.cluster.paper_ids else None
        return request(question, anchor=anchor, figure=None if image else label, image=image, plan=self._plan)

    def _ask_cells(self, question: str, cells: CellRequest, request: Callable[..., Answer]) -> Turn:
        """Ask for `cells` of their table in place of `question`; the row that is found is the one that "it" then refers to."""
        answer = request(
            parse_question(cells.question), anchor=cells.anchor, figure=cells.label, plan=self._plan
        )
        turn = completed_turn(question, cells.question, answer, cells)
        found = cells_of(self.session, turn) if cells.extreme or not cells.column else None
        if found is None or not found.row:
            return turn
        return replace(turn, cells=replace(cells, row=found.row, column=found.column))

    def _names_another_paper(self, question: str) -> bool:
        quoted = {citation.paper_id for turn in self.turns[-1:] for citation in turn.answer.citations}
        return names_other_paper(question, tuple(quoted), self.session.subjects)

    def _current_label(self, question: Question) -> str:
        """The label of the last figure, for a question with two hops that names none; else ""."""
        figure = self._hop.figure if self._hop else None
        return figure.label if figure and question.hops.is_two_hop and not question.figure else ""

    def _follow(self, question: str, known: FirstHop, request: Callable[..., Answer]) -> Answer:
        """Answer from the papers that the last answer quotes, and if they do not answer it, from the best ranked."""
        followup = parse_question(without_opening(question), one_hop=True)
        for plan in dict.fromkeys((self._narrow_plan(), self._plan)):
            answer = request(followup, known=known, plan=plan)
            if answer.status == "answered":
                break
        return answer

    def _narrow_plan(self) -> Plan:
        """The plan with as many papers as the last answer with quotes has."""
        quoted = next((turn.answer.citations for turn in reversed(self.turns) if turn.answer.citations), ())
        return replace(
            self._plan, papers=len({citation.paper_id for citation in quoted}) or self._plan.papers
        )


def choose_turn(turns: Sequence[Turn]) -> Turn:
    """The turn with the surest answer; ties go to the first. One that is asked as it is, of all papers, has to be surer by far,
    as what is not named is more likely to be that of the paper last spoken of."""

    def sureness(turn: Turn) -> float:
        return turn.answer.probability * (1.0 if turn.follows else _SHARE_OF_OTHERS)

    answered = [turn for turn in turns if turn.answer.status == "answered"]
    return max(answered, key=sureness) if answered else min(turns, key=lambda turn: turn.follows)


def _complete(question: Question) -> Question:
    """The question without an opening that joins it to the one before."""
    text = without_opening(question.text)
    return question if text == question.text else parse_question(text)
