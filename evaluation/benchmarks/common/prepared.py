"""What every benchmark's file and command do alike with a task that is ready to run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ....agent.llm.types import LLM
from ....settings import Settings
from ...ablations import Ablation, with_arm
from ...benchmark import Bench, Grader, Prepared
from ...evaluate import System, one_by_one


def prepared(
    bench: Bench,
    system: Callable[[LLM | None], System],
    settings: Settings,
    *,
    graders: Callable[[LLM], Sequence[Grader]] | None = None,
    warnings: Sequence[str] = (),
) -> Prepared:
    """`bench` answered example by example, as many at once as the settings say.

    `system` is made of a model or, given None, does without; it raises ConfigurationError where it cannot.
    """
    return Prepared(
        bench, lambda llm: one_by_one(system(llm), settings.model_concurrency), tuple(warnings), graders
    )


def changed(made: Prepared, arm: Ablation, limit: int) -> Prepared:
    """`made` under a control arm and with the first `limit` examples alone (0: all), told by its manifest."""
    bench = made.bench
    examples = tuple(with_arm(bench.examples, arm)) if arm is not Ablation.NONE else bench.examples
    options = (("arm", str(arm)), ("limit", str(limit)))
    manifest = replace(bench.manifest, options=(*bench.manifest.options, *options))
    return replace(made, bench=replace(bench, examples=examples[: limit or None], manifest=manifest))
