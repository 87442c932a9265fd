"""Files of generated questions in the layouts of M3SciQA, SPIQA and SciDQA, with the evidence of each question."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ...indexes.text.chunking import chunk_paper
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ...papers.types import Paper
from ..common.files import read_values
from ..reports.formats import DATA_SHEET
from ..spiqa.make import MadeQuestion, list_pictures, paragraphs, write_layout
from .types import QuestionPair, SingleQuestion

EVIDENCE = "evidence.jsonl"
_PAPER_FILES = (
    "paper_cluster_S2.json",
    "paper_cluster_S2_content.json",
    "gold_s2.json",
    "paper_full_content.json",
    "retrieval_paper.json",
)
# Types in locality.jsonl; all other operations are comparisons ("1").
_TYPES = {"value": "2", "position": "4"}
_TYPE_NAMES = {"1": "Comparison", "2": "Data Extraction", "4": "Location"}


def write_release(
    folder: Path,
    clusters: Mapping[str, Cluster],
    pairs: Sequence[QuestionPair],
    rankings: Mapping[str, list[str]],
) -> None:
    """Write `pairs` for `citehop bench m3sciqa --data FOLDER`, and evidence.jsonl.

    The candidates of an anchor are all other papers of its cluster. `rankings` maps each visual question to ranked
    paper ids, which become retrieval_paper.json.
    """
    anchors = sorted({(pair.cluster, pair.anchor) for pair in pairs})
    for pair in {_image(pair): pair for pair in pairs}.values():
        write_atomic(folder / "data" / _image(pair), _crop(clusters[pair.cluster], pair).read_bytes())
    others = {
        (cluster, anchor): [one for one in clusters[cluster].paper_ids if one != anchor]
        for cluster, anchor in anchors
    }
    papers = {(cluster, one) for (cluster, _), ids in others.items() for one in ids}
    _write_json(
        folder / "paper_cluster_S2.json",
        {_id(*key): [_id(key[0], one) for one in ids] for key, ids in others.items()},
    )
    _write_json(
        folder / "paper_cluster_S2_content.json",
        {_id(*key): [_summary(clusters[key[0]].summary(one)) for one in ids] for key, ids in others.items()},
    )
    _write_json(
        folder / "gold_s2.json",
        {_id(*key): {_id(key[0], one): _id(key[0], one) for one in ids} for key, ids in others.items()},
    )
    _write_json(
        folder / "paper_full_content.json",
        {_id(cluster, one): _full_text(clusters[cluster].paper(one)) for cluster, one in sorted(papers)},
    )
    _write_json(
        folder / "retrieval_paper.json",
        {p.visual.question: [_id(p.cluster, one) for one in rankings[p.visual.question]] for p in pairs},
    )
    _write_questions(folder, pairs)


def copy_release(source: Path, target: Path, pairs: Sequence[QuestionPair]) -> None:
    """Copy the release in `source` to `target` with only the questions `pairs`.

    The data sheet is copied unchanged, so it describes all of `source`.
    """
    for name in (*_PAPER_FILES, DATA_SHEET):
        write_atomic(target / name, (source / name).read_bytes())
    for name in sorted({f"data/{_image(pair)}" for pair in pairs}):
        write_atomic(target / name, (source / name).read_bytes())
    _write_questions(target, pairs)


def _write_questions(folder: Path, pairs: Sequence[QuestionPair]) -> None:
    write_atomic(folder / "data" / "locality.jsonl", _lines(map(_visual_row, pairs)))
    write_atomic(folder / "data" / "combined_val.jsonl", _lines(map(_combined_row, pairs)))
    write_atomic(folder / EVIDENCE, "".join(to_json(pair) + "\n" for pair in pairs))


def read_pairs(folder: Path) -> list[QuestionPair]:
    """Return the pairs of evidence.jsonl. Raises UsageError for a folder that `make questions` did not write."""
    fix = "name a folder that citehop make questions wrote"
    return read_values(folder / EVIDENCE, QuestionPair, fix)


def _visual_row(pair: QuestionPair) -> dict[str, Any]:
    return {
        "question_anchor": pair.visual.question,
        "answer_anchor": pair.visual.name,
        "evidence_anchor": _image(pair),
        "anchor_id": _id(pair.cluster, pair.anchor),
        "reference_id": _id(pair.cluster, pair.visual.cited),
        "modal": pair.modal,
        "anchor_reasoning_type": _TYPES.get(pair.visual.operation, "1"),
    }


def _combined_row(pair: QuestionPair) -> dict[str, Any]:
    return {
        "question": pair.question,
        "answer": pair.reference.answer,
        "figure": _image(pair),
        "anchor_arxiv_id": _id(pair.cluster, pair.anchor),
        "reference_arxiv_id": _id(pair.cluster, pair.visual.cited),
        "modal": pair.modal,
        "anchor_reasoning_type": _TYPE_NAMES[_TYPES.get(pair.visual.operation, "1")],
        "reference_reasoning_type": pair.reference.kind,
        "question_anchor": pair.visual.question,
        "answer_anchor": pair.visual.name,
        "question_reference": pair.reference.question,
        "evidence_reference": pair.reference.quote,
        "id": pair.id,
        "difficulty": pair.difficulty,
    }


def _id(cluster: str, paper: str) -> str:
    return f"{cluster}.{paper}"


def image_file(folder: Path, pair: QuestionPair) -> Path:
    """Return the path of the figure of `pair` in the release in `folder`."""
    return folder / "data" / _image(pair)


def _image(pair: QuestionPair) -> str:
    return f"locality/{_id(pair.cluster, pair.anchor)}/{pair.figure.replace(':', '-')}.png"


def _crop(cluster: Cluster, pair: QuestionPair) -> Path:
    figure = next(figure for figure in cluster.paper(pair.anchor).figures if figure.id == pair.figure)
    return cluster.path / figure.image


def _summary(paper: Paper) -> dict[str, str]:
    return {"title": paper.title, "abstract": paper.abstract}


def _full_text(paper: Paper) -> dict[str, Any]:
    """Return title, abstract and text by section. The rows of a table follow its caption."""
    sections = [
        {
            "section_name": section.rsplit(" > ", 1)[-1],
            "paragraphs": [chunk.text for chunk in chunks],
        }
        for section, chunks in groupby(chunk_paper(paper, chunk_overlap=0), key=lambda chunk: chunk.section)
    ]
    return {**_summary(paper), "full_text": sections}


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _write_json(path: Path, value: object) -> None:
    write_atomic(path, json.dumps(value, ensure_ascii=False, indent=1))


SINGLES = "single_questions.jsonl"
FIGURE_FOLDER, TEXT_FOLDER = "spiqa", "scidqa"
_FIGURES, _TEXTS = "SPIQA_testA.json", "test.jsonl"


def write_singles(folder: Path, clusters: Mapping[str, Cluster], questions: Sequence[SingleQuestion]) -> int:
    """Write single_questions.jsonl and, for each cluster, a folder below `spiqa` and `scidqa` in the benchmark's
    layout.

    Return the number of questions below `spiqa`; their figures have an image and a caption.
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
    """Copy the files of `source` to `target` with only `questions`, in their present wording."""
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
    """Copy the papers of one cluster that have a question in `asked`, with all of their figures."""
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
    """Return the questions of single_questions.jsonl; [] if there is no such file.

    Raises UsageError if the file is damaged.
    """
    path = folder / SINGLES
    return read_values(path, SingleQuestion, "make the questions again") if path.exists() else []


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
    # The benchmark's reader accepts only plain dicts and texts.
    write_atomic(folder / "relevant_ptabs.pkl", pickle.dumps(abstracts))
    write_atomic(folder / "papers_fulltext_nougat.pkl", pickle.dumps(texts))
