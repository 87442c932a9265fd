"""Get predictions and verdicts for examples and compute scores.

Predictions and verdicts are written to files as they arrive. Scores need neither a model nor the network.
"""

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
    """Return a prediction for each example, by id: from the file at `path` or, if it is not there, from `system`.

    `workers` examples run at once, in threads. An exception of `system` becomes the error of the prediction, and the
    example is tried again only with `again`. A wrong configuration and an exhausted budget are raised instead; a
    later call then continues where this one stopped.
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
    """Do what `predict` does, for a system that gets all missing examples at once and may answer them in any order.

    `stage` names the work in progress reports.
    """
    by_id = {example.id: example for example in examples}

    def missing(ids: Sequence[str]) -> Iterable[Prediction]:
        return batch([by_id[key] for key in ids])

    def keep(prediction: Prediction) -> bool:
        return not (again and prediction.error)

    return complete_run(path, list(by_id), missing, Prediction, progress=progress, stage=stage, keep=keep)


def one_by_one(system: System, workers: int = 1) -> Batch:
    """Return `system` as a batch that runs `workers` examples at once in threads and records errors as `predict`
    does.
    """
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
    """Return the verdict of `ask` on each prediction, by example id. Verdicts are kept in the file at `path`.

    An example without a prediction, or whose prediction is an error, gets `lowest` without being judged. An example
    with hidden answers gets no verdict. Exceptions of `ask` are raised because an unreachable judge is not a score; a
    later call then continues where this one stopped.
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
    """Return the scores of every example, in order. An example without a prediction is scored as an empty prediction
    with an error.

    `verdicts` maps the name of each judge to its verdicts by example id. An example without a verdict is unscored by
    that judge. The parts of a verdict become scores named "JUDGE PART". A verdict without parts, such as that of a
    failed example, gives its score to all parts.
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
    """Yield `work(item)` for each item, in order of completion, with `workers` items at once.

    After a call raises, no other item is started. The exception is raised once the calls in progress have ended and
    their results have been yielded.
    """
    left = iter(items)
    failed: Future[Out] | None = None
    with ThreadPoolExecutor(max(1, workers)) as pool:
        running: set[Future[Out]] = set()
        while True:
            # Submit only as many items as can run at once, so that after an error or Ctrl-C the others never start.
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
    except ContextWindowError as error:  # caused by this example's prompt, not by the configuration
        prediction = Prediction(example.id, error=one_line(error))
    except (ConfigurationError, BudgetError):
        raise
    except Exception as error:  # one example must not end the run
        prediction = Prediction(example.id, error=one_line(error))
    return replace(prediction, id=example.id, seconds=round(time.perf_counter() - begun, 3))


def one_line(error: Exception) -> str:
    """Return the error on one line of at most 200 characters. An error that is not a CitehopError is preceded by its
    type.
    """
    named = str(error) if isinstance(error, CitehopError) else f"{type(error).__name__}: {error}"
    return " ".join(named.split())[:200]
