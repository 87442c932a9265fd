"""Load the questions of `benchmarks/questions` with gold answers that models may be fitted on, and check answers to
them.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...agent.session import Session, open_session
from ...indexes.build.build import build
from ...settings import Settings

Question = dict[str, Any]
QUESTIONS = Path(__file__).parents[2] / "benchmarks" / "questions"
REFUSED = frozenset({"absent", "off_topic"})  # kinds of questions that no paper answers
# The folder of each cluster's papers.
FOLDERS = {
    "sentemb": "pdf_cluster_sentemb/pdf",
    "scisumm": "scisumm_dev/pdf",
    "misc": "pdf_misc",
    "fields": "fields",
}
# Names, without suffix, of the files that models may be fitted on.
FITTED = (
    *("answers", "further_answers", "added_answers", "figure_answers", "table_answers", "several_answers"),
    *("comparison_answers", "two_hop_answers", "compound_answers", "mixed_answers", "training_answers"),
    *("later_answers", "recent_answers"),
)
_SHOWN_ROWS = re.compile(r"\((?:Table|Figure|Fig\.?)[^:“”()]*: “.*?”(?:; “.*?”)*\)", re.DOTALL)


def read_lines(name: str) -> list[dict[str, Any]]:
    """Return the objects of a file of QUESTIONS, in order."""
    return [json.loads(line) for line in (QUESTIONS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def load_questions(cluster: str) -> Iterator[Question]:
    """Yield the questions over `cluster` that models may be fitted on, each with the name of its file as "file"."""
    for name in FITTED:
        for question in read_lines(name):
            if question["cluster"] == cluster and not is_held_out(question["primary"]):
                yield {**question, "file": name}


@contextmanager
def open_papers(cluster: str, data: Path, settings: Settings) -> Iterator[Session]:
    """Build `cluster` from its folder of papers below `data`, and yield a session on it."""
    build(data / FOLDERS[cluster], cluster, None, settings)
    with open_session(cluster, settings) as session:
        yield session


def is_held_out(paper: str) -> bool:
    """True for the quarter of the papers, chosen by the SHA-1 of their id, whose questions no model is fitted on."""
    return hashlib.sha1(paper.removesuffix(".pdf").casefold().encode()).digest()[2] % 4 == 0


def matches(question: Question, text: str) -> bool:
    """True if `text` has every pattern of the gold answer and no pattern that rules an answer out.

    Superscript digits count as digits. A table row that is shown as evidence, after the table's label, does not count
    because it holds other cells as well.
    """
    text = unicodedata.normalize("NFKC", _SHOWN_ROWS.sub("", text))
    return all(re.search(pattern, text, re.IGNORECASE) for pattern in question["all"]) and not any(
        re.search(pattern, text, re.IGNORECASE) for pattern in question["none"]
    )
