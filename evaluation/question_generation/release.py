"""Files of generated questions: M3SciQA's release layout, the evidence of each question, and a data sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...indexes.text.chunking import chunk_paper
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ...papers.types import Paper
from ..reports.data_sheet import DATA_SHEET
from .types import QuestionPair

EVIDENCE = "evidence.jsonl"
_PAPER_FILES = (
    "paper_cluster_S2.json",
    "paper_cluster_S2_content.json",
    "gold_s2.json",
    "paper_full_content.json",
    "retrieval_paper.json",
)
_TYPES = {"value": "2", "position": "4"}  # of locality.jsonl; all others compare
_TYPE_NAMES = {"1": "Comparison", "2": "Data Extraction", "4": "Location"}


def write_release(
    folder: Path,
    clusters: Mapping[str, Cluster],
    pairs: Sequence[QuestionPair],
    rankings: Mapping[str, list[str]],
) -> None:
    """Write `pairs` for `citehop bench m3sciqa --data FOLDER`, and evidence.jsonl.

    The candidates of an anchor are all other papers of its cluster.

    `rankings` holds the ids of the papers for each visual question; they are its retrieval_paper.json.
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
    """Write the release in `source` to `target` with `pairs` alone; the data sheet is copied and describes all of `source`."""
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
    """The pairs of evidence.jsonl. Raises UsageError for a folder that `make questions` did not write."""
    path = folder / EVIDENCE
    try:
        return [from_json(QuestionPair, line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path}: cannot be read; name a folder that citehop make questions wrote"
        ) from error


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
    """The image of the figure of `pair` in the release in `folder`."""
    return folder / "data" / _image(pair)


def _image(pair: QuestionPair) -> str:
    return f"locality/{_id(pair.cluster, pair.anchor)}/{pair.figure.replace(':', '-')}.png"


def _crop(cluster: Cluster, pair: QuestionPair) -> Path:
    figure = next(figure for figure in cluster.paper(pair.anchor).figures if figure.id == pair.figure)
    return cluster.path / figure.image


def _summary(paper: Paper) -> dict[str, str]:
    return {"title": paper.title, "abstract": paper.abstract}


def _full_text(paper: Paper) -> dict[str, Any]:
    """Title, abstract and text by section, with the rows of tables behind their captions."""
    sections = [
        {
            "section_name": section.rsplit(" > ", 1)[-1],
            "paragraphs": [chunk.text for chunk in chunks],
        }
        for section, chunks in groupby(chunk_paper(paper, chunk_overlap=0), key=lambda chunk: chunk.section)
    ]
    return {**_summary(paper), "full_text": sections}


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _write_json(path: Path, value: object) -> None:
    write_atomic(path, json.dumps(value, ensure_ascii=False, indent=1))
