"""The stages of one build, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from ...errors import UsageError
from ...papers.clusters.files import read_parsed_paper
from ...papers.clusters.manifest import SCHEMA, Manifest, SourceFile, StoreState, write_manifest
from ...papers.clusters.origin import unmark_unfinished
from ...papers.types import Paper
from ...papers.user_record import apply_fields
from ..cache_paths import key_of, write_summary_vectors
from ..subject_files import write_document_frequencies, write_subjects
from .anchor import find_anchor
from .bib_papers import add_abstracts
from .checksums import add_checksums
from .chunk import PaperPassages, build_passages
from .clean_up import delete_unused_files
from .embed import Embedder, dimension_of
from .paper_ids import assign_ids, list_known_ids, propose_id, set_id
from .paper_warnings import join_warnings
from .parse import find_outcome, parse_missing
from .pipeline_state import BuildPipeline, FreshPassages, is_current, list_stored_keys
from .report import BuildReport
from .resolve_citations import resolve_citations
from .write_store import StoreContent, update_store


def run_pipeline(run: BuildPipeline, anchor: str | None, warnings: list[str]) -> BuildReport:
    """Do the missing work of every stage, commit the build, and return its report.

    `warnings` are those found so far.
    """
    fresh = FreshPassages()
    listen = run.listener("embed")
    with Embedder(run.target, run.model, run.settings, listen) if run.model else nullcontext() as embedder:
        take = partial(_take, run, fresh, embedder)
        with run.watch("parse"):
            files, parsed, found = _parse(run, take)
            fresh.drop_renamed(files)
            described, abstracts = add_abstracts(run.target, run.bib, files, run.previous, run.settings)
            fresh.drop([new.paper_id for old, new in zip(files, described, strict=True) if new != old])
            files = described
        warnings = [*warnings, *_new_problems(run, files), *found]
        readable = [file for file in files if not file.problem]
        if not readable:
            raise UsageError(f"no paper could be read; {files[0].problem}")
        files, readable = (*files, *abstracts), [*readable, *abstracts]
        anchor_id = _anchor(run, anchor, files, warnings)
        if run.previous and anchor_id == run.previous.anchor and is_current(run, run.previous, files):
            return _report(run, run.previous, warnings, parsed)
        with run.watch("cite"):
            citations = resolve_citations(run.target, readable, fresh.papers)
        known = list_stored_keys(run, readable)
        with run.watch("chunk"):
            for file in readable:
                if file.paper_id not in known and file.paper_id not in fresh.keys:
                    take(file)
        with run.watch("embed"):
            embedded = _finish_vectors(run, embedder, citations, readable)
    with run.watch("store"):
        store, stored = _store(run, readable, known, fresh)
    manifest = _commit(run, _build_manifest(run, anchor_id, citations, files, store, embedder))
    return _report(run, manifest, warnings, parsed, embedded, stored)


def _take(
    run: BuildPipeline,
    fresh: FreshPassages,
    embedder: Embedder | None,
    file: SourceFile,
    paper: Paper | None = None,
) -> None:
    """Make the passages of `file` and encode them, unless another file proposed the same id before."""
    if fresh.claim(file):
        passages = build_passages(run.target, file, run.settings, paper)
        fresh.add(passages, paper)
        if embedder:
            embedder.add(passages)


def _finish_vectors(
    run: BuildPipeline, embedder: Embedder | None, citations: str, files: Sequence[SourceFile]
) -> int:
    """Encode the remaining texts, write the vectors of whole papers, and return the number of texts that were
    encoded.
    """
    embedded = embedder.finish() if embedder else 0
    if run.model:
        write_summary_vectors(run.target, citations, run.model.key, [file.paper_id for file in files])
    return embedded


def _build_manifest(
    run: BuildPipeline,
    anchor: str | None,
    citations: str,
    files: tuple[SourceFile, ...],
    store: StoreState,
    embedder: Embedder | None,
) -> Manifest:
    return Manifest(
        schema=SCHEMA,
        name=run.name,
        folder=str(run.source.resolve()),
        anchor=anchor,
        citations=citations,
        model=run.model.name if run.model else "",
        vectors=run.vectors,
        files=files,
        store=store,
        bib=run.bib,
        precision=_precision(run, embedder),
        reranker=run.reranker,
        removed=run.removed,
    )


def _commit(run: BuildPipeline, manifest: Manifest) -> Manifest:
    """Write the files that depend on `manifest`, then the manifest itself. The build takes effect with the manifest."""
    write_subjects(run.target, manifest)
    if manifest.store.url:
        write_document_frequencies(run.target, manifest)
    manifest = add_checksums(run.target, manifest, run.checksums)
    write_manifest(run.target, manifest)
    unmark_unfinished(run.target)
    delete_unused_files(run.target, manifest, run.previous)
    return manifest


def _precision(run: BuildPipeline, embedder: Embedder | None) -> str:
    """Return the precision of the vectors: that of this build, or that of the last build if this one made few or
    none.

    "" without a model.
    """
    if embedder is None:
        return ""
    same_model = run.previous if run.previous and run.previous.vectors == run.vectors else None
    return same_model.precision if same_model and embedder.precision == "float32" else embedder.precision


def _parse(
    run: BuildPipeline, take: Callable[[SourceFile, Paper], None]
) -> tuple[tuple[SourceFile, ...], int, list[str]]:
    """Parse the new files. Return all files with ids and problems, the number of papers parsed now, and warnings
    about them.

    `take` is called with each new paper as soon as it is parsed: its texts are encoded while other papers are parsed.
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
            take(set_id(file, paper_id), replace(apply_fields(paper, file.user_fields), id=paper_id))
        run.listener("parse")(done, total)

    def propose(file: SourceFile) -> str:
        return proposed.get(file.stored_name) or propose_id(file, read_parsed_paper(run.target, file))

    files = [file if file.problem else _outcome(run, file) for file in run.files]
    return tuple(assign_ids(files, known, propose)), count, join_warnings(run.name, warnings)


def _new_problems(run: BuildPipeline, files: Sequence[SourceFile]) -> list[str]:
    """Return the problems of `files` that the last build did not report."""
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


def _store(
    run: BuildPipeline,
    files: Sequence[SourceFile],
    known: Mapping[str, str],
    fresh: FreshPassages,
) -> tuple[StoreState, int]:
    """Bring the store up to date, and return its state and the number of points written."""
    by_id = {file.paper_id: file for file in files}

    def load(paper_id: str) -> PaperPassages:
        return fresh.items.get(paper_id) or build_passages(run.target, by_id[paper_id], run.settings)

    keys = {i: known[i] if i in known else key_of(fresh.keys[i], run.vectors) for i in by_id}
    wanted = StoreContent(keys, load, run.vectors, dimension_of(run.target, run.model, by_id))
    before = run.previous.store if run.previous else None
    return update_store(run.target, wanted, before, run.settings, run.listener("store"), new=run.new_store)


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
