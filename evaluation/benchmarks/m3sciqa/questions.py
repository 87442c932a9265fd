"""M3SciQA's questions as examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...runs.run_folder import RunManifest
from ...types import Example, Picture
from ..request import TaskRequest
from .options import M3SciQAOptions, Questions
from .release import Release, read_rows

_FILES = {
    Questions.LOCALITY: "locality.jsonl",
    Questions.VAL: "combined_val.jsonl",
    Questions.TEST: "combined_test.jsonl",
}

# The numbers in locality.jsonl, judged by its questions; the paper's own description swaps the last two.
TYPES = {"1": "Comparison", "2": "Data Extraction", "3": "Visual Understanding", "4": "Location"}


def questions_file(questions: Questions | None, release: Release) -> Path:
    """The file of the release with these questions."""
    assert questions is not None, "options are resolved before a task is prepared"
    return release.root / "data" / _FILES[questions]


def visual_examples(release: Release, warnings: list[str]) -> list[Example]:
    """The visual questions: a figure to look at, the candidates to rank, gold the ids that count as right.

    `answers` is the gold reading of the figure. If no gold paper is among the candidates, the example is kept with the id of a
    paper that cannot be found, and a line is added to `warnings`.
    """
    needed = (
        "question_anchor",
        "answer_anchor",
        "evidence_anchor",
        "anchor_id",
        "reference_id",
        "modal",
        "anchor_reasoning_type",
    )
    examples = []
    for number, row in read_rows(questions_file(Questions.LOCALITY, release), needed, warnings):
        anchor, image = str(row["anchor_id"]), str(row["evidence_anchor"])
        kind = str(row["anchor_reasoning_type"])
        examples.append(
            Example(
                id=str(number),
                question=str(row["question_anchor"]),
                answers=(str(row["answer_anchor"]),),
                pictures=(Picture(image, str(release.root / "data" / image)),),
                documents=release.candidates.get(anchor, ()),
                gold=_gold(release, anchor, str(row["reference_id"]), f"question {number}", warnings),
                group=anchor,
                tags=(("modal", str(row["modal"])), ("type", TYPES.get(kind, kind))),
            )
        )
    return examples


def combined_examples(release: Release, part: Questions | None, warnings: list[str]) -> list[Example]:
    """The two-hop questions of `part`; `answers` is () in the test set, whose answers are hidden.

    Pictures, candidates and gold are those of the visual question inside, which tag "visual" holds, with the name that
    it asks for under "name". `oracle` is the gold paper, `evidence` the passage that answers.
    """
    needed = (
        "question",
        "figure",
        "anchor_arxiv_id",
        "reference_arxiv_id",
        "modal",
        "question_anchor",
        "answer_anchor",
    )
    examples = []
    for number, row in read_rows(questions_file(part, release), needed, warnings):
        anchor, image, answer = str(row["anchor_arxiv_id"]), str(row["figure"]), str(row.get("answer") or "")
        gold = _gold(release, anchor, str(row["reference_arxiv_id"]), f"{part} question {number}", warnings)
        examples.append(
            Example(
                id=str(number),
                question=str(row["question"]),
                answers=(answer,) if answer else (),
                pictures=(Picture(image, str(release.root / "data" / image)),),
                documents=release.candidates.get(anchor, ()),
                gold=gold,
                evidence=str(row.get("evidence_reference") or ""),
                oracle=(release.paper(anchor, gold[0]),),
                group=anchor,
                tags=(
                    ("modal", str(row["modal"])),
                    ("type", str(row.get("anchor_reasoning_type") or "")),
                    ("reference type", str(row.get("reference_reasoning_type") or "")),
                    ("visual", str(row["question_anchor"])),
                    ("name", str(row["answer_anchor"])),
                ),
            )
        )
    return examples


def _gold(release: Release, anchor: str, arxiv: str, where: str, warnings: list[str]) -> tuple[str, ...]:
    gold = release.ids(anchor, arxiv)
    if not any(paper.id in gold for paper in release.candidates.get(anchor, ())):
        warnings.append(f"{where}: gold paper {arxiv} is not among the candidates of {anchor}")
    return gold


def build_manifest(
    request: TaskRequest,
    release: Release,
    code: str,
    *,
    models: Sequence[tuple[str, str]] = (),
    keys: Sequence[tuple[str, str]] = (),
) -> RunManifest:
    """The manifest of a run on `release` that uses `models` besides the one that answers.

    `code` is a key of the code or the prompts.
    """
    options: M3SciQAOptions = request.options
    files = [*release.files, questions_file(options.questions, release)]
    if "released" in options.ranking:
        files.append(release.root / "retrieval_paper.json")
    return request.manifest(files, code, keys=keys, models=models)
