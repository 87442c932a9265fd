"""Worked examples before a matching question (n-shot), and samples of the questions, both drawn by seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....agent.llm.types import Message
from ...types import Example
from ..common.pictures import shown


def draw_sample(examples: Sequence[Example], count: int, seed: int) -> list[Example]:
    """`count` of `examples` at random, in their order; all of them for 0 or where there are not more."""
    if not count or count >= len(examples):
        return list(examples)
    chosen = set(random.Random(seed).sample(range(len(examples)), count))
    return [example for n, example in enumerate(examples) if n in chosen]


def draw_shots(example: Example, pool: Sequence[Example], count: int, seed: int) -> list[Example]:
    """`count` answered examples of `pool` of the same setting and another article, at random by seed and id."""
    fitting = [
        one
        for one in pool
        if one.answers and one.group != example.group and one.tag("setting") == example.tag("setting")
    ]
    return random.Random(f"{seed} {example.id}").sample(fitting, min(count, len(fitting)))


def as_turns(shots: Sequence[Example], prompts: Sequence[str], side: int) -> tuple[Message, ...]:
    """Each worked example as a question with its figure and the right answer in the form that is asked for."""
    turns: list[Message] = []
    for shot, prompt in zip(shots, prompts, strict=True):
        turns += [
            Message("user", prompt, shown(shot.pictures, side)),
            Message("assistant", f"The final answer is **{shot.answers[0]}**."),
        ]
    return tuple(turns)
