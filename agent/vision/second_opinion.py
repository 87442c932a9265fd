"""Ask a vision model for a second opinion on a figure of which the rules are not sure."""

from __future__ import annotations

from ...errors import UnavailableError
from ...figures.types import FigureImage, Reading
from ..llm.errors import ContextWindowError
from ..llm.roles import Models
from ..trace import Trace
from .read_figure import look
from .reconcile import reconcile

_SURE = 0.6  # a reading by rules with at least this probability needs no second opinion


class ModelOpinion:
    """The `SecondOpinion` of a vision model that takes images and whose `trust` is "lead".

    If the model fails, the reading by rules is kept, and a note says why.
    """

    def __init__(self, models: Models, trace: Trace) -> None:
        self._models, self._trace = models, trace

    def reading(self, question: str, scene: FigureImage, reading: Reading) -> Reading:
        """Return `reading` if it is sure.

        Otherwise return it reconciled with the model's reading; a disagreement becomes a note.
        """
        is_sure = not reading.abstained and any(each.probability >= _SURE for each in reading.entities[:1])
        if is_sure or not self._models.vision.sees or self._models.trust != "lead":
            return reading
        try:
            with self._trace.step("look at the figure") as detail:
                llm = self._trace.watch(self._models.vision)
                told = look(llm, scene.pixels, scene.words, scene.caption, question)
                both = reconcile(reading, told, scene.words, question)
                detail.append(f"{told.entity or 'nothing'} ({told.confidence:.2f})")
        except (UnavailableError, ContextWindowError) as error:
            self._trace.notes.append(f"{error}; read the figure without the model")
            return reading
        if both.dispute:
            self._trace.notes.append(both.dispute)
        return both.reading
