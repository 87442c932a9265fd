"""M3SciQA's first hop by citehop's own reading and ranking: in worker processes, or with language models."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

from ....agent.llm.errors import BudgetError
from ....agent.llm.roles import Models
from ....agent.llm.types import Reply, ReplyDelta, Request
from ....agent.llm.wrapped import Wrapped
from ....errors import CitehopError
from ....papers.process_lifetime import bind_to_parent
from ....papers.types import Paper, Word
from ....settings import Settings
from ...evaluate import System, one_line
from ...types import Document, Example, Prediction

if TYPE_CHECKING:
    from PIL import Image

    from ....agent.first_hop import SecondOpinion

KEPT_ENTITIES = 10  # of a reading, in the file of predictions


def rank_candidates(
    examples: Sequence[Example], settings: Settings, *, two_hops: bool = False
) -> Iterator[Prediction]:
    """Rankings of the examples' documents by what their picture says, in the order in which they are done.

    With `two_hops` each question is taken apart: its first part is read from the picture, the whole of it is compared
    with the papers. Images are read in worker processes (`settings.workers`; 0: one per core), their words cached
    below the home folder. A missing or unreadable image gives predictions with an error.
    """
    grouped: dict[tuple[str, str], list[Example]] = {}
    for example in examples:
        picture = example.pictures[0].path if example.pictures else ""
        grouped.setdefault((picture, example.group), []).append(example)
    one_thread = replace(settings, threads=1)  # the processes share the cores
    tasks = [_Task(image, tuple(asked), two_hops, one_thread) for (image, _), asked in grouped.items()]
    workers = max(1, min(len(tasks), settings.workers or cpu_count() or 1))
    crashed = []
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=bind_to_parent) as pool:
        futures = {pool.submit(_answer, task): task for task in tasks}
        for future in as_completed(futures):
            try:
                yield from future.result()
            except BrokenProcessPool:
                crashed.append(futures[future])
    for task in crashed:  # one of them broke the pool for all: each gets a process of its own
        yield from _alone(task)


def as_papers(candidates: Sequence[Document]) -> list[Paper]:
    """Candidates, whose text is their abstract, as papers."""
    return [Paper(id=c.id, title=c.title, abstract=c.text, abstract_only=True) for c in candidates]


@dataclass(frozen=True, slots=True)
class _Task:
    """All questions about one image, "" for none, and one anchor: the image is read once."""

    image: str
    examples: tuple[Example, ...]
    two_hops: bool
    settings: Settings


def _alone(task: _Task) -> list[Prediction]:
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=bind_to_parent) as pool:
        try:
            return pool.submit(_answer, task).result()
        except BrokenProcessPool:
            return _failed(task, f"{Path(task.image).name}: the process that read it died")


def _failed(task: _Task, error: str) -> list[Prediction]:
    return [Prediction(example.id, error=error) for example in task.examples]


def _answer(task: _Task) -> list[Prediction]:
    """Runs in a worker."""
    from ....figures.image import load_image
    from ....papers.parsing.ocr.words import recognise_words

    try:
        picture = load_image(Path(task.image))
        words = recognise_words(picture, task.settings, task.settings.home_path / "cache" / "ocr")
    except CitehopError as error:
        return _failed(task, str(error))
    except Exception as error:  # one image must not end the run
        return _failed(task, f"{Path(task.image).name}: cannot be read ({one_line(error)})")
    candidates = as_papers(task.examples[0].documents)
    return [_answer_one(example, picture, words, candidates, task) for example in task.examples]


def _answer_one(
    example: Example, picture: Image.Image, words: Sequence[Word], candidates: Sequence[Paper], task: _Task
) -> Prediction:
    from ....figures.answer.flat_prior import flat_reading
    from ....figures.question.parser import parse_question
    from ....figures.read import read_figure
    from ....retrieval.linking.rank import rank_papers

    begun = time.perf_counter()
    try:
        question = parse_question(example.question, one_hop=not task.two_hops)
        reading = read_figure(picture, question, words=words, settings=task.settings)
        if not reading.entities:
            reading = replace(flat_reading(words), operation=reading.operation)
        ranking = rank_papers(example.question, reading, candidates)
    except Exception as error:  # one question must not end the run
        return Prediction(example.id, error=f"question {example.id}: cannot be answered ({one_line(error)})")
    return Prediction(
        example.id,
        tuple(place.paper_id for place in ranking),
        replace(reading, entities=reading.entities[:KEPT_ENTITIES]),
        seconds=round(time.perf_counter() - begun, 3),
    )


def rank_with_models(models: Models, settings: Settings, two_hops: bool) -> System:
    """The system that ranks as `citehop ask` does with `models`: they read the figure too and reorder the best papers."""
    from ....agent.model_first_hop import ModelOpinion
    from ....agent.plan import Plan
    from ....agent.trace import Trace

    def rank(example: Example) -> Prediction:
        if not example.pictures:
            return Prediction(example.id, error="no figure to read")
        trace = Trace()
        text, vision = _BudgetWatch(models.text), _BudgetWatch(models.vision)
        opinion = ModelOpinion(replace(models, text=text, vision=vision), Plan(), trace)
        prediction = _rank_with(opinion, example, settings, two_hops)
        if stop := text.stop or vision.stop:
            raise stop  # the opinion went on without the model; a run must not
        return replace(prediction, usage=trace.usage)

    return rank


def _rank_with(opinion: SecondOpinion, example: Example, settings: Settings, two_hops: bool) -> Prediction:
    from ....figures.answer.flat_prior import flat_reading
    from ....figures.image import open_figure
    from ....figures.question.parser import parse_question
    from ....figures.read import read_figure
    from ....retrieval.linking.rank import rank_papers

    cache = settings.home_path / "cache" / "ocr"
    figure = open_figure(Path(example.pictures[0].path), settings=settings, cache=cache)
    question = parse_question(example.question, one_hop=not two_hops)
    reading = read_figure(figure, question, settings=settings)
    if not reading.entities:
        reading = replace(flat_reading(figure.words), operation=reading.operation)
    reading = opinion.reading(question.hops.visual, figure, reading)
    candidates = as_papers(example.documents)
    ranked = tuple(rank_papers(example.question, reading, candidates))
    ranked = opinion.ranking(example.question, reading, ranked, candidates, None)
    return Prediction(
        example.id,
        tuple(place.paper_id for place in ranked),
        replace(reading, entities=reading.entities[:KEPT_ENTITIES]),
    )


class _BudgetWatch(Wrapped):
    """Remembers the error of an exhausted budget."""

    stop: BudgetError | None = None

    def complete(self, request: Request) -> Reply:
        try:
            return self._llm.complete(request)
        except BudgetError as error:
            self.stop = error
            raise

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        return self._llm.stream(request)
