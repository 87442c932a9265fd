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
_FIGURES, _TEXTS = "SPIQA_testA.json", "test.jsonl"


def write_singles(folder: Path, clusters: Mapping[str, Cluster], questions: Sequence[SingleQuestion]) -> int:
    """Write single_questions.jsonl, and below `spiqa` and `scidqa` a folder for each cluster in the layout of the benchmark.

    Return the number of questions below `spiqa`, whose figures have an image and a caption.
    """
    about_figures = 0
    for name, cluster in sorted(clusters.items()):
        of_cluster = [one for one in questions if one.cluster == name]
        with_figure = [one for one in of_cluster if one.figure]
        about_figures += _write_figures(folder / FIGURE_FOLDER / name, cluster, with_figure)
        _write_texts(folder / TEXT_FOLDER / name, cluster, [one for one in of_cluster if not one.figure])
    write_atomic(folder / SINGLES, "".join(to_json(one) + "\n" for one in questions))
    return about_figures


def copy_singles(source: Path, target: Path, questions: Sequence[SingleQuestion]) -> None:
    """Write the files of `source` to `target` with `questions` alone, as they are worded now."""
    before = {one.id: one for one in read_singles(source)}
    asked = {(before[one.id].paper, before[one.id].question): one for one in questions}
    for file in sorted((source / FIGURE_FOLDER).rglob(_FIGURES)):
        _copy_figures(file, source, target, asked)
    for file in sorted((source / TEXT_FOLDER).rglob(_TEXTS)):
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        kept = [(row, asked[row["pid"], row["que"]]) for row in rows if (row["pid"], row["que"]) in asked]
        if kept:
            rows = [{**row, "que": one.question, "ans": f"A: {one.answer}"} for row, one in kept]
            write_atomic(target / file.relative_to(source), _lines(rows))
            for pickled in sorted(file.parent.glob("*.pkl")):
                write_atomic(target / pickled.relative_to(source), pickled.read_bytes())
    write_atomic(target / SINGLES, "".join(to_json(one) + "\n" for one in questions))


def _copy_figures(
    file: Path, source: Path, target: Path, asked: Mapping[tuple[str, str], SingleQuestion]
) -> None:
    """The papers of one cluster with a question in `asked`, with all of their figures."""
    papers = json.loads(file.read_text(encoding="utf-8"))
    kept = {}
    for paper, row in papers.items():
        found = [(qa, asked[paper, qa["question"]]) for qa in row["qa"] if (paper, qa["question"]) in asked]
        if found:
            qa = [{**qa, "question": one.question, "answer": one.answer} for qa, one in found]
            kept[paper] = {**row, "qa": qa}
    if not kept:
        return
    write_atomic(target / file.relative_to(source), json.dumps(kept, ensure_ascii=False))
    folder = file.parents[1]
    for other in sorted(path for path in folder.rglob("*") if path.is_file() and path != file):
        if other.parent.name in kept or other.stem in kept:
            write_atomic(target / other.relative_to(source), other.read_bytes())


def read_singles(folder: Path) -> list[SingleQuestion]:
    """The questions of single_questions.jsonl; none where there is no such file. Raises UsageError for a damaged one."""
    path = folder / SINGLES
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [from_json(SingleQuestion, line) for line in lines]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read; make the questions again") from error


def _write_figures(folder: Path, cluster: Cluster, questions: Sequence[SingleQuestion]) -> int:
    """Write the questions whose figures have an image and a caption; return their number."""
    if not questions:
        return 0
    papers = [(paper, list_pictures(cluster, paper)) for paper in cluster.papers()]
    names = {
        (paper.id, figure.id): name for paper, pictures in papers for name, (figure, _) in pictures.items()
    }
    made = [
        MadeQuestion(
            one.paper, names[one.paper, one.figure], one.question, one.answer, one.operation,
            "table" if one.kind == "table" else "plot",
        )
        for one in questions
        if (one.paper, one.figure) in names
    ]  # fmt: skip
    if made:
        write_layout(folder, papers, made)
    return len(made)


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
    write_atomic(folder / _TEXTS, _lines(rows))
    # Plain dicts and texts, which is all that the benchmark's reader accepts.
    write_atomic(folder / "relevant_ptabs.pkl", pickle.dumps(abstracts))
    write_atomic(folder / "papers_fulltext_nougat.pkl", pickle.dumps(texts))


def _lines(rows: Sequence[Mapping[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
