"""Papers as JSON lines go through the same build as PDFs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

ROWS: list[dict[str, Any]] = [
    {
        "id": "2101.1",
        "title": "A Survey of Garden Robots",
        "sections": [
            {"heading": "1 Results", "paragraphs": ["Mola (Smith, 2019) weeds 91.4 rows per hour."]}
        ],
        "references": [{"authors": ["Ann Smith"], "year": 2019, "title": "Mola, a Robot that Weeds Rows"}],
    },
    {"id": "smith", "title": "Mola, a Robot that Weeds Rows", "abstract": "Mola finds weeds by their smell."},
]


def write(path: Path, rows: Sequence[dict[str, Any] | str]) -> Path:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return path


def test_lines_become_papers_of_a_cluster(tmp_path: Path, settings: Settings) -> None:
    path = write(tmp_path / "garden.jsonl", [*ROWS, '{"id": "x"}', "not JSON"])
    report = build(path, None, "2101-1", settings)
    assert (report.name, report.papers, report.parsed, report.anchor) == ("garden", 2, 2, "2101-1")
    assert [name for name, _ in report.problems] == ["garden.jsonl:3", "garden.jsonl:4"]
    assert report.problems[0][1].startswith('garden.jsonl:3: "title" must be a text')
    cluster = open_cluster("garden", settings)
    assert cluster.paper("2101-1").references[0].paper_id == "smith"
    index = open_index(cluster, settings)
    hits = search_chunks(index, SearchQuery("91.4 rows per hour"), 3, "bm25")
    assert index.chunk(hits[0].id).text == "Mola (Smith, 2019) weeds 91.4 rows per hour."
    assert cluster.source_path("2101-1") is None


def test_only_changed_lines_are_done_again(tmp_path: Path, settings: Settings) -> None:
    path = write(tmp_path / "garden.jsonl", ROWS)
    build(path, None, None, settings)
    again = build(path, None, None, settings)
    assert (again.parsed, again.embedded, again.stored) == (0, 0, 0)
    write(path, [ROWS[0], {**ROWS[1], "abstract": "Mola sees weeds."}])
    changed = build(path, None, None, settings)
    assert (changed.parsed, changed.embedded) == (1, 2)
    write(path, ROWS[:1])
    assert build(path, None, None, settings).removed == 1


def test_a_folder_may_hold_lines_beside_pdfs(corpus: Path, settings: Settings) -> None:
    write(corpus / "more.jsonl", ROWS)
    write(corpus / "questions.jsonl", [{"question": "Why?"}, {"question": "How?"}])
    report = build(corpus, "garden", None, settings)
    assert report.papers == 6
    assert [name for name, _ in report.problems] == ["questions.jsonl"]
    assert "no line is a paper" in report.problems[0][1]


def test_a_problem_found_while_reading_is_kept(tmp_path: Path, settings: Settings) -> None:
    path = write(tmp_path / "garden.jsonl", [*ROWS, {"id": "y", "title": "Y", "year": "soon"}])
    first, second = build(path, None, None, settings), build(path, None, None, settings)
    assert first.problems == second.problems
    assert first.problems[0][1].startswith('garden.jsonl:3: "year"')


def test_a_file_without_papers_is_an_error(tmp_path: Path, settings: Settings) -> None:
    path = write(tmp_path / "garden.jsonl", ["nothing"])
    with pytest.raises(UsageError, match="no line is a paper"):
        build(path, None, None, settings)
