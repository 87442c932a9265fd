"""The models' second opinion on the first hop: their reading of the figure and their order of the papers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...figures.types import FigureImage, Reading
from ...papers.types import Paper
from ...retrieval.types import RankedPaper
from ..llm.errors import BudgetError
from ..llm.roles import Models
from ..plan import Plan
from ..trace import Trace
from ..vision.read_figure import look
from ..vision.reconcile import reconcile
from .listwise import TOP, rerank

T = TypeVar("T")


class ModelOpinion:
    """A `SecondOpinion` of `models`. Once their budget is used up, it returns its arguments unchanged and notes the reason."""

    def __init__(self, models: Models, plan: Plan, trace: Trace) -> None:
        self._models, self._plan, self._trace = models, plan, trace

    def reading(self, question: str, scene: FigureImage, reading: Reading) -> Reading:
        """The rules' reading and the vision model's, reconciled; a dispute is noted."""

        def seen() -> Reading:
            with self._trace.step("look at the figure") as detail:
                llm = self._trace.watch(self._models.vision)
                told = look(llm, scene.pixels, scene.words, scene.caption, question)
                both = reconcile(reading, told, scene.words, question)
                detail.append(f"{told.entity or 'nothing'} ({told.confidence:.2f})")
            if both.dispute:
                self._trace.notes.append(both.dispute)
            return both.reading

        return self._affordable(seen, reading) if self._plan.look else reading

    def ranking(
        self,
        question: str,
        reading: Reading | None,
        ranked: tuple[RankedPaper, ...],
        papers: Sequence[Paper],
        anchor: Paper | None,
    ) -> tuple[RankedPaper, ...]:
        """The ranking with its head, or all of it, in the model's order, as set by the plan."""

        def reordered() -> tuple[RankedPaper, ...]:
            with self._trace.step("rerank") as detail:
                llm = self._trace.watch(self._models.text)
                depth = len(ranked) if self._plan.rerank == "all" else TOP
                best = rerank(llm, question, reading, ranked, papers, anchor=anchor, depth=depth)
                detail.append(f"{min(depth, len(ranked))} papers; first {best[0].paper_id}")
            return best

        wanted = self._plan.rerank != "off" and len(ranked) > 1
        return self._affordable(reordered, ranked) if wanted else ranked

    def _affordable(self, improve: Callable[[], T], plain: T) -> T:
        try:
            return improve()
        except BudgetError as stop:
            self._trace.notes.append(f"{stop}; went on without the model")
            return plain
