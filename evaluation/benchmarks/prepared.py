"""What a benchmark's file makes of the user's data: a task that can be run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...agent.llm.types import LLM
from ..arms import Arm, with_arm
from ..bench import Bench, Grader
from ..flow import System


def no_graders(judge: LLM) -> Sequence[Grader]:  # noqa: ARG001  # a function of the judge
    """A benchmark whose scores need no model."""
    return ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """`system` answers an example with a model, or, given None, without; it raises ConfigurationError where it cannot.

    `graders` are made of the judge, where there is one. `warnings` are one line each, about the data.
    """

    bench: Bench
    system: Callable[[LLM | None], System]
    graders: Callable[[LLM], Sequence[Grader]] = no_graders
    warnings: tuple[str, ...] = ()


def changed(prepared: Prepared, arm: Arm, limit: int) -> Prepared:
    """`prepared` under a control arm and with the first `limit` examples alone (0: all), told by its manifest."""
    bench = prepared.bench
    examples = tuple(with_arm(bench.examples, arm)) if arm is not Arm.NONE else bench.examples
    options = (("arm", str(arm)), ("limit", str(limit)))
    manifest = replace(bench.manifest, options=(*bench.manifest.options, *options))
    return replace(prepared, bench=replace(bench, examples=examples[: limit or None], manifest=manifest))
