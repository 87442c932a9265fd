"""SciDQA's overlap analysis: can an answer be copied from one paragraph of the paper?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ...prepared_task import PreparedTask, each_alone
from ...runs.resumable_jsonl import code_key
from ...types import Example, Prediction
from ..request import TaskRequest
from .data import Texts, version_of
from .judge import bare
from .windows import clean

OVERLAP, COPIED = "overlap", "overlap >= 80%"

HIGH = 0.8  # the paper's share of words from which on an answer counts as copied


def prepare_overlap(
    request: TaskRequest, questions: Sequence[Example], files: Sequence[Path], texts: Texts
) -> PreparedTask:
    """The largest share of each right answer that one paragraph of its paper has."""

    def text_of(example: Example) -> str:
        return clean(texts.full.get((example.tag("pid"), version_of(example)), ""))

    def find(example: Example) -> Prediction:
        share, paragraph = highest_overlap(example.answers[0] if example.answers else "", text_of(example))
        return Prediction(example.id, answer=paragraph, reply=f"{share:.6f}")

    def score_overlap(example: Example, prediction: Prediction) -> dict[str, float | None]:
        known = bool(example.answers and text_of(example) and not prediction.error)
        share = float(prediction.reply) if known else None
        return {OVERLAP: share, COPIED: None if share is None else float(share >= HIGH)}

    return PreparedTask(
        title="SciDQA overlap of right answers with paragraphs",
        manifest=request.manifest(files, code_key(("evaluation/benchmarks/scidqa",))),
        examples=request.select(questions),
        answer=each_alone(lambda _: find, 1),
        score=score_overlap,
        headline=COPIED,
        by=("version", "papers"),
        published=request.task,
    )


def highest_overlap(answer: str, text: str) -> tuple[float, str]:
    """The largest share 0..1 of the words of `answer` that one paragraph of `text` has, and that paragraph.

    Words are counted as often as they occur. (0, "") for an answer or a text without words; the first of equal paragraphs.
    """
    words = Counter(_words(bare(answer)))
    best, paragraph = 0.0, ""
    for part in re.split(r"\n\s*\n", text):
        share = (words & Counter(_words(part))).total() / words.total() if words else 0.0
        if share > best:
            best, paragraph = share, part.strip()
    return best, paragraph


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())
