"""How much a question may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rerank = Literal["top", "all", "off"]


@dataclass(frozen=True, slots=True)
class Plan:
    """`papers`: best papers that are searched for the second hop. The rest concerns language models alone.

    `look`: the vision model reads the figure as well. `rerank`: the model reorders the best 20 papers ("top"), every
    candidate ("all") or none ("off"). `queries`: sub-questions that it may add for searching. `passages`: how many
    it is shown to answer from. `agent`: it chooses its own steps instead, at most `max_steps` rounds of tool calls; dearer,
    and it may forget a hop.
    """

    papers: int = 3
    look: bool = True
    rerank: Rerank = "top"
    queries: int = 3
    passages: int = 12
    agent: bool = False
    max_steps: int = 8
