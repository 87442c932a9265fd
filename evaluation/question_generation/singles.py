"""Questions about one paper: drawn from its figures and its text, filtered, and balanced over kinds and operations."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ...papers.types import Figure, Paper
from ..metrics.text.token_f1 import token_f1
from ..runs.resumable_jsonl import run_key
from .select import SIMILAR
from .types import FigureQuestion, ReferenceQuestion, SingleQuestion

MOST_OF_A_FIGURE = 4  # questions about one figure

Baselines = Callable[[SingleQuestion], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SingleQuestions:
    """The questions, the number of candidates dropped by reason, and of the `tried` ones those that each baseline answers."""

    questions: tuple[SingleQuestion, ...]
    dropped: Counter[str]
    tried: int
    answered: Counter[str]


def from_figure(cluster: str, paper: Paper, figure: Figure, asked: FigureQuestion) -> SingleQuestion:
    """A question about a figure of `paper`."""
    key = run_key(cluster, paper.id, figure.id, asked.question)
    return SingleQuestion(
        key, cluster, paper.id, "figure", asked.kind, asked.operation, asked.question, asked.answer, figure.page,
        figure.id, figure.label, asked.boxes,
    )  # fmt: skip


def from_text(cluster: str, paper: Paper, asked: ReferenceQuestion) -> SingleQuestion:
    """A question about the text of `paper`."""
    key = run_key(cluster, paper.id, "", asked.question)
    return SingleQuestion(
        key, cluster, paper.id, "text", "text", asked.kind, asked.question, asked.answer, asked.page,
        quote=asked.quote,
    )  # fmt: skip


def select_singles(
    candidates: Iterable[SingleQuestion],
    baselines: Baselines,
    names: Sequence[str],
    *,
    strict: bool,
    seed: int,
    count: int,
) -> SingleQuestions:
    """At most `count` questions (0: all); the rarest kind and operation comes next, in an order decided by `seed`.

    A question is dropped if it resembles another about the same figure or text, if its figure has MOST_OF_A_FIGURE already, or,
    with `strict`, if any of the baselines with these `names` answers it.
    """
    queues = _queues(candidates, seed)
    kept: defaultdict[tuple[str, str, str], list[SingleQuestion]] = defaultdict(list)
    chosen: Counter[tuple[str, str]] = Counter()
    dropped, answered = Counter[str](), Counter[str]()
    tried = 0
    while queues and (not count or chosen.total() < count):
        group = min(queues, key=lambda key: (chosen[key], key))
        candidate = queues[group].popleft()
        if not queues[group]:
            del queues[group]
        key = (candidate.cluster, candidate.paper, candidate.figure)
        if candidate.figure and len(kept[key]) >= MOST_OF_A_FIGURE:
            dropped["enough of its figure"] += 1
        elif any(_is_alike(candidate, other) for other in kept[key]):
            dropped["near-duplicate"] += 1
        else:
            by = baselines(candidate)
            tried += 1
            answered.update(by)
            if strict and by:
                dropped["answered without the figure"] += 1
            else:
                chosen[group] += 1
                kept[key].append(replace(candidate, answered_by=by, difficulty=len(names) - len(by)))
    questions = tuple(sorted((one for of in kept.values() for one in of), key=_place))
    return SingleQuestions(questions, dropped, tried, answered)


def _is_alike(one: SingleQuestion, other: SingleQuestion) -> bool:
    same = one.operation == other.operation and one.figure == other.figure != ""
    return same or one.answer == other.answer or token_f1(one.question, other.question) >= SIMILAR


def _queues(candidates: Iterable[SingleQuestion], seed: int) -> dict[tuple[str, str], deque[SingleQuestion]]:
    ordered = sorted(candidates, key=lambda one: one.id)
    Random(seed).shuffle(ordered)
    queues: defaultdict[tuple[str, str], deque[SingleQuestion]] = defaultdict(deque)
    for one in ordered:
        queues[one.kind, one.operation].append(one)
    return dict(queues)


def _place(one: SingleQuestion) -> tuple[str, ...]:
    return one.cluster, one.paper, one.figure, one.id
