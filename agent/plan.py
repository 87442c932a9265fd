"""The plan: limits of the work for one question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """Limits of the work for one question. All fields except `papers` concern language models only.

    `papers` is the number of best-ranked papers that are searched for the second hop. If `look` is True, a trusted
    vision model reads figures of which the rules are not sure. If `agent` is True, a trusted model first calls tools in
    at most `max_steps` rounds, which costs more. A model is trusted if its `trust` is "lead".
    """

    papers: int = 3
    look: bool = True
    agent: bool = False
    max_steps: int = 8
