"""A stage of the build over the whole cluster: which of its papers each bibliography cites, and a summary of each paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...papers.bibliography.resolve import resolve_references
from ...papers.clusters.cluster import (
    Citations,
    citations_file,
    read_parsed_paper,
    summaries_file,
)
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ...papers.types import Paper
from ..cache_paths import key_of


def resolve_citations(folder: Path, files: Sequence[SourceFile], fresh: Mapping[str, Paper]) -> str:
    """Resolve the references of the papers of `files` among these papers and summarize each, unless that was done; the
    key of the results. `fresh` has papers by id that need not be read.
    """
    key = key_of([(file.paper_id, file.parsed) for file in files])
    if not (citations_file(folder, key).exists() and summaries_file(folder, key).exists()):
        papers = [fresh.get(file.paper_id) or without_text(read_parsed_paper(folder, file)) for file in files]
        summaries = (replace(paper, references=()) for paper in sorted(papers, key=lambda paper: paper.id))
        write_atomic(summaries_file(folder, key), to_json(tuple(summaries)))
        write_atomic(citations_file(folder, key), to_json(_resolved(papers)))
    return key


def without_text(paper: Paper) -> Paper:
    """`paper` with its bibliography, without blocks, figures and mentions."""
    return replace(paper, blocks=(), figures=(), mentions=())


def _resolved(papers: Sequence[Paper]) -> Citations:
    return tuple(
        (paper.id, tuple((reference.paper_id, reference.score) for reference in paper.references))
        for paper in resolve_references(papers)
    )
