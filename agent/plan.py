"""Limits of the work for one question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """`papers`: number of best papers searched for the second hop. The other fields concern language models only.

    `look`: a vision model that may lead reads a figure that the rules do not read surely. `agent`: a model that may lead calls
    tools first, in at most `max_steps` rounds; this costs more.
    """

    papers: int = 3
    look: bool = True
    agent: bool = False
    max_steps: int = 8
