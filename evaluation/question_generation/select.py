"""Selection of questions: balanced over operations and kinds of figures, without near-duplicates."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from ...papers.types import Figure, Paper
from ..metrics.overlap import token_f1
from ..runs.resumable_jsonl import run_key
from .types import FigureQuestion, QuestionPair, ReferenceQuestion, SingleQuestion, VisualQuestion

T = TypeVar("T")

SIMILAR = 0.8  # two questions about one name count as the same from this F1 of words
MOST_OF_ONE = 4  # most questions with one operation about one name of a figure
MOST_REFERENCES = 5  # most reference questions that a visual question is combined with

FigureKey = tuple[str, str, str]  # cluster, anchor, figure
Candidate = tuple[FigureKey, VisualQuestion]
Pairing = Callable[[FigureKey, VisualQuestion, ReferenceQuestion], QuestionPair]


def select_pairs(
    candidates: Sequence[Candidate],
    references: Callable[[FigureKey, VisualQuestion], Sequence[ReferenceQuestion]],
    pair: Pairing,
    accept: Callable[[QuestionPair], bool],
    *,
    seed: int,
    count: int = 0,
) -> tuple[list[QuestionPair], Counter[str]]:
    """Return at most `count` accepted pairs (0: all) and the number of dropped candidates by reason.

    Candidates are grouped by kind and operation, and the group with the fewest pairs so far comes next. A visual
    question is paired with the least used reference question of its paper that makes an accepted pair. It is paired
    again, up to MOST_REFERENCES times, after all others of its group had a turn. A name in a figure is paired with a
    reference question at most once for each operation.
    """
    ordered = sorted(candidates, key=lambda item: (item[0], item[1].question))
    queues = _queues(ordered, lambda item: (item[1].kind, item[1].operation), seed)
    uses: Counter[ReferenceQuestion] = Counter()
    paired: set[tuple[str, ...]] = set()
    kept: list[QuestionPair] = []
    dropped: Counter[str] = Counter()
    chosen: Counter[tuple[str, str]] = Counter()
    while queues and (not count or len(kept) < count):
        group = min(queues, key=lambda key: (chosen[key], key))
        key, visual = queues[group].popleft()
        earlier = sum(other.visual is visual for other in kept)
        found = None
        if not earlier and _is_repeated(key, visual, kept):
            dropped["near-duplicate"] += 1
        else:
            options = [
                reference
                for reference in references(key, visual)
                if (*key, visual.name, visual.operation, reference.question) not in paired
            ]
            options.sort(key=lambda reference: (uses[reference], reference.question))
            found = next(filter(accept, (pair(key, visual, one) for one in options)), None)
            if found is None and not earlier:
                dropped["first hop not needed" if options else "no reference question"] += 1
        if found is not None:
            uses[found.reference] += 1
            chosen[group] += 1
            paired.add((*key, visual.name, visual.operation, found.reference.question))
            kept.append(found)
            if earlier + 1 < MOST_REFERENCES:
                queues[group].append((key, visual))
        if not queues[group]:
            del queues[group]
    return kept, dropped


def _queues(
    ordered: list[T], group: Callable[[T], tuple[str, str]], seed: int
) -> dict[tuple[str, str], deque[T]]:
    """Return the candidates of each group (kind, operation), in an order that `seed` decides."""
    Random(seed).shuffle(ordered)
    queues: defaultdict[tuple[str, str], deque[T]] = defaultdict(deque)
    for candidate in ordered:
        queues[group(candidate)].append(candidate)
    return dict(queues)


def _is_repeated(key: FigureKey, visual: VisualQuestion, kept: Sequence[QuestionPair]) -> bool:
    """True if `visual` repeats kept questions.

    It repeats them if it is worded like any kept question or resembles one about the same name, or if that name has
    MOST_OF_ONE questions of its operation already.
    """
    same = {
        other.visual
        for other in kept
        if (other.cluster, other.anchor, other.figure) == key and other.visual.name == visual.name
    }
    elsewhere = any(other.visual.question == visual.question for other in kept)
    alike = elsewhere or any(token_f1(visual.question, other.question) >= SIMILAR for other in same)
    return alike or sum(other.operation == visual.operation for other in same) >= MOST_OF_ONE


MOST_OF_A_FIGURE = 4  # most questions about one figure

Baselines = Callable[[SingleQuestion], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SingleQuestions:
    """Questions about single figures or texts.

    `dropped` counts the dropped candidates by reason. `answered` counts, for each baseline, the questions that it
    answers out of the `tried` ones.
    """

    questions: tuple[SingleQuestion, ...]
    dropped: Counter[str]
    tried: int
    answered: Counter[str]


def from_figure(cluster: str, paper: Paper, figure: Figure, asked: FigureQuestion) -> SingleQuestion:
    """Return `asked` as a question about a figure of `paper`."""
    key = run_key(cluster, paper.id, figure.id, asked.question)
    return SingleQuestion(
        key, cluster, paper.id, "figure", asked.kind, asked.operation, asked.question, asked.answer, figure.page,
        figure.id, figure.label, asked.boxes,
    )  # fmt: skip


def from_text(cluster: str, paper: Paper, asked: ReferenceQuestion) -> SingleQuestion:
    """Return `asked` as a question about the text of `paper`."""
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
    """Select at most `count` questions (0: all).

    Candidates are grouped by kind and operation, and the group with the fewest questions so far comes next; `seed`
    decides the order within a group. A question is dropped if it resembles another about the same figure or text, or
    if its figure has MOST_OF_A_FIGURE questions already. With `strict`, it is also dropped if any of the baselines
    `names` answers it.
    """
    ordered = sorted(candidates, key=lambda one: one.id)
    queues = _queues(ordered, lambda one: (one.kind, one.operation), seed)
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


def _place(one: SingleQuestion) -> tuple[str, ...]:
    return one.cluster, one.paper, one.figure, one.id
