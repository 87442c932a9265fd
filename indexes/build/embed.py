"""Third stage of a build: encode texts as vectors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from ...errors import UnavailableError
from ...settings import Settings
from ..cache_paths import Vectors, read_vectors, text_key, write_vectors
from ..embedding.model import EmbeddingModel
from ..embedding.precision import Precision, fastest_precision
from .chunk import PaperPassages

if TYPE_CHECKING:
    from ..embedding.encoder import Encoder
    from ..embedding.pool import EncoderPool

Array = npt.NDArray[np.float32]

_HANDED_OUT = 256  # waiting texts that are handed to background processes together
_WINDOW = 1024  # without background processes: texts that are sorted by length and stored together
_MOST_WAITING = 20_000  # with more texts not yet encoded, reading papers waits
_SLICE = 128  # texts between two reports of progress, which take about a second


class Embedder:
    """Encodes the texts that have no vector yet and stores their vectors paper by paper.

    Texts are encoded in background processes if `in_processes` allows it, otherwise in this process. `listen` is
    called with (done, total) texts; the total grows with every `add`. Vectors that are stored survive an
    interruption. `precision` is the one that most texts were encoded with.
    """

    def __init__(
        self, folder: Path, model: EmbeddingModel, settings: Settings, listen: Callable[[int, int], None]
    ) -> None:
        self._folder, self._model, self._settings, self._listen = folder, model, settings, listen
        self._waiting: list[_EmbeddingJob] = []
        self._running: list[tuple[list[_EmbeddingJob], list[_EmbeddingPart]]] = []
        self._pool: EncoderPool | None = None
        self._encoder: Encoder | None = None
        self._done = self._total = 0
        self.precision: Precision = "float32"

    def __enter__(self) -> Embedder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.close()
        self._encoder = None  # a model in this process takes memory that the next stages need

    def add(self, item: PaperPassages) -> None:
        """Embed the texts of `item`, now or in `finish`. Raises UnavailableError if a background process was killed."""
        job = _job(self._folder, self._model, item)
        if job.to_do:
            self._waiting.append(job)
            self._total += len(job.new)
        waiting = sum(len(job.new) for job in self._waiting)
        if not self._waiting or not self._in_processes:
            if waiting >= _WINDOW:
                self._encode_waiting()
            return
        if waiting >= _HANDED_OUT:
            self._hand_out()
        with _cut_off():
            self._collect([run for run in self._running if all(part.future.done() for part in run[1])])
            while self._running and self._total - self._done > _MOST_WAITING:
                self._collect(self._running[:1])

    def finish(self) -> int:
        """Wait until everything is encoded, and return how many texts were encoded.

        Raises UnavailableError if a background process was killed.
        """
        if self._pool:
            self._hand_out()
        with _cut_off():
            self._collect(list(self._running))
        if self._waiting:
            self._encode_waiting()
        return self._total

    def _encode_waiting(self) -> None:
        """Encode and store the waiting texts in this process."""
        from ..embedding.encoder import Encoder

        if self._encoder is None:
            characters = sum(len(text) for job in self._waiting for text in job.new.values())
            self._encoder = Encoder(self._model.folder, self._settings.threads, characters)
        for window in _windows(self._waiting):
            self._store(window, self._encoded(self._encoder, window))
        self._waiting = []

    @cached_property
    def _in_processes(self) -> bool:
        return in_processes(self._model.folder)

    def _hand_out(self) -> None:
        from ..embedding.pool import EncoderPool

        if self._pool is None:
            self.precision = fastest_precision()
            processes = self._settings.threads or cores()
            self._pool = EncoderPool(self._model.folder, processes, self.precision)
        parts = []
        for keys, texts in (part for job in self._waiting for part in _parts(job)):
            with _cut_off():
                parts.append(_EmbeddingPart(keys, self._pool.submit(texts)))
        self._running.append((self._waiting, parts))
        self._waiting = []

    def _collect(self, runs: list[tuple[list[_EmbeddingJob], list[_EmbeddingPart]]]) -> None:
        for jobs, parts in runs:
            fresh: dict[bytes, Array] = {}
            for part in parts:
                fresh.update(zip(part.keys, part.future.result(), strict=True))
                self._advance(len(part.keys))
            self._store(jobs, fresh)
            self._running.remove((jobs, parts))

    def _encoded(self, encoder: Encoder, window: list[_EmbeddingJob]) -> Vectors:
        pairs = _by_length(window)
        fresh: dict[bytes, Array] = {}
        for start in range(0, len(pairs), _SLICE):
            keys, texts = zip(*pairs[start : start + _SLICE], strict=True)
            fresh.update(zip(keys, encoder.encode(texts), strict=True))
            self._advance(len(keys))
        return fresh

    def _advance(self, count: int) -> None:
        self._done += count
        self._listen(self._done, self._total)

    def _store(self, jobs: Iterable[_EmbeddingJob], fresh: Vectors) -> None:
        for job in jobs:
            write_vectors(self._folder, self._model.key, job.paper_id, job.keys, {**job.stored, **fresh})


class PaperEncoder(Protocol):
    """An encoder of texts to vectors. `encode` returns (len(texts), dimension) float32 with rows of length 1."""

    def encode(self, texts: Sequence[str]) -> Array: ...


def open_paper_encoder(model: EmbeddingModel) -> PaperEncoder:
    """Return the fastest encoder for a worker that encodes many papers with one thread."""
    if not in_processes(model.folder):
        from ..embedding.encoder import Encoder

        return Encoder(model.folder, 1, _WINDOW * _SLICE)
    if fastest_precision() == "bfloat16":
        from ..embedding.bert_torch import TorchBertEncoder

        return TorchBertEncoder(model.folder, threads=1)
    from ..embedding.bert import BertEncoder

    return BertEncoder(model.folder)


def embed_paper(folder: Path, model: EmbeddingModel, item: PaperPassages, encoder: PaperEncoder) -> None:
    """Encode the passages of `item` with `encoder` and store the vectors. They equal those of a build with
    `EncoderPool`.
    """
    job = _job(folder, model, item)
    fresh: dict[bytes, Array] = {}
    for keys, texts in _parts(job):
        fresh.update(zip(keys, encoder.encode(texts), strict=True))
    write_vectors(folder, model.key, job.paper_id, job.keys, {**job.stored, **fresh})


def _parts(job: _EmbeddingJob) -> Iterator[tuple[tuple[bytes, ...], tuple[str, ...]]]:
    """Yield the keys and texts of `job` that have no vector yet, in parts that are encoded together.

    In bfloat16 a vector depends on the other texts of its part. A part has texts of one paper only, so that a vector
    does not depend on the other papers of a build, their order or the number of processes.
    """
    pairs = _by_length([job])
    for start in range(0, len(pairs), _SLICE):
        keys, texts = zip(*pairs[start : start + _SLICE], strict=True)
        yield keys, texts


def _by_length(jobs: Iterable[_EmbeddingJob]) -> list[tuple[bytes, str]]:
    """Return the distinct texts of `jobs` with their keys, the longest first: texts of equal length need no padding."""
    unique = {key: text for job in jobs for key, text in job.new.items()}
    return sorted(unique.items(), key=lambda pair: (-len(pair[1]), pair[0]))


@contextmanager
def _cut_off() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise UnavailableError(
            "embedding was cut off: a process was killed (out of memory?); run it again to go on, "
            "with a smaller CITEHOP_THREADS"
        ) from error


def in_processes(model: Path) -> bool:
    """True if a pool of processes is the fastest way to encode much text: `BertEncoder` supports the model and there
    is no GPU.
    """
    from ..embedding.bert import supports
    from ..embedding.encoder import gpu

    return supports(model) and not gpu()


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def dimension_of(folder: Path, model: EmbeddingModel | None, paper_ids: Iterable[str]) -> int:
    """Return the dimension of the stored vectors of `paper_ids`; 0 if there are none."""
    for paper_id in paper_ids if model else ():
        assert model is not None
        for vector in read_vectors(folder, model.key, paper_id).values():
            return len(vector)
    return 0


@dataclass(frozen=True, slots=True)
class _EmbeddingPart:
    keys: tuple[bytes, ...]
    future: Future[Array]


@dataclass(frozen=True, slots=True)
class _EmbeddingJob:
    paper_id: str
    keys: tuple[bytes, ...]
    stored: Vectors
    new: dict[bytes, str]

    @property
    def to_do(self) -> bool:
        """True if the file of vectors must be written.

        Also true if only the order of texts changed or texts were removed, so that the file equals one made in a
        single build.
        """
        return tuple(self.stored) != self.keys


def _job(folder: Path, model: EmbeddingModel, item: PaperPassages) -> _EmbeddingJob:
    stored = read_vectors(folder, model.key, item.paper_id)
    texts = {text_key(text): text for text in item.texts}
    new = {key: text for key, text in texts.items() if key not in stored}
    return _EmbeddingJob(item.paper_id, tuple(texts), stored, new)


def _windows(jobs: Iterable[_EmbeddingJob]) -> Iterator[list[_EmbeddingJob]]:
    window: list[_EmbeddingJob] = []
    for job in jobs:
        window.append(job)
        if sum(len(held.new) for held in window) >= _WINDOW:
            yield window
            window = []
    if window:
        yield window
