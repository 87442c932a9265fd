"""A stage of the build over the whole cluster: which of its papers each bibliography cites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...papers.bibliography.resolve import resolve_references
from ...papers.clusters.cluster import Citations, citations_file, paper_file, read_build_file
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ...papers.types import Paper
from ..cache_paths import key_of


def resolve_citations(folder: Path, files: Sequence[SourceFile]) -> str:
    """Resolve the references of the papers of `files` among these papers, unless it was done; the key of the result."""
    key = key_of([(file.paper_id, file.parsed) for file in files])
    path = citations_file(folder, key)
    if not path.exists():
        papers = [read_build_file(Paper, paper_file(folder, file)) for file in files]
        write_atomic(path, to_json(_resolved(papers)))
    return key


def _resolved(papers: Sequence[Paper]) -> Citations:
    return tuple(
        (paper.id, tuple((reference.paper_id, reference.score) for reference in paper.references))
        for paper in resolve_references(papers)
    )
