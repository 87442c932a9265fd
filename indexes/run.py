"""One build, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from .. import __version__
from ..errors import UsageError
from ..papers.cluster import read_parsed
from ..papers.manifest import SCHEMA, Manifest, SourceFile, StoreState, write_manifest
from ..papers.types import Paper
from ..settings import Settings
from .anchor import find_anchor
from .artefacts import key_of
from .chunking import VERSION
from .embed import Passages, dimension_of, embed_missing, passages_of
from .model import Model
from .parsing import parse_missing
from .report import BuildReport, Listener, Progress, Stopwatch
from .storing import Wanted, store_is_there, update_store
from .tidy import is_whole, tidy


@dataclass(frozen=True, slots=True)
class Run:
    """What one build works with: papers in `source`, the cluster in `target`, its last `previous` manifest if any."""

    name: str
    source: Path
    target: Path
    settings: Settings
    model: Model | None
    files: tuple[SourceFile, ...]
    previous: Manifest | None
    progress: Listener | None
    watch: Stopwatch = field(default_factory=Stopwatch)


def carry_out(run: Run, anchor: str | None, warnings: list[str]) -> BuildReport:
    """Do what is missing, commit it, and say what was done. `warnings` are those so far."""
    settled = _settled(run)
    with run.watch("parse"):
        parsed, found = _parse(run, [f for f in run.files if f.paper_id not in settled and not f.problem])
    files = tuple(settled.get(file.paper_id) or _outcome(run, file) for file in run.files)
    warnings = [*warnings, *(file.problem for file in files if file.problem), *found]
    if all(file.problem for file in files):
        raise UsageError(f"no paper of {run.source} could be read; {files[0].problem}")
    anchor_id = _anchor(run, anchor, files, warnings)
    previous = run.previous
    whole = all(file.paper_id in settled or file.problem for file in files)
    if previous and whole and _is_current(run, previous, files) and anchor_id == previous.anchor:
        return _report(run, previous, warnings, parsed=parsed)
    store, embedded, stored = _index(run, files, settled)
    manifest = Manifest(
        schema=SCHEMA,
        name=run.name,
        folder=str(run.source.resolve()),
        anchor=anchor_id,
        fingerprint=_fingerprint(run),
        model=run.model.name if run.model else "",
        vectors=run.model.key if run.model else "",
        files=files,
        store=store,
    )
    write_manifest(run.target, manifest)
    tidy(run.target, manifest)
    return _report(run, manifest, warnings, parsed=parsed, embedded=embedded, stored=stored)


def _fingerprint(run: Run) -> str:
    """Of everything but the files that the cluster is made of; each stage looks for itself at what concerns it."""
    settings = run.settings
    limits = (settings.max_pages, settings.max_file_mb, settings.parse_seconds, settings.parse_memory_mb)
    chunking = (VERSION, settings.chunk_tokens, settings.chunk_overlap)
    return key_of(__version__, limits, chunking, run.model.key if run.model else "", settings.qdrant_url)


def _settled(run: Run) -> dict[str, SourceFile]:
    """The files, by paper id, of which the last build left everything as this one would."""
    if run.previous is None or run.previous.fingerprint != _fingerprint(run):
        return {}
    before = {replace(file, problem=""): file for file in run.previous.files}
    same = [before[file] for file in run.files if file in before]
    return {file.paper_id: file for file in same if is_whole(run.target, file)}


def _parse(run: Run, files: list[SourceFile]) -> tuple[int, list[str]]:
    """How many files were parsed, and what there is to say about them."""
    count = 0
    warnings: list[str] = []
    for done, total, parsed in parse_missing(run.source, run.target, files, run.settings):
        count += 1
        warnings += parsed.paper.warnings if parsed.paper else ()
        _listen(run, "parse")(done, total)
    return count, sorted(warnings)


def _outcome(run: Run, file: SourceFile) -> SourceFile:
    return file if file.problem else replace(file, problem=read_parsed(run.target, file.paper_id).problem)


def _anchor(run: Run, anchor: str | None, files: tuple[SourceFile, ...], warnings: list[str]) -> str | None:
    if anchor:
        return find_anchor(
            anchor, files, lambda: {f.paper_id: _paper(run, f.paper_id).title for f in files if not f.problem}
        )
    before = run.previous.anchor if run.previous else None
    if before and all(file.paper_id != before or file.problem for file in files):
        warnings.append(f"the anchor {before} is gone from the folder; give another with --anchor")
        return None
    return before


def _is_current(run: Run, previous: Manifest, files: tuple[SourceFile, ...]) -> bool:
    return (
        previous.files == files
        and previous.fingerprint == _fingerprint(run)
        and store_is_there(run.target, previous.store, run.settings)
    )


def _index(
    run: Run, files: tuple[SourceFile, ...], settled: dict[str, SourceFile]
) -> tuple[StoreState, int, int]:
    """Chunks, vectors and store of `files`; the store's state, the passages embedded and the points written."""
    ids = [file.paper_id for file in files if not file.problem]
    before = {paper_id: key for paper_id, key, _ in run.previous.store.papers} if run.previous else {}
    with run.watch("chunk"):
        fresh = {i: _passages(run, i) for i in ids if i not in settled or i not in before}
    embedded, model = 0, run.model
    with run.watch("embed"):
        if model:
            embedded = embed_missing(run.target, model, fresh.values(), run.settings, _listen(run, "embed"))
    vectors = model.key if model else ""
    keys = {i: key_of(fresh[i].key, vectors) if i in fresh else before[i] for i in ids}
    wanted = Wanted(
        keys=keys,
        load=lambda paper_id: fresh[paper_id] if paper_id in fresh else _passages(run, paper_id),
        model=vectors,
        dimension=dimension_of(run.target, model, ids),
    )
    with run.watch("store"):
        state = run.previous.store if run.previous else None
        store, stored = update_store(run.target, wanted, state, run.settings, _listen(run, "store"))
    return store, embedded, stored


def _listen(run: Run, stage: str) -> Callable[[int, int], None]:
    def listen(done: int, total: int) -> None:
        if run.progress:
            run.progress(Progress(stage, done, total))

    return listen


def _passages(run: Run, paper_id: str) -> Passages:
    return passages_of(run.target, _paper(run, paper_id), run.settings)


def _paper(run: Run, paper_id: str) -> Paper:
    paper = read_parsed(run.target, paper_id).paper
    assert paper is not None, f"{paper_id} was parsed"
    return paper


def _report(
    run: Run, manifest: Manifest, warnings: list[str], parsed: int = 0, embedded: int = 0, stored: int = 0
) -> BuildReport:
    gone = set(run.previous.paper_ids if run.previous else ()) - set(manifest.paper_ids)
    return BuildReport(
        name=manifest.name,
        path=run.target,
        anchor=manifest.anchor,
        papers=len(manifest.paper_ids),
        chunks=manifest.store.points,
        parsed=parsed,
        removed=len(gone),
        embedded=embedded,
        stored=stored,
        problems=tuple((file.name, file.problem) for file in manifest.files if file.problem),
        warnings=tuple(warnings),
        seconds=run.watch.seconds,
    )
