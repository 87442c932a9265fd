"""The inputs of one build, the passages that it makes, and what the last build has stored already."""

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

_IN_MEMORY = 500  # papers that are kept from parsing to storing, with their passages: some 100 MB


@dataclass(frozen=True, slots=True)
class BuildPipeline:
    """The inputs of one build: papers in `source`, the cluster in `target` with its copy `bib` of a .bib file,
    its last `previous` manifest if any, and the `checksums` of that build, whose store is not used with `new_store`. Papers
    that were `removed` from the cluster are not among `files`."""

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
        """The key of the embedding model; "" without one."""
        return self.model.key if self.model else ""

    def listener(self, stage: str) -> Callable[[int, int], None]:
        """A function that reports how many units of `stage` are done, of how many."""

        def listen(done: int, total: int) -> None:
            if self.progress:
                self.progress(BuildProgress(stage, done, total))

        return listen


@dataclass(frozen=True, slots=True)
class FreshPassages:
    """Passages made in this build: the `keys` of all by paper id, and of the first `_IN_MEMORY` papers the `items` themselves
    and the bibliographies in `papers`; the others are read again when they are needed. `owners` are the stored names of the
    files that proposed the ids."""

    keys: dict[str, str] = field(default_factory=dict)
    items: dict[str, PaperPassages] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def claim(self, file: SourceFile) -> bool:
        """True for the first file with its id; the ids of others are assigned when all files are parsed."""
        return self.owners.setdefault(file.paper_id, file.stored_name) == file.stored_name

    def add(self, passages: PaperPassages, paper: Paper | None) -> None:
        """Keep the passages of `paper`, which is None if it was not parsed in this build."""
        self.keys[passages.paper_id] = passages.key
        if len(self.items) < _IN_MEMORY:
            self.items[passages.paper_id] = passages
            if paper:
                self.papers[passages.paper_id] = without_text(paper)

    def drop_renamed(self, files: Iterable[SourceFile]) -> None:
        """Forget papers whose id has been assigned to another of `files` than the one that proposed it."""
        final = {file.paper_id: file.stored_name for file in files}
        self.drop([each for each, name in self.owners.items() if final.get(each) != name])

    def drop(self, paper_ids: Iterable[str]) -> None:
        """Forget these papers; their passages are made again."""
        for paper_id in paper_ids:
            for kept in (self.owners, self.keys, self.items, self.papers):
                kept.pop(paper_id, None)


def is_current(run: BuildPipeline, previous: Manifest, files: tuple[SourceFile, ...]) -> bool:
    """True if a build would change nothing. Damaged files are missing here: their error tells users to delete them."""
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
    """By paper id, the keys of the points that the last build stored for the very chunks and model of this one."""
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
