"""A stage of the build over the whole cluster: find the papers that each bibliography cites, and summarize each
paper.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile

from ...papers.bibliography.resolve import resolve_each
from ...papers.bibliography.years import choose_year
from ...papers.clusters.cluster import CitedPapers
from ...papers.clusters.files import citations_file, read_parsed_paper, summaries_file
from ...papers.clusters.manifest import SourceFile
from ...papers.files import open_atomic
from ...papers.record import EMPTY_RECORD
from ...papers.serialization import from_json, to_json
from ...papers.types import Paper
from ..cache_paths import key_of


def resolve_citations(folder: Path, files: Sequence[SourceFile], fresh: Mapping[str, Paper]) -> str:
    """Resolve the references of the papers of `files` among these papers, summarize each paper, and return the key of
    the results.

    Nothing is done if the results are stored already. `fresh` has papers by id that need not be read. Bibliographies
    and abstracts pass through a temporary file: those of thousands of papers would need more memory than the rest.
    """
    key = key_of([(file.paper_id, file.parsed, *file.user_fields) for file in files])
    if citations_file(folder, key).exists() and summaries_file(folder, key).exists():
        return key
    with TemporaryFile() as spool:
        places = []
        for file in files:
            paper = fresh.get(file.paper_id) or without_text(read_parsed_paper(folder, file))
            places.append((paper.id, spool.tell()))
            spool.write(f"{to_json(paper)}\n".encode())

        def read(places: Iterable[tuple[str, int]]) -> Iterator[Paper]:
            for _, place in places:
                spool.seek(place)
                yield from_json(Paper, spool.readline().decode())

        known = (replace(paper, references=(), abstract="", record=EMPTY_RECORD) for paper in read(places))
        years: defaultdict[str, Counter[int]] = defaultdict(Counter)
        resolved = _count_years(resolve_each(known, lambda: read(places)), years)
        _write_array(citations_file(folder, key), map(_list_links, resolved))
        summaries = (
            replace(
                paper,
                references=(),
                record=EMPTY_RECORD,
                year=paper.year or choose_year(years[paper.id]),
            )
            for paper in read(sorted(places))
        )
        _write_array(summaries_file(folder, key), summaries)
    return key


def without_text(paper: Paper) -> Paper:
    """Return `paper` with its bibliography but without blocks, figures and mentions."""
    return replace(paper, blocks=(), figures=(), mentions=())


def _count_years(resolved: Iterable[Paper], years: Mapping[str, Counter[int]]) -> Iterator[Paper]:
    """Yield the `resolved` papers unchanged, and count in `years` which years bibliographies give for each cited
    paper.
    """
    for paper in resolved:
        for reference in paper.references:
            if reference.paper_id and reference.paper_id != paper.id and reference.year:
                years[reference.paper_id][reference.year] += 1
        yield paper


def _list_links(paper: Paper) -> CitedPapers:
    return paper.id, tuple((reference.paper_id, reference.score) for reference in paper.references)


def _write_array(path: Path, items: Iterable[object]) -> None:
    """Write what `to_json` returns for the tuple of `items`, with one item in memory at a time."""
    with open_atomic(path) as stream:
        stream.write(b"[")
        for number, item in enumerate(items):
            stream.write(b"," * (number > 0) + to_json(item).encode())
        stream.write(b"]")
