"""The inputs of one build, the passages that it makes, and the keys of points that the last build stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...papers.clusters.checksums import Checksums, checksums_file
from ...papers.clusters.files import citations_file, summaries_file
from ...papers.clusters.manifest import Manifest, SourceFile
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import chunk_file, summary_vectors_file, vector_file
from ..embedding.model import EmbeddingModel
from ..subject_files import subjects_are_there
from .chunk import PaperPassages
from .report import BuildProgress, Listener, Stopwatch
from .resolve_citations import without_text
from .write_store import store_exists

_IN_MEMORY = 500  # papers whose passages stay in memory from parsing to storing: some 100 MB


@dataclass(frozen=True, slots=True)
class BuildPipeline:
    """The inputs of one build.

    `files` are read from the folder `source`; the cluster is in the folder `target`. `bib` is the cluster's copy of a
    .bib file. `previous` is the manifest of the last build and `checksums` are that build's checksums. `new_store`
    means that the store of the last build must not be used. `removed` papers were removed from the cluster and are
    not among `files`.
    """

    name: str
    source: Path
    target: Path
    settings: Settings
    model: EmbeddingModel | None
    files: tuple[SourceFile, ...]
    bib: str
    previous: Manifest | None
    progress: Listener | None
    reranker: str = ""
    checksums: Checksums = field(default_factory=dict)
    new_store: bool = False
    removed: tuple[SourceFile, ...] = ()
    watch: Stopwatch = field(default_factory=Stopwatch)

    @property
    def vectors(self) -> str:
        """The key of the embedding model; "" without a model."""
        return self.model.key if self.model else ""

    def listener(self, stage: str) -> Callable[[int, int], None]:
        """Return a function that reports (done, total) units of `stage` to `progress`."""

        def listen(done: int, total: int) -> None:
            if self.progress:
                self.progress(BuildProgress(stage, done, total))

        return listen


@dataclass(frozen=True, slots=True)
class FreshPassages:
    """Passages made in this build.

    `keys` maps every paper id to the key of its passages. For the first `_IN_MEMORY` papers, `items` has the passages
    and `papers` the bibliographies; those of other papers are read again when they are needed. `owners` maps every id
    to the stored name of the file that proposed it.
    """

    keys: dict[str, str] = field(default_factory=dict)
    items: dict[str, PaperPassages] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def claim(self, file: SourceFile) -> bool:
        """True for the first file that proposes its id. The ids of other files with this id are assigned after
        parsing.
        """
        return self.owners.setdefault(file.paper_id, file.stored_name) == file.stored_name

    def add(self, passages: PaperPassages, paper: Paper | None) -> None:
        """Keep `passages`. `paper` is their parsed paper, or None if it was not parsed in this build."""
        self.keys[passages.paper_id] = passages.key
        if len(self.items) < _IN_MEMORY:
            self.items[passages.paper_id] = passages
            if paper:
                self.papers[passages.paper_id] = without_text(paper)

    def drop_renamed(self, files: Iterable[SourceFile]) -> None:
        """Forget the papers whose id was assigned to another file than the one that proposed it."""
        final = {file.paper_id: file.stored_name for file in files}
        self.drop([each for each, name in self.owners.items() if final.get(each) != name])

    def drop(self, paper_ids: Iterable[str]) -> None:
        """Forget the papers `paper_ids`. Their passages are made again."""
        for paper_id in paper_ids:
            for kept in (self.owners, self.keys, self.items, self.papers):
                kept.pop(paper_id, None)


def is_current(run: BuildPipeline, previous: Manifest, files: tuple[SourceFile, ...]) -> bool:
    """True if a build would change nothing.

    Damaged files are not checked here: their error tells users to delete them.
    """
    return (
        (previous.files, previous.bib) == (files, run.bib)
        and not run.new_store
        and previous.vectors == run.vectors
        and previous.store.url == run.settings.qdrant_url
        and previous.reranker == run.reranker
        and all(
            file.problem or (chunk_file(run.target, file).exists() and _has_vectors(run, file))
            for file in files
        )
        and checksums_file(run.target, previous.checksums).exists()
        and citations_file(run.target, previous.citations).exists()
        and summaries_file(run.target, previous.citations).exists()
        and (not run.model or summary_vectors_file(run.target, previous.citations, run.model.key).exists())
        and store_exists(run.target, previous.store, run.settings)
        and subjects_are_there(run.target, previous)
    )


def list_stored_keys(run: BuildPipeline, files: Sequence[SourceFile]) -> dict[str, str]:
    """Map paper ids to the keys of their stored points, for papers with the same chunks and model as in the last
    build.
    """
    if run.previous is None or run.previous.vectors != run.vectors:
        return {}
    before = {file.paper_id: file.chunked for file in run.previous.files}
    keys = {paper_id: key for paper_id, key, _ in run.previous.store.papers}
    return {
        file.paper_id: keys[file.paper_id]
        for file in files
        if file.paper_id in keys
        and before[file.paper_id] == file.chunked
        and chunk_file(run.target, file).exists()
        and _has_vectors(run, file)
    }


def _has_vectors(run: BuildPipeline, file: SourceFile) -> bool:
    return run.model is None or vector_file(run.target, run.model.key, file.paper_id).exists()
