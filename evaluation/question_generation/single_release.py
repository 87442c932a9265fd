"""Files of questions about one paper: the release layouts of SPIQA and SciDQA, and the evidence of each question."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ..benchmarks.spiqa.make import list_pictures, paragraphs, write_layout
from ..benchmarks.spiqa.question_filter import MadeQuestion
from .types import SingleQuestion

SINGLES = "single_questions.jsonl"
FIGURE_FOLDER, TEXT_FOLDER = "spiqa", "scidqa"


def write_singles(folder: Path, clusters: Mapping[str, Cluster], questions: Sequence[SingleQuestion]) -> None:
    """Write single_questions.jsonl, and below `spiqa` and `scidqa` a folder for each cluster in the layout of the benchmark."""
    for name, cluster in sorted(clusters.items()):
        of_cluster = [one for one in questions if one.cluster == name]
        _write_figures(folder / FIGURE_FOLDER / name, cluster, [one for one in of_cluster if one.figure])
        _write_texts(folder / TEXT_FOLDER / name, cluster, [one for one in of_cluster if not one.figure])
    write_atomic(folder / SINGLES, "".join(to_json(one) + "\n" for one in questions))


def read_singles(folder: Path) -> list[SingleQuestion]:
    """The questions of single_questions.jsonl; none where there is no such file. Raises UsageError for a damaged one."""
    path = folder / SINGLES
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [from_json(SingleQuestion, line) for line in lines]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read; make the questions again") from error


def _write_figures(folder: Path, cluster: Cluster, questions: Sequence[SingleQuestion]) -> None:
    if not questions:
        return
    papers = [(paper, list_pictures(cluster, paper)) for paper in cluster.papers()]
    names = {
        (paper.id, figure.id): name for paper, pictures in papers for name, (figure, _) in pictures.items()
    }
    write_layout(
        folder,
        papers,
        [
            MadeQuestion(
                one.paper, names[one.paper, one.figure], one.question, one.answer, one.operation,
                "table" if one.kind == "table" else "plot",
            )
            for one in questions
            if (one.paper, one.figure) in names
        ],
    )  # fmt: skip


def _write_texts(folder: Path, cluster: Cluster, questions: Sequence[SingleQuestion]) -> None:
    if not questions:
        return
    rows = [
        {
            "id": number,
            "year": cluster.summary(one.paper).year,
            "pid": one.paper,
            "que": one.question,
            "ans": f"A: {one.answer}",
            "version": "Initial",
        }
        for number, one in enumerate(questions, 1)
    ]
    papers = [cluster.paper(paper) for paper in sorted({one.paper for one in questions})]
    abstracts = {paper.id: {"title": paper.title, "abs": paper.abstract} for paper in papers}
    texts = {paper.id: {"initial": "\n\n".join(paragraphs(paper))} for paper in papers}
    write_atomic(folder / "test.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    # Plain dicts and texts, which is all that the benchmark's reader accepts.
    write_atomic(folder / "relevant_ptabs.pkl", pickle.dumps(abstracts))
    write_atomic(folder / "papers_fulltext_nougat.pkl", pickle.dumps(texts))
