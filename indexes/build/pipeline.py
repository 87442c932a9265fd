"""One build, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.checksums import Checksums, checksums_file
from ...papers.clusters.files import citations_file, read_parsed_paper, summaries_file
from ...papers.clusters.manifest import SCHEMA, Manifest, SourceFile, StoreState, write_manifest
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import chunk_file, key_of, summary_vectors_file, vector_file, write_summary_vectors
from ..embedding.model import EmbeddingModel
from ..subjects import subjects_are_there, write_document_frequencies, write_subjects
from .anchor import find_anchor
from .bib_papers import add_abstracts
from .checksums import add_checksums
from .chunk import PaperPassages, build_passages
from .clean_up import delete_unused_files
from .embed import Embedder, dimension_of
from .paper_ids import assign_ids, list_known_ids, propose_id, set_id
from .parse import find_outcome, parse_missing
from .report import BuildProgress, BuildReport, Listener, Stopwatch
from .resolve_citations import resolve_citations, without_text
from .write_store import StoreContent, store_exists, update_store

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


@dataclass(frozen=True, slots=True)
class FreshPassages:
    """Passages made in this build: the `keys` of all by paper id, and of the first `_IN_MEMORY` papers the `items` themselves
    and the bibliographies in `papers`; the others are read again when they are needed."""

    keys: dict[str, str] = field(default_factory=dict)
    items: dict[str, PaperPassages] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=dict)

    def add(self, passages: PaperPassages, paper: Paper | None) -> None:
        """Keep the passages of `paper`, which is None if it was not parsed in this build."""
        self.keys[passages.paper_id] = passages.key
        if len(self.items) < _IN_MEMORY:
            self.items[passages.paper_id] = passages
            if paper:
                self.papers[passages.paper_id] = without_text(paper)

    def drop(self, paper_id: str) -> None:
        """Forget a paper."""
        del self.keys[paper_id]
        self.items.pop(paper_id, None)
        self.papers.pop(paper_id, None)


def run_pipeline(run: BuildPipeline, anchor: str | None, warnings: list[str]) -> BuildReport:
    """Do what is missing, commit it, and say what was done. `warnings` are those so far."""
    listen = _listen(run, "embed")
    with Embedder(run.target, run.model, run.settings, listen) if run.model else nullcontext() as embedder:
        fresh = FreshPassages()
        early: dict[str, str] = {}  # by id, the file whose passages are in `fresh`

        def take(file: SourceFile, paper: Paper | None = None) -> None:
            if early.setdefault(file.paper_id, file.stored_name) != file.stored_name:
                return  # two files propose one id: it is assigned when all are parsed
            passages = build_passages(run.target, file, run.settings, paper)
            fresh.add(passages, paper)
            if embedder:
                embedder.add(passages)

        with run.watch("parse"):
            files, parsed, found = _parse(run, take)
            final = {file.stored_name: file.paper_id for file in files}
            for paper_id in [i for i, name in early.items() if final[name] != i]:
                fresh.drop(paper_id)
                del early[paper_id]
            abstracts = add_abstracts(run.target, run.bib, files, run.previous, run.settings)
        warnings = [*warnings, *_new_problems(run, files), *found]
        readable = [file for file in files if not file.problem]
        if not readable:
            raise UsageError(f"no paper could be read; {files[0].problem}")
        files, readable = (*files, *abstracts), [*readable, *abstracts]
        anchor_id = _anchor(run, anchor, files, warnings)
        if run.previous and anchor_id == run.previous.anchor and _is_current(run, run.previous, files):
            return _report(run, run.previous, warnings, parsed)
        with run.watch("cite"):
            citations = resolve_citations(run.target, readable, fresh.papers)
        known = _stored_keys(run, readable)
        with run.watch("chunk"):
            for file in readable:
                if file.paper_id not in known and file.paper_id not in fresh.keys:
                    take(file)
        with run.watch("embed"):
            embedded = embedder.finish() if embedder else 0
            if run.model:
                ids = [file.paper_id for file in readable]
                write_summary_vectors(run.target, citations, run.model.key, ids)
    with run.watch("store"):
        store, stored = _store(run, readable, known, fresh)
    manifest = Manifest(
        schema=SCHEMA,
        name=run.name,
        folder=str(run.source.resolve()),
        anchor=anchor_id,
        citations=citations,
        model=run.model.name if run.model else "",
        vectors=_vectors(run),
        files=files,
        store=store,
        bib=run.bib,
        precision=_precision(run, embedder),
        reranker=run.reranker,
        removed=run.removed,
    )
    write_subjects(run.target, manifest)
    if store.url:
        write_document_frequencies(run.target, manifest)
    manifest = add_checksums(run.target, manifest, run.checksums)
    write_manifest(run.target, manifest)
    delete_unused_files(run.target, manifest, run.previous)
    return _report(run, manifest, warnings, parsed, embedded, stored)


def _precision(run: BuildPipeline, embedder: Embedder | None) -> str:
    """That of this build's vectors, or where it made none or few that of the last build's; "" without a model."""
    if embedder is None:
        return ""
    same_model = run.previous if run.previous and run.previous.vectors == _vectors(run) else None
    return same_model.precision if same_model and embedder.precision == "float32" else embedder.precision


def _vectors(run: BuildPipeline) -> str:
    return run.model.key if run.model else ""


def _parse(
    run: BuildPipeline, take: Callable[[SourceFile, Paper], None]
) -> tuple[tuple[SourceFile, ...], int, list[str]]:
    """The files with their ids and what became of them, how many papers were parsed now, and warnings about these.

    `take` gets each new paper as soon as it is there: its texts are encoded while others are still parsed.
    """
    count = 0
    warnings: list[str] = []
    known = list_known_ids(run.previous)
    proposed: dict[str, str] = {}
    single = [file for file in run.files if not file.problem]
    for done, total, file, paper in parse_missing(run.source, run.target, single, run.settings):
        if paper:
            count += 1
            warnings += paper.warnings
            paper_id = proposed[file.stored_name] = known.get(file.sha256) or propose_id(file, paper)
            take(set_id(file, paper_id), replace(paper, id=paper_id))
        _listen(run, "parse")(done, total)

    def propose(file: SourceFile) -> str:
        return proposed.get(file.stored_name) or propose_id(file, read_parsed_paper(run.target, file))

    files = [file if file.problem else _outcome(run, file) for file in run.files]
    return tuple(assign_ids(files, known, propose)), count, sorted(warnings)


def _new_problems(run: BuildPipeline, files: Sequence[SourceFile]) -> list[str]:
    """Problems of `files` that the last build did not report."""
    known = {file.problem for file in run.previous.files} if run.previous else set()
    return [file.problem for file in files if file.problem and file.problem not in known]


def _outcome(run: BuildPipeline, file: SourceFile) -> SourceFile:
    known = find_outcome(run.target, file, run.settings)
    assert known is not None, f"{file.name} was parsed"
    return known


def _anchor(
    run: BuildPipeline, anchor: str | None, files: Sequence[SourceFile], warnings: list[str]
) -> str | None:
    readable = {file.paper_id: file for file in files if not file.problem}
    if anchor:
        return find_anchor(anchor, files, lambda: _titles(run, readable))
    before = run.previous.anchor if run.previous else None
    if before and before not in readable and run.previous:
        names = {file.name for file in run.previous.files if file.paper_id == before}
        # Another version of citehop may have derived another id from the same file name.
        renamed = next((i for i, file in readable.items() if file.name in names), None)
        if renamed is not None:
            return renamed
        warnings.append(f"the anchor {before} is no longer in the cluster; give another with --anchor")
        return None
    return before


def _titles(run: BuildPipeline, files: Mapping[str, SourceFile]) -> dict[str, str]:
    return {i: read_parsed_paper(run.target, file).title for i, file in files.items()}


def _is_current(run: BuildPipeline, previous: Manifest, files: tuple[SourceFile, ...]) -> bool:
    """True if a build would change nothing. Damaged files are missing here: their error tells users to delete them."""
    return (
        (previous.files, previous.bib) == (files, run.bib)
        and not run.new_store
        and previous.vectors == _vectors(run)
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


def _store(
    run: BuildPipeline,
    files: Sequence[SourceFile],
    known: Mapping[str, str],
    fresh: FreshPassages,
) -> tuple[StoreState, int]:
    """Bring the store up to date: its state, and how many points were written."""
    by_id = {file.paper_id: file for file in files}

    def load(paper_id: str) -> PaperPassages:
        return fresh.items.get(paper_id) or build_passages(run.target, by_id[paper_id], run.settings)

    keys = {i: known[i] if i in known else key_of(fresh.keys[i], _vectors(run)) for i in by_id}
    wanted = StoreContent(keys, load, _vectors(run), dimension_of(run.target, run.model, by_id))
    before = run.previous.store if run.previous else None
    listen = _listen(run, "store")
    return update_store(run.target, wanted, before, run.settings, listen, new=run.new_store)


def _stored_keys(run: BuildPipeline, files: Sequence[SourceFile]) -> dict[str, str]:
    """By paper id, the keys of the points that the last build stored for the very chunks and model of this one."""
    if run.previous is None or run.previous.vectors != _vectors(run):
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


def _listen(run: BuildPipeline, stage: str) -> Callable[[int, int], None]:
    def listen(done: int, total: int) -> None:
        if run.progress:
            run.progress(BuildProgress(stage, done, total))

    return listen


def _has_vectors(run: BuildPipeline, file: SourceFile) -> bool:
    return run.model is None or vector_file(run.target, run.model.key, file.paper_id).exists()


def _report(
    run: BuildPipeline,
    manifest: Manifest,
    warnings: list[str],
    parsed: int,
    embedded: int = 0,
    stored: int = 0,
) -> BuildReport:
    gone = set(run.previous.paper_ids if run.previous else ()) - set(manifest.paper_ids)
    return BuildReport(
        name=manifest.name,
        path=run.target,
        anchor=manifest.anchor,
        papers=len(manifest.paper_ids),
        abstracts=sum(map(manifest.is_bib_entry, manifest.files)),
        chunks=manifest.store.points,
        parsed=parsed,
        removed=len(gone),
        embedded=embedded,
        stored=stored,
        problems=tuple((file.name, file.problem) for file in manifest.files if file.problem),
        warnings=tuple(warnings),
        seconds=run.watch.seconds,
    )
