"""Compare a cluster that came from another machine with the PDFs in it, by reading the PDFs again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import CitehopError
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.files import (
    citations_file,
    figures_folder,
    paper_file,
    read_parsed_paper,
    source_file,
    summaries_file,
)
from ..papers.clusters.manifest import SourceFile
from ..papers.files import compute_sha256
from ..papers.parsing.pool import Problem, read_papers
from ..papers.scratch import scratch_folder
from ..papers.types import Paper
from ..settings import Settings
from .build.report import BuildProgress, Damage, Listener
from .build.resolve_citations import resolve_citations, without_text
from .build.write_store import open_store
from .cache_paths import key_of, read_chunks
from .text.chunking import VERSION, chunk_paper


def compare_with_sources(cluster: Cluster, settings: Settings, listen: Listener) -> Iterator[Damage]:
    """Yield the parts of the cluster that differ from what this version of citehop reads in its PDFs, or cannot be
    compared.
    """
    files: list[SourceFile] = []
    for file in (cluster.library or cluster.manifest).files:
        if not file.problem:
            try:
                read_parsed_paper(cluster.path, file), read_chunks(cluster.path, file)
                files.append(file)
            except CitehopError as error:
                yield Damage(_part(cluster, paper_file(cluster.path, file)), str(error))
    with scratch_folder() as scratch:
        yield from _compare_papers(cluster, files, settings, scratch, listen)
        yield from _compare_citations(cluster, files, scratch)
    yield from _compare_passages(cluster, files, settings)
    for part in ("fetched", "corrections"):
        if any((cluster.path / part).glob("*.json")):
            yield Damage(part, "made on another machine; no PDF says whether it is true")


def _compare_papers(
    cluster: Cluster, files: Sequence[SourceFile], settings: Settings, scratch: Path, listen: Listener
) -> Iterator[Damage]:
    sources: dict[Path, SourceFile] = {}
    for file in files:
        path = source_file(cluster.path, file)
        if file.name.lower().endswith(".pdf") and path.exists():
            # The copy keeps the name of the file, which is part of warnings and replaces a missing title.
            copy = scratch / f"{len(sources)}" / Path(file.name).name
            copy.parent.mkdir()
            sources[Path(shutil.copyfile(path, copy))] = file
        else:
            yield Damage(
                _part(cluster, paper_file(cluster.path, file)),
                "cannot be compared: the cluster has no PDF of it",
            )
    crops = {path: path.parent / "figures" / "paper" for path in sources}
    ids = {path: file.paper_id for path, file in sources.items()}
    for done, (path, read) in enumerate(read_papers(list(sources), settings, crops, ids), 1):
        cause = _describe_difference(cluster, sources[path], read, crops[path], path)
        if cause:
            yield Damage(_part(cluster, paper_file(cluster.path, sources[path])), cause)
        listen(BuildProgress("verify", done, len(sources)))


def _describe_difference(
    cluster: Cluster, file: SourceFile, read: Paper | Problem, crops: Path, read_from: Path
) -> str:
    if isinstance(read, Problem):
        return f"its PDF cannot be read: {read.cause}"
    if compute_sha256(read_from) != file.sha256:
        return "its PDF is not the file that was indexed"
    stored = read_parsed_paper(cluster.path, file)
    if _without_places(stored) != _without_places(read):
        return "differs from its PDF"
    for figure in stored.figures:
        image = figures_folder(cluster.path, file) / Path(figure.image).name
        if figure.image and cluster.path / figure.image != image:
            return f"{figure.image} is no image of this paper"
        if figure.image and (crops / image.name).read_bytes() != _read(image):
            return f"{image.name} differs from its PDF"
    return ""


def _read(path: Path) -> bytes:
    """Return the content of a file of the cluster; b"" if it is missing."""
    return path.read_bytes() if path.is_file() else b""


def _without_places(paper: Paper) -> Paper:
    """Return `paper` without the fields that depend on the folder that it was read to."""
    figures = tuple(
        replace(figure, image=figure.image and Path(figure.image).name) for figure in paper.figures
    )
    return replace(paper, id="", source="", figures=figures)


def _compare_citations(cluster: Cluster, files: Sequence[SourceFile], scratch: Path) -> Iterator[Damage]:
    papers = {file.paper_id: without_text(read_parsed_paper(cluster.path, file)) for file in files}
    key = resolve_citations(scratch, files, papers)
    stored = cluster.manifest.citations
    for mine, theirs in (
        (citations_file(scratch, key), citations_file(cluster.path, stored)),
        (summaries_file(scratch, key), summaries_file(cluster.path, stored)),
    ):
        if mine.read_bytes() != _read(theirs):
            yield Damage(_part(cluster, theirs), "differs from the papers")


def _compare_passages(cluster: Cluster, files: Sequence[SourceFile], settings: Settings) -> Iterator[Damage]:
    size = settings.chunk_tokens, settings.chunk_overlap
    texts: dict[str, str] = {}
    for file in files:
        chunks = read_chunks(cluster.path, file)
        texts |= {chunk.id: chunk.text for chunk in chunks}
        if chunks != chunk_paper(read_parsed_paper(cluster.path, file), *size):
            same = file.chunked == key_of(VERSION, file.parsed, *size)
            cause = (
                "differs from the paper" if same else "cannot be compared: made with another size of passages"
            )
            yield Damage(f"chunks/{file.paper_id}.{file.chunked}.json", cause)
    yield from _compare_store(cluster, texts, settings)


def _compare_store(cluster: Cluster, texts: dict[str, str], settings: Settings) -> Iterator[Damage]:
    if cluster.manifest.store.url:  # a store that others share and can change at any time
        yield Damage("store", "cannot be compared: it is on a server")
        return
    try:
        store = open_store(cluster.path, cluster.manifest.store, settings)
        stored = dict(store.texts(list(texts)))
        store.close()
    except CitehopError as error:
        yield Damage("store", str(error))
        return
    if stored != texts:
        yield Damage("store", "differs from the passages")


def _part(cluster: Cluster, path: Path) -> str:
    return path.relative_to(cluster.path).as_posix()
