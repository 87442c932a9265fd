"""M3SciQA (Li et al., 2024; arXiv 2411.04075): the visual questions of its first hop, as released.

    <data>/data/locality.jsonl              the questions        <data>/data/locality/<anchor>/<name>.png   their images
    <data>/paper_cluster_S2.json            {anchor: [Semantic Scholar id, ...]}
    <data>/paper_cluster_S2_content.json    {anchor: [{title, abstract or null}, ...]}, in the same order
    <data>/gold_s2.json                     {anchor: {arXiv id: S2 id or list of them}}, or {arXiv id: S2 id or list}

The release names a gold paper by its arXiv id and the candidates by Semantic Scholar's; the last file, not part of
the release, joins them. Without it the titles of the release's large paper_full_content.json do, where it is present.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..papers.types import Paper
from ..retrieval.names import name_key

# The numbers in the released file, judged by its questions; the paper's own description swaps the last two.
TYPES = {"1": "Comparison", "2": "Data Extraction", "3": "Visual Understanding", "4": "Location"}


@dataclass(frozen=True, slots=True)
class VisualQuestion:
    """One question about one image. `gold` are the ids of the candidates that count as right; empty when none is known."""

    id: str
    question: str
    answer: str
    image: Path
    anchor: str
    gold: tuple[str, ...]
    modal: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class FirstHop:
    """The questions, each anchor's candidates, and one line for everything in the data that is not as it should be."""

    questions: tuple[VisualQuestion, ...]
    candidates: Mapping[str, tuple[Paper, ...]]
    warnings: tuple[str, ...]
    files: tuple[Path, ...]


FindGold = Callable[[Sequence[Paper], str, str], tuple[str, ...]]


def load_first_hop(data: Path, gold: Path | None = None) -> FirstHop:
    """The first hop of the release in folder `data`; `gold` replaces its gold_s2.json.

    Broken rows, missing candidates and unknown gold papers are told in `warnings` and stay as questions without gold
    where they can. Raises UsageError when a file that everything needs is absent or not JSON.
    """
    root = data.parent if data.name == "data" and not (data / "paper_cluster_S2.json").exists() else data
    files = [
        root / "data" / "locality.jsonl",
        root / "paper_cluster_S2.json",
        root / "paper_cluster_S2_content.json",
    ]
    warnings: list[str] = []
    rows = _rows(files[0], warnings)
    candidates = _candidates(_json(files[1]), _json(files[2]), warnings)
    gold_file = gold or root / "gold_s2.json"
    if gold is not None or gold_file.exists():
        files.append(gold_file)
        find_gold = _by_id(_json(gold_file))
    elif (root / "paper_full_content.json").exists():
        files.append(root / "paper_full_content.json")
        find_gold = _by_title(_json(files[-1]))
    else:
        raise UsageError(
            f"{gold_file}: not found, and it joins the gold papers' arXiv ids to Semantic Scholar's; "
            'give one with --gold: {"<anchor>": {"<arXiv id>": "<S2 id>"}}'
        )
    questions = []
    for number, row in rows:
        anchor = str(row["anchor_id"])
        papers = candidates.get(anchor, ())
        right = find_gold(papers, anchor, str(row["reference_id"]))
        if not right:
            warnings.append(
                f"question {number}: gold paper {row['reference_id']} is not among the candidates of {anchor}"
            )
        questions.append(
            VisualQuestion(
                id=str(number),
                question=str(row["question_anchor"]),
                answer=str(row["answer_anchor"]),
                image=root / "data" / str(row["evidence_anchor"]),
                anchor=anchor,
                gold=right,
                modal=str(row["modal"]),
                reasoning=TYPES.get(str(row["anchor_reasoning_type"]), str(row["anchor_reasoning_type"])),
            )
        )
    return FirstHop(tuple(questions), candidates, tuple(warnings), tuple(files))


_NEEDED = (
    "question_anchor",
    "answer_anchor",
    "evidence_anchor",
    "anchor_id",
    "reference_id",
    "modal",
    "anchor_reasoning_type",
)


def _rows(path: Path, warnings: list[str]) -> list[tuple[int, dict[str, Any]]]:
    """(line number, row) of the rows that have all they need."""
    rows = []
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        missing = [key for key in _NEEDED if not isinstance(row, dict) or row.get(key) is None]
        if missing:
            warnings.append(f"{path.name} line {number}: left out, without {', '.join(missing)}")
        else:
            rows.append((number, row))
    return rows


def _candidates(ids: Any, content: Any, warnings: list[str]) -> dict[str, tuple[Paper, ...]]:
    found = {}
    for anchor, keys in ids.items():
        texts = content.get(anchor, [])
        if len(texts) != len(keys):
            warnings.append(
                f"cluster {anchor}: {len(keys)} ids but {len(texts)} texts; those without a text have no title"
            )
        texts = [*texts, *({} for _ in range(len(keys) - len(texts)))]
        found[anchor] = tuple(
            Paper(
                id=str(key),
                title=text.get("title") or "",
                abstract=text.get("abstract") or "",
                abstract_only=True,
            )
            for key, text in zip(keys, texts, strict=False)
        )
    return found


def _by_id(table: Any) -> FindGold:
    """Gold papers by a map of ids, with or without a level for the anchor."""

    def find(papers: Sequence[Paper], anchor: str, arxiv: str) -> tuple[str, ...]:
        ids = table.get(anchor, table)
        value = ids.get(arxiv) if isinstance(ids, dict) else None
        wanted = {value} if isinstance(value, str) else set(value or ())
        titles = {name_key(paper.title) for paper in papers if paper.id in wanted} - {""}
        # Two records of one paper under one title are both right.
        return tuple(paper.id for paper in papers if paper.id in wanted or name_key(paper.title) in titles)

    return find


def _by_title(texts: Any) -> FindGold:
    """Gold papers by the title that the release's full texts give."""

    def find(papers: Sequence[Paper], anchor: str, arxiv: str) -> tuple[str, ...]:  # noqa: ARG001  # as _by_id
        text = texts.get(arxiv)
        title = name_key(str(text.get("title") or "")) if isinstance(text, dict) else ""
        return tuple(paper.id for paper in papers if title and name_key(paper.title) == title)

    return find


def _json(path: Path) -> Any:
    try:
        value = json.loads(_text(path))
    except ValueError as error:
        raise UsageError(f"{path}: not valid JSON ({error}); download the release again") from error
    if not isinstance(value, dict):
        raise UsageError(f"{path}: holds no JSON object; download the release again")
    return value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read; --data is the folder of the M3SciQA release") from error
