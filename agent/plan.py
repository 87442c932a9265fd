"""Limits of the work for one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rerank = Literal["top", "all", "off"]


@dataclass(frozen=True, slots=True)
class Plan:
    """`papers`: number of best papers searched for the second hop. The other fields concern language models only.

    `look`: the vision model reads the figure as well. `rerank`: the model reorders the best 20 papers ("top"), every
    candidate ("all") or none ("off"). `queries`: sub-questions that it may add for searching. `passages`: number
    in the prompt. `agent`: it chooses its own steps instead, in at most `max_steps` rounds of tool
    calls; this costs more, and it may skip a hop.
    """

    papers: int = 3
    look: bool = True
    rerank: Rerank = "top"
    queries: int = 3
    passages: int = 12
    agent: bool = False
    max_steps: int = 8
