"""Second and third stage of a build: papers to chunks, chunks to vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..papers.cluster import paper_file, read_made
from ..papers.codec import to_json
from ..papers.files import write_atomic
from ..papers.manifest import SourceFile
from ..papers.types import Paper
from ..settings import Settings
from .artefacts import Vectors, chunk_file, key_of, read_chunks, read_vectors, text_key, write_vectors
from .chunking import chunk_paper, embedding_text, paper_text
from .model import Model
from .types import Chunk

# Texts are sorted by length within so many, which saves nearly all padding, and kept on disk after as many.
_WINDOW = 256
_SLICE = 32  # texts between two reports of progress: about a second


@dataclass(frozen=True, slots=True)
class Passages:
    """A paper's chunks and the texts to embed, one for each chunk and one for the whole paper, with their keys.

    `key` changes when any of them does.
    """

    paper_id: str
    key: str
    chunks: tuple[Chunk, ...]
    texts: tuple[str, ...]

    text_keys: tuple[bytes, ...]


def passages_of(folder: Path, file: SourceFile, settings: Settings) -> Passages:
    """The passages of the paper that `file` was parsed to: those stored, or new ones, which are then stored."""
    paper = read_made(Paper, paper_file(folder, file))
    path = chunk_file(folder, file)
    if path.exists():
        chunks = read_chunks(folder, file)
    else:
        chunks = chunk_paper(paper, settings.chunk_tokens, settings.chunk_overlap)
        write_atomic(path, to_json(chunks))
    texts = (*(embedding_text(paper, chunk) for chunk in chunks), paper_text(paper))
    return Passages(paper.id, key_of(chunks, texts), chunks, texts, tuple(map(text_key, texts)))


def embed_missing(
    folder: Path,
    model: Model,
    passages: Iterable[Passages],
    settings: Settings,
    listen: Callable[[int, int], None],
) -> int:
    """Encode the texts of `passages` that have no vector yet, storing them paper by paper; how many there were.

    `listen` gets (done, total). An interruption loses what was encoded since the last window was stored.
    """
    from .embedding.encoder import Encoder

    jobs = [job for item in passages if (job := _job(folder, model, item)).to_do]
    total = sum(len(job.new) for job in jobs)
    encoder = Encoder(
        model.folder, settings.threads, sum(len(text) for job in jobs for text in job.new.values())
    )
    done = 0
    for window in _windows(jobs):
        texts = sorted(
            (pair for job in window for pair in job.new.items()), key=lambda pair: (-len(pair[1]), pair[0])
        )
        fresh: Vectors = {}
        for start in range(0, len(texts), _SLICE):
            keys, some = zip(*texts[start : start + _SLICE], strict=True)
            fresh = {**fresh, **dict(zip(keys, encoder.encode(some), strict=True))}
            done += len(keys)
            listen(done, total)
        for job in window:
            item = job.passages
            write_vectors(folder, model.key, item.paper_id, item.text_keys, {**job.stored, **fresh})
    return total


def dimension_of(folder: Path, model: Model | None, paper_ids: Iterable[str]) -> int:
    """Of the vectors stored; 0 where there are none."""
    for paper_id in paper_ids if model else ():
        assert model is not None
        for vector in read_vectors(folder, model.key, paper_id).values():
            return len(vector)
    return 0


@dataclass(frozen=True, slots=True)
class _Job:
    passages: Passages
    stored: Vectors
    new: dict[bytes, str]

    @property
    def to_do(self) -> bool:
        """Also true when only the order changed or texts went: the file is the same as one made in a single run."""
        return tuple(self.stored) != tuple(dict.fromkeys(self.passages.text_keys))


def _job(folder: Path, model: Model, item: Passages) -> _Job:
    stored = read_vectors(folder, model.key, item.paper_id)
    texts = dict(zip(item.text_keys, item.texts, strict=True))
    return _Job(item, stored, {key: text for key, text in texts.items() if key not in stored})


def _windows(jobs: Iterable[_Job]) -> Iterator[list[_Job]]:
    window: list[_Job] = []
    for job in jobs:
        window.append(job)
        if sum(len(held.new) for held in window) >= _WINDOW:
            yield window
            window = []
    if window:
        yield window
