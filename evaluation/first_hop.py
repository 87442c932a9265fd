"""M3SciQA's first hop run through citehop's own reading and ranking: no model, no network."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CitehopError
from ..papers.belonging import belong_to_parent
from ..papers.types import Paper, Word
from ..settings import Settings
from .m3sciqa import FirstHop, VisualQuestion
from .runs import Report, code_key, complete_run, run_key
from .types import Prediction

if TYPE_CHECKING:
    from PIL import Image

KEPT_ENTITIES = 10  # of a reading, in the file of predictions


def run_first_hop(
    hop: FirstHop, settings: Settings, progress: Report | None = None
) -> tuple[Path, dict[str, Prediction]]:
    """The file of predictions and what it holds, one for each question.

    The file lies under the home folder and is named after the data and the code, so that a second call only reads it
    while either change starts a new one. Images are read in worker processes (`settings.workers`; 0: one per core),
    their words cached. A missing or unreadable image gives predictions with an error.
    """
    key = run_key(code_key(("papers", "figures", "retrieval")), *(path.read_bytes() for path in hop.files))
    path = settings.home_path / "runs" / f"m3sciqa-rank-{key}.jsonl"

    def predict(ids: Sequence[str]) -> Iterator[Prediction]:
        wanted = set(ids)
        return _predict(
            [question for question in hop.questions if question.id in wanted], hop.candidates, settings
        )

    return path, complete_run(path, [question.id for question in hop.questions], predict, progress)


@dataclass(frozen=True, slots=True)
class _Task:
    """All questions about one image: it is read once."""

    image: Path
    questions: tuple[VisualQuestion, ...]
    candidates: tuple[Paper, ...]
    settings: Settings


def _predict(
    questions: Sequence[VisualQuestion], candidates: Mapping[str, tuple[Paper, ...]], settings: Settings
) -> Iterator[Prediction]:
    grouped: dict[tuple[Path, str], list[VisualQuestion]] = {}
    for question in questions:
        grouped.setdefault((question.image, question.anchor), []).append(question)
    one_thread = replace(settings, threads=1)  # the processes share the cores
    tasks = [
        _Task(image, tuple(asked), candidates.get(anchor, ()), one_thread)
        for (image, anchor), asked in grouped.items()
    ]
    workers = min(len(tasks), settings.workers or cpu_count() or 1)
    crashed = []
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=belong_to_parent) as pool:
        futures = {pool.submit(_answer, task): task for task in tasks}
        for future in as_completed(futures):
            try:
                yield from future.result()
            except BrokenProcessPool:
                crashed.append(futures[future])
    for task in crashed:  # one of them broke the pool for all: each gets a process of its own
        yield from _alone(task)


def _alone(task: _Task) -> list[Prediction]:
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=belong_to_parent) as pool:
        try:
            return pool.submit(_answer, task).result()
        except BrokenProcessPool:
            return _failed(task, f"{task.image.name}: the process that read it died")


def _failed(task: _Task, error: str) -> list[Prediction]:
    return [Prediction(question.id, error=error) for question in task.questions]


def _answer(task: _Task) -> list[Prediction]:
    """Runs in a worker."""
    from ..figures.image import load_image
    from ..papers.ocr import ocr_words

    try:
        picture = load_image(task.image)
        words = ocr_words(picture, task.settings, task.settings.home_path / "cache" / "ocr")
    except CitehopError as error:
        return _failed(task, str(error))
    except Exception as error:  # one image must not end the run
        return _failed(task, f"{task.image.name}: cannot be read ({_one_line(error)})")
    return [_answer_one(question, picture, words, task) for question in task.questions]


def _answer_one(
    question: VisualQuestion, picture: Image.Image, words: Sequence[Word], task: _Task
) -> Prediction:
    from ..figures.prior import flat_reading
    from ..figures.read import read_figure
    from ..retrieval.rank import rank_papers

    begun = time.perf_counter()
    try:
        reading = read_figure(picture, question.question, words=words, settings=task.settings)
        if not reading.entities:
            reading = replace(flat_reading(words), operation=reading.operation)
        ranking = rank_papers(question.question, reading, task.candidates)
    except Exception as error:  # one question must not end the run
        return Prediction(
            question.id, error=f"question {question.id}: cannot be answered ({_one_line(error)})"
        )
    return Prediction(
        question.id,
        tuple(place.paper_id for place in ranking),
        replace(reading, entities=reading.entities[:KEPT_ENTITIES]),
        seconds=round(time.perf_counter() - begun, 3),
    )


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
