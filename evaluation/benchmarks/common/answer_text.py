"""Text of an answer as benchmarks score it."""

from __future__ import annotations

import re

from ....agent.types import Answer

_MARKERS = re.compile(r"\s*\[\d{1,3}\](?=[\s.,;:]|$)")  # of citations in an answer


def answer_text(answer: Answer) -> str:
    """The answer without its citation markers; "" where nothing answers."""
    return _MARKERS.sub("", answer.text).strip() if answer.status == "answered" else ""
