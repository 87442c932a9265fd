"""SciFIBench's own curation on a user's clusters: hard negatives, difficulty, balance, and tiers of quality."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...agent.llm.types import LLM, Message, Request
from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ..benchmarks.task_options import SciFIBenchOptions
from ..common.cluster_figures import Captioned, JointVectors
from ..common.replies import find_letter
from ..reports.data_sheet import program, write_sheet
from ..runs.resumable_jsonl import run_key
from ..types import Example
from .benchmark import build_prompt
from .choices import ChoiceQuestion
from .data import LETTERS, TASKS, mean_distance

MOST_OF_A_PAPER = 10  # silver questions of a task, as the paper took of a category that one paper dominated
CENTRE, MODEL = "centre", "model"
_ALONE, _TOKENS = SciFIBenchOptions(inputs="options"), 16
_ORDERS = 2  # orders of the options in which a model that does not see the figure has to be right

Blind = Callable[[Sequence[str]], str]
"""The letter that is chosen among captions alone; "" for none."""


def choose_questions(
    figures: Sequence[Captioned],
    vectors: JointVectors,
    *,
    seed: int = 0,
    per_paper: int = MOST_OF_A_PAPER,
    blind: Blind | None = None,
) -> list[ChoiceQuestion]:
    """A question of each task about every figure, the most difficult first, ties by id.

    Wrong options are the four nearest neighbours by the joint embedding of caption and picture, ties by order; `seed` decides
    where the right one is. A question is silver unless it is answered without looking (see `answered_without_looking`) or
    its paper has `per_paper` more difficult ones of the task (0: any number); the others are bronze. People make gold of it.
    Raises UsageError for fewer than five figures.
    """
    if len(figures) < len(LETTERS):
        raise UsageError(
            f"{len(figures)} different figures with captions in the cluster; multiple choice needs {len(LETTERS)}"
        )
    draw, joint = random.Random(seed), vectors.joint
    questions = []
    for n in range(len(figures)):
        chosen = _options(n, joint, draw)
        distance = round(mean_distance(joint, n, [other for other in chosen if other != n]), 6)
        for task in TASKS:
            by = answered_without_looking(task, n, chosen, figures, vectors, blind)
            questions.append(replace(_question(n, chosen, figures, task), distance=distance, answered_by=by))
    questions.sort(key=lambda one: (one.distance, one.id))
    return _with_tiers(questions, per_paper)


def answered_without_looking(
    task: str,
    right: int,
    chosen: Sequence[int],
    figures: Sequence[Captioned],
    vectors: JointVectors,
    blind: Blind | None,
) -> tuple[str, ...]:
    """Baselines that choose the right option without the figure, or the right figure without the caption.

    "centre" takes the option that is on average most like the others, which neighbours of the right one give away; "model", of
    captions, is `blind` in two orders of the options.
    """
    to_captions = task == "figure2caption"
    part = vectors.captions if to_captions else vectors.pictures
    found = [CENTRE] if _central(part[list(chosen)]) == chosen.index(right) else []
    if blind is not None and to_captions:
        captions = [figures[other].caption for other in chosen]
        turns = [
            (captions[by:] + captions[:by], (chosen.index(right) - by) % len(captions))
            for by in range(_ORDERS)
        ]
        if all(blind(options) == LETTERS[place] for options, place in turns):
            found.append(MODEL)
    return tuple(found)


def ask_blind(llm: LLM) -> Blind:
    """A choice among captions by a model that does not see the figure."""

    def choose(captions: Sequence[str]) -> str:
        prompt = build_prompt(Example("", "", options=tuple(captions)), "figure2caption", _ALONE)
        reply = llm.complete(Request((Message("user", prompt),), max_tokens=_TOKENS, label="make-scifibench"))
        return find_letter(reply.text, captions) or ""

    return choose


def _central(rows: npt.NDArray[np.float32]) -> int:
    """The row of the largest mean cosine with the others; the first of equals."""
    return int(np.argmax(np.round((rows @ rows.T).sum(axis=1), 6)))


def _with_tiers(questions: Sequence[ChoiceQuestion], per_paper: int) -> list[ChoiceQuestion]:
    """`questions`, sorted by difficulty, with their tiers."""
    taken: Counter[tuple[str, str, str]] = Counter()
    tiered = []
    for one in questions:
        key = (one.cluster, one.paper, one.task)
        silver = not one.answered_by and not (per_paper and taken[key] >= per_paper)
        taken[key] += silver
        tiered.append(replace(one, tier="silver" if silver else "bronze"))
    return tiered


def _options(n: int, vectors: npt.NDArray[np.float32], draw: random.Random) -> list[int]:
    """The figure `n` among its nearest neighbours, at a random place."""
    near = np.argsort(-(vectors @ vectors[n]), kind="stable")
    chosen = [int(other) for other in near if other != n][: len(LETTERS) - 1]
    draw.shuffle(chosen)
    chosen.insert(draw.randrange(len(LETTERS)), n)
    return chosen


def picture_name(figure: Captioned) -> str:
    """The name of the file of a figure's picture."""
    return f"{run_key(figure.cluster, figure.paper_id, figure.figure_id, figure.caption)}.png"


