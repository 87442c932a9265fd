"""A stage of the build over the whole cluster: which of its papers each bibliography cites, and a summary of each paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile

from ...papers.bibliography.resolve import resolve_each
from ...papers.clusters.cluster import (
    Citations,
    citations_file,
    read_parsed_paper,
    summaries_file,
)
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ...papers.types import Paper
from ..cache_paths import key_of


def resolve_citations(folder: Path, files: Sequence[SourceFile], fresh: Mapping[str, Paper]) -> str:
    """Resolve the references of the papers of `files` among these papers and summarize each, unless that was done; the
    key of the results. `fresh` has papers by id that need not be read.

    Bibliographies pass through a temporary file: those of thousands of papers would take more memory than the rest.
    """
    key = key_of([(file.paper_id, file.parsed) for file in files])
    if citations_file(folder, key).exists() and summaries_file(folder, key).exists():
        return key
    summaries = []
    with TemporaryFile("w+", encoding="utf-8") as spool:
        for file in files:
            paper = fresh.get(file.paper_id) or without_text(read_parsed_paper(folder, file))
            spool.write(f"{to_json(paper)}\n")
            summaries.append(replace(paper, references=()))

        def read() -> Iterator[Paper]:
            spool.seek(0)
            return (from_json(Paper, line) for line in spool)

        write_atomic(citations_file(folder, key), to_json(_list_links(resolve_each(summaries, read))))
    write_atomic(summaries_file(folder, key), to_json(tuple(sorted(summaries, key=lambda paper: paper.id))))
    return key


def without_text(paper: Paper) -> Paper:
    """`paper` with its bibliography, without blocks, figures and mentions."""
    return replace(paper, blocks=(), figures=(), mentions=())


def _list_links(papers: Iterable[Paper]) -> Citations:
    return tuple(
        (paper.id, tuple((reference.paper_id, reference.score) for reference in paper.references))
        for paper in papers
    )
