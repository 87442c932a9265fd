"""Comparison of a build with the last one: what is stored already, and whether anything is to be done."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.clusters.checksums import checksums_file
from ...papers.clusters.files import citations_file, summaries_file
from ...papers.clusters.manifest import Manifest, SourceFile
from ..cache_paths import chunk_file, summary_vectors_file, vector_file
from ..subjects import subjects_are_there
from .pipeline_state import BuildPipeline
from .write_store import store_exists


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
