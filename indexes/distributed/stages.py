"""The stages of a build as functions of one paper that a worker on any machine can run.

A worker reads from and writes to the shared storage only. It does not make results that are stored already.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ...errors import ConfigurationError
from ...papers.clusters.files import paper_file, read_parsed_paper
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.scratch import scratch_folder
from ...settings import Settings
from ..build.chunk import build_passages
from ..build.embed import PaperEncoder, embed_paper, open_paper_encoder
from ..build.paper_ids import propose_id, set_id
from ..build.parse import find_outcome, parse_missing
from ..cache_paths import key_of, vector_file
from ..embedding.model import EmbeddingModel, model_for_search
from ..pages.build import encode_paper_pages
from ..pages.checkpoint import Checkpoint, find_checkpoint, require_extra
from ..pages.types import PageEncoder
from .bundles import bundle_files, bundle_result, unpack
from .storage import SharedStorage


@dataclass(frozen=True, slots=True)
class PaperTask:
    """The work on one paper.

    `file` has the keys of the results, and `settings` have no secrets. The embedding model is given by its name
    (`model`) and the key of its vectors (`vectors`), the model of page images by `page_model` and `page_vectors`; all
    four are "" without a model.
    """

    file: SourceFile
    settings: Settings
    storage: SharedStorage
    model: str
    vectors: str
    page_model: str = ""
    page_vectors: str = ""

    @property
    def source(self) -> str:
        """The name of the stored object with the paper's source."""
        return f"sources/{key_of(self.file.name, self.file.sha256)}.zip"

    @property
    def parsed(self) -> str:
        """The name of the stored object with the parsed paper.

        The limits are part of the key: a file that took too long is tried again when the limits change.
        """
        limits = (self.settings.parse_seconds, self.settings.parse_memory_mb)
        return f"parsed/{key_of(self.file.paper_id, self.file.parsed, self.file.chunked, limits)}.zip"

    @property
    def embedded(self) -> str:
        """The name of the stored object with the paper's vectors."""
        return f"vectors/{key_of(self.file.paper_id, self.file.chunked, self.vectors)}.npz"

    @property
    def paged(self) -> str:
        """The name of the stored object with the vectors of the paper's pages."""
        settings = self.settings
        return f"pages/{key_of(self.parsed, self.page_vectors, settings.max_pages, settings.visual_untrained)}.zip"


def parse_task(task: PaperTask) -> None:
    """Parse the paper and make its passages, unless that was done. If the file cannot be read, its problem is stored
    instead.
    """
    if task.storage.has(task.parsed):
        return
    with scratch_folder() as scratch:
        root, folder = scratch / "source", scratch / "cluster"
        unpack(task.storage.read(task.source), root)
        # Sizes and times of copies differ, but no key depends on them here.
        settings = replace(task.settings, workers=1, threads=1)
        for *_, paper in parse_missing(root, folder, [task.file], settings):
            if paper is not None:
                build_passages(folder, with_final_id(folder, task.file), settings)
        task.storage.write(task.parsed, bundle_result(folder, with_final_id(folder, task.file), settings))


@contextmanager
def _parsed_paper(task: PaperTask) -> Iterator[tuple[Path, SourceFile] | None]:
    """Yield a temporary folder with the parsed paper, and its file with the final id; None if the paper has a
    problem.
    """
    with scratch_folder() as scratch:
        unpack(task.storage.read(task.parsed), scratch)
        outcome = find_outcome(scratch, task.file, task.settings)
        usable = outcome is not None and not outcome.problem
        yield (scratch, with_final_id(scratch, task.file)) if usable else None


def embed_task(task: PaperTask) -> None:
    """Embed the passages of the parsed paper, unless that was done or the paper has a problem."""
    if not task.vectors or task.storage.has(task.embedded):
        return
    with _parsed_paper(task) as parsed:
        if parsed is None:
            return
        folder, file = parsed
        model, encoder = _encoder(task.model, task.vectors)
        embed_paper(folder, model, build_passages(folder, file, task.settings), encoder)
        task.storage.write(task.embedded, vector_file(folder, task.vectors, file.paper_id).read_bytes())


def encode_pages_task(task: PaperTask) -> None:
    """Encode the pages of the parsed paper as images, unless that was done or the paper has a problem."""
    if not task.page_vectors or task.storage.has(task.paged):
        return
    with _parsed_paper(task) as parsed:
        if parsed is None:
            return
        folder, file = parsed
        checkpoint, encoder = _page_encoder(
            task.page_model, task.page_vectors, untrained=task.settings.visual_untrained
        )
        files = encode_paper_pages(folder, file, checkpoint, replace(task.settings, workers=1), encoder)
        task.storage.write(task.paged, bundle_files(folder, files))


@cache
def _page_encoder(name: str, vectors: str, *, untrained: bool) -> tuple[Checkpoint, PageEncoder]:
    """Return the worker's model of page images, loaded once.

    Raises ConfigurationError if the model differs from the driver's.
    """
    from ..pages.colpali import ColpaliEncoder

    require_extra()
    checkpoint = find_checkpoint(name, offline=True)
    if checkpoint.key != vectors:
        raise ConfigurationError(f"on a worker: the visual model {name} is another one")
    return checkpoint, ColpaliEncoder(checkpoint, threads=1, untrained=untrained)


@cache
def _encoder(name: str, vectors: str) -> tuple[EmbeddingModel, PaperEncoder]:
    """Return the worker's embedding model, loaded once. Raises ConfigurationError if the model differs from the
    driver's.
    """
    model, warning = model_for_search(name, vectors, Settings(embedding_model=name))
    if model is None:
        raise ConfigurationError(f"on a worker: {warning or f'no embedding model {name}'}")
    return model, open_paper_encoder(model)


def fetch_results(task: PaperTask, folder: Path) -> bool:
    """Copy the workers' results for the paper to the cluster folder `folder`. Return False if a result is missing."""
    if not task.storage.has(task.parsed):
        return False
    unpack(task.storage.read(task.parsed), folder)
    outcome = find_outcome(folder, task.file, task.settings)
    if outcome is None or outcome.problem:
        return outcome is not None
    if task.vectors:
        if not task.storage.has(task.embedded):
            return False
        vectors = task.storage.read(task.embedded)
        write_atomic(vector_file(folder, task.vectors, with_final_id(folder, task.file).paper_id), vectors)
    if task.page_vectors:
        if not task.storage.has(task.paged):
            return False
        unpack(task.storage.read(task.paged), folder)
    return True


def with_final_id(folder: Path, file: SourceFile) -> SourceFile:
    """Return `file` with the id that a build gives its paper unless another paper has it; `file` itself if it is not
    parsed.
    """
    if not paper_file(folder, file).exists():
        return file
    return set_id(file, propose_id(file, read_parsed_paper(folder, file)))
