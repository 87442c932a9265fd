"""A question with everything needed to answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .first_hop import FirstHop
from .llm.roles import Models
from .plan import Plan
from .query.grammar.parser import Question
from .session import Session
from .trace import Trace

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Focus:
    """Subject of the first hop as given by the caller: an anchor, a figure's label, an image, or a first hop that
    is `known` already, such as an earlier question's. `papers` are those that answer, where they are given."""

    anchor: str | None = None
    figure: str | None = None
    image: Path | None = None
    known: FirstHop | None = None
    papers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The question, parsed once, with its session, limits and models.

    `models` is None if the question is answered without them; `on_text` receives a draft while it is written.
    """

    session: Session
    question: Question
    focus: Focus
    plan: Plan
    trace: Trace
    models: Models | None = None
    on_text: OnText | None = None
