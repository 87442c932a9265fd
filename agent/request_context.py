"""One question with all that its stages need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..figures.question.decompose import Hops
from .llm.roles import Models
from .plan import Plan
from .session import Session
from .trace import Trace

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RequestContext:
    """`models` is None where the question is answered without them; `on_text` gets a draft while it is written."""

    session: Session
    question: str
    hops: Hops
    plan: Plan
    trace: Trace
    models: Models | None = None
    on_text: OnText | None = None
