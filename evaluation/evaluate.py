"""From examples to scores: predictions and verdicts are written as they come, scores need neither model nor network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ..agent.llm.errors import BudgetError, ContextWindowError
from ..errors import CitehopError, ConfigurationError
from .runs.resumable_jsonl import OnProgress, complete_run
from .types import Example, Prediction, Scores, Verdict

System = Callable[[Example], Prediction]
Batch = Callable[[Sequence[Example]], Iterable[Prediction]]
Score = Callable[[Example, Prediction], Mapping[str, float | None]]
Judge = Callable[[Example, Prediction], Verdict]

In = TypeVar("In")
Out = TypeVar("Out")


def predict(
    path: Path,
    examples: Sequence[Example],
    system: System,
    *,
    workers: int = 1,
    again: bool = False,
    progress: OnProgress | None = None,
) -> dict[str, Prediction]:
    """A prediction of `system` for each example, by id: those in the file at `path`, and for the rest its new ones.

    `workers` examples run at once, in threads. An exception of `system` becomes the prediction's error and is
    not tried again unless `again`. A wrong configuration and an exhausted budget are not errors of an example: they are
    raised, and a later call continues from there.
    """
    return predict_batch(path, examples, one_by_one(system, workers), again=again, progress=progress)


def predict_batch(
    path: Path,
    examples: Sequence[Example],
    batch: Batch,
    *,
    again: bool = False,
    progress: OnProgress | None = None,
    stage: str = "predict",
) -> dict[str, Prediction]:
    """`predict` for a system that is given all missing examples at once and answers them in any order; `stage` names
    that in the progress.
    """
    by_id = {example.id: example for example in examples}

    def missing(ids: Sequence[str]) -> Iterable[Prediction]:
        return batch([by_id[key] for key in ids])

    def keep(prediction: Prediction) -> bool:
        return not (again and prediction.error)

    return complete_run(path, list(by_id), missing, Prediction, progress=progress, stage=stage, keep=keep)


def one_by_one(system: System, workers: int = 1) -> Batch:
    """A system as a batch: `workers` examples at once in threads, errors recorded as `predict` says."""
    return lambda examples: in_threads(lambda example: _predicted(system, example), examples, workers)


def judge(
    path: Path,
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    ask: Judge,
    *,
    lowest: float = 0.0,
    workers: int = 1,
    progress: OnProgress | None = None,
) -> dict[str, Verdict]:
    """A verdict of `ask` on each prediction, by id, kept in the file at `path` as predictions are.

    An example without a prediction or with its error gets `lowest` without being judged; one whose answers are hidden
    gets no verdict. Exceptions of `ask` are raised, and a later call continues from there: an unreachable judge is
    not a score.
    """
    judged = {
        example.id: (example, predictions[example.id])
        for example in examples
        if example.answers and example.id in predictions and not predictions[example.id].error
    }

    def missing(ids: Sequence[str]) -> Iterator[Verdict]:
        return in_threads(lambda key: ask(*judged[key]), ids, workers)

    found = complete_run(path, list(judged), missing, Verdict, progress=progress, stage="judge")
    failed = {e.id: Verdict(e.id, lowest) for e in examples if e.answers and e.id not in judged}
    return failed | found


def score(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    by: Score,
    verdicts: Mapping[str, Mapping[str, Verdict]] | None = None,
) -> list[Scores]:
    """Scores of every example, in order. One without a prediction is scored as an empty prediction with an error.

    `verdicts` holds, under the name of each judge, its verdicts by id; an example without one is unscored by it. The
    parts of verdicts follow as "NAME PART"; a verdict without parts, as that of a failed example, has its score in
    all of them.
    """
    scored = []
    parts = {
        name: list(dict.fromkeys(part for verdict in found.values() for part, _ in verdict.parts))
        for name, found in (verdicts or {}).items()
    }
    for example in examples:
        prediction = predictions.get(example.id, Prediction(example.id, error="not run"))
        values = dict(by(example, prediction))
        for name, found in (verdicts or {}).items():
            verdict = found.get(example.id, Verdict(example.id, None))
            values[name] = verdict.score
            values |= {f"{name} {part}": dict(verdict.parts).get(part, verdict.score) for part in parts[name]}
        scored.append(Scores(example.id, tuple(values.items())))
    return scored


def in_threads(work: Callable[[In], Out], items: Sequence[In], workers: int) -> Iterator[Out]:
    """`work(item)` for each item as they finish, `workers` at once.

    Once one raises, no other starts; it is raised after those in progress have ended and been yielded.
    """
    left = iter(items)
    failed: Future[Out] | None = None
    with ThreadPoolExecutor(max(1, workers)) as pool:
        running: set[Future[Out]] = set()
        while True:
            # Only as many as can run are handed out: after a fault or a Ctrl-C the others never start.
            for item in left if failed is None else ():
                running.add(pool.submit(work, item))
                if len(running) >= max(1, workers):
                    break
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                if future.exception() is None:
                    yield future.result()
                else:
                    failed = failed or future
    if failed is not None:
        failed.result()


def _predicted(system: System, example: Example) -> Prediction:
    begun = time.perf_counter()
    try:
        prediction = system(example)
    except ContextWindowError as error:  # of this example's prompt, not of the configuration
        prediction = Prediction(example.id, error=one_line(error))
    except (ConfigurationError, BudgetError):
        raise
    except Exception as error:  # one example must not end the run
        prediction = Prediction(example.id, error=one_line(error))
    return replace(prediction, id=example.id, seconds=round(time.perf_counter() - begun, 3))


def one_line(error: Exception) -> str:
    """The error on one line of at most 200 characters; an unexpected one with its type."""
    named = str(error) if isinstance(error, CitehopError) else f"{type(error).__name__}: {error}"
    return " ".join(named.split())[:200]