def _question(n: int, chosen: Sequence[int], figures: Sequence[Captioned], task: str) -> ChoiceQuestion:
    figure, to_captions = figures[n], task == "figure2caption"
    options = tuple(figures[other].caption for other in chosen) if to_captions else ()
    pictures = tuple(picture_name(figures[other]) for other in ([n] if to_captions else chosen))
    return ChoiceQuestion(
        id=run_key(task, figure.caption, *options, *pictures),
        cluster=figure.cluster,
        paper=figure.paper_id,
        label=figure.label,
        page=figure.page,
        task="figure2caption" if to_captions else "caption2figure",
        caption=figure.caption,
        options=options,
        pictures=pictures,
        answer=LETTERS[chosen.index(n)],
        distance=0.0,
    )


def write_choice_sheet(
    folder: Path,
    clusters: Sequence[Cluster],
    questions: Sequence[ChoiceQuestion],
    *,
    figures: int,
    seed: int,
    visual: str | None = None,
    model: str = "",
) -> None:
    """Write how the questions were made, their tiers, the shares that are answered without looking, and their papers."""
    looks = f"page model {visual}" if visual else "the words in them and their gradients"
    introduction = (
        f"Multiple choice made by {program()} from {figures} figures with captions, seed {seed}. Wrong options are the nearest "
        f"neighbours by caption and picture (compared by {looks}); the first questions are the most difficult."
    )
    lines = ["| task | questions | gold | silver | bronze | mean distance |", "|---|---|---|---|---|---|"]
    for task in TASKS:
        of_task = [one for one in questions if one.task == task]
        counts = [sum(one.tier == tier for one in of_task) for tier in ("gold", "silver", "bronze")]
        distance = sum(one.distance for one in of_task) / max(1, len(of_task))
        lines.append(f"| {task} | {len(of_task)} | {' | '.join(map(str, counts))} | {distance:.3f} |")
    lines += ["", "| answered without looking (chance .2) | " + " | ".join(TASKS) + " |", "|---|---|---|"]
    for name in (CENTRE, *([MODEL] if model else [])):
        shares = [_share(name, [one for one in questions if one.task == task]) for task in TASKS]
        lines.append(f"| {name} | {' | '.join(shares)} |")
    used = {(one.cluster, one.paper) for one in questions}
    papers = [p for cluster in clusters for p in cluster.papers() if (cluster.name, p.id) in used]
    write_sheet(folder, introduction, [*lines, ""], papers)


def _share(baseline: str, questions: Sequence[ChoiceQuestion]) -> str:
    return f"{sum(baseline in one.answered_by for one in questions) / max(1, len(questions)):.3f}"
