"""SciFIBench's curation applied to a user's clusters: hard negatives, difficulty, balance, and tiers of quality."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ...agent.llm.types import LLM
from ...errors import MissingExtraError, UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ..benchmarks.task_options import SciFIBenchOptions
from ..common.cluster_figures import Captioned, JointVectors
from ..common.files import read_values
from ..common.model_calls import ModelCalls
from ..common.replies import find_letter
from ..reports.formats import DATA_SHEET, program, write_sheet
from ..runs.resumable_jsonl import run_key
from ..types import Example
from .benchmark import build_prompt
from .data import LETTERS, TASKS, mean_distance

CHOICES = "choices.jsonl"
PICTURES = "pictures"

Tier = Literal["gold", "silver", "bronze"]
ChoiceTask = Literal["figure2caption", "caption2figure"]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A multiple-choice question about the figure `label` on `page` of `paper`.

    To choose a caption, `options` are five captions and `pictures` has the figure's file. To choose a figure,
    `options` are empty and `pictures` are five files, one of which `caption` belongs to. `answer` is the letter of
    the right choice. Files are below the folder of the questions. `distance` is the mean distance of the wrong
    options from the right one (see `mean_distance`). `answered_by` names the baselines that find the right caption
    without the figure, or the right figure without the caption.
    """

    id: str
    cluster: str
    paper: str
    label: str
    page: int
    task: ChoiceTask
    caption: str
    options: tuple[str, ...]
    pictures: tuple[str, ...]
    answer: str
    distance: float
    answered_by: tuple[str, ...] = ()
    tier: Tier = "bronze"

    @property
    def question(self) -> str:
        """The question in the wording of the release."""
        if self.task == "figure2caption":
            return "Which caption best matches the image?"
        return f"Caption: {self.caption} Which image best matches the caption?"


def is_choice_folder(folder: Path) -> bool:
    """True if `write_choices` wrote the folder."""
    return (folder / CHOICES).is_file()


def picture_path(folder: Path, name: str) -> Path:
    """Return the path of a picture of a question in `folder`. Raises UsageError for a name that is no plain file
    name.
    """
    if Path(name).name != name:
        raise UsageError(
            f"{folder / CHOICES}: {name} is no file of {folder / PICTURES}; make the questions again"
        )
    return folder / PICTURES / name


def copy_choices(source: Path, target: Path, questions: Sequence[ChoiceQuestion]) -> None:
    """Copy `questions` of `source` to `target`. The data sheet is copied unchanged, so it describes all of `source`."""

    def read_picture(name: str) -> bytes:
        path = picture_path(source, name)
        try:
            return path.read_bytes()
        except OSError as error:
            raise UsageError(f"{path}: cannot be read; make the questions again") from error

    write_choices(target, questions, read_picture)
    if (source / DATA_SHEET).is_file():
        write_atomic(target / DATA_SHEET, (source / DATA_SHEET).read_bytes())


def read_choices(folder: Path) -> list[ChoiceQuestion]:
    """Return the questions of choices.jsonl; [] if there is no such file. Raises UsageError for a damaged file."""
    path = folder / CHOICES
    return read_values(path, ChoiceQuestion, "make the questions again") if path.exists() else []


def write_choices(
    folder: Path, questions: Sequence[ChoiceQuestion], read_picture: Callable[[str], bytes]
) -> None:
    """Write `questions` in their order with their pictures, and a Parquet file for each tier and task with questions.

    The tier is the split in the layout of the release: Gold, Silver or Bronze. Raises MissingExtraError without
    pyarrow.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet files", "bench") from error
    for name in sorted({name for one in questions for name in one.pictures}):
        write_atomic(picture_path(folder, name), read_picture(name))
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    for tier in ("gold", "silver", "bronze"):
        for task, kind in TASKS.items():
            path = data / f"{tier.capitalize()}_{kind}-00000-of-00001.parquet"
            path.unlink(missing_ok=True)  # left by an earlier run
            rows = [
                _row(n, one, read_picture)
                for n, one in enumerate(questions)
                if (one.tier, one.task) == (tier, task)
            ]
            if rows:
                parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    write_atomic(folder / CHOICES, "".join(to_json(one) + "\n" for one in questions))


def _row(number: int, one: ChoiceQuestion, read_picture: Callable[[str], bytes]) -> dict[str, Any]:
    options = one.options or tuple(f"image{place}" for place in range(len(one.pictures)))
    return {
        "ID": number,
        "Question": one.question,
        "Options": [f"{letter}) {text}" for letter, text in zip(LETTERS, options, strict=True)],
        "Answer": one.answer,
        "Category": one.paper,
        "Images": [{"bytes": read_picture(name), "path": None} for name in one.pictures],
        "Difficulty": one.distance,
    }


# Most silver questions per task and paper. The paper limited a category that one paper dominated in the same way.
MOST_OF_A_PAPER = 10
CENTER, MODEL = "centre", "model"
_ALONE, _TOKENS = SciFIBenchOptions(inputs="options"), 16
_ORDERS = 2  # number of option orders in which a model without the figure must be right

Blind = Callable[[Sequence[str]], str]
"""A function that returns the letter it chooses from captions alone; "" if it chooses none."""


def choose_questions(
    figures: Sequence[Captioned],
    vectors: JointVectors,
    *,
    seed: int = 0,
    per_paper: int = MOST_OF_A_PAPER,
    blind: Blind | None = None,
) -> list[ChoiceQuestion]:
    """Return a question of each task about every figure, the most difficult first, ties by id.

    Wrong options are the four nearest neighbors by the joint embedding of caption and picture, ties by order; `seed`
    decides the place of the right option. A question is bronze if a baseline answers it without looking (see
    `answered_without_looking`) or if its paper already has `per_paper` more difficult silver questions of the task
    (0: no limit). All other questions are silver. Gold questions are made by people. Raises UsageError for fewer than
    five figures.
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
    """Return the baselines that choose the right caption without the figure, or the right figure without the caption.

    "center" takes the option that is most similar to the others on average; it tends to be right because the others
    are its neighbors. "model", for captions only, must be right with `blind` in two orders of the options.
    """
    to_captions = task == "figure2caption"
    part = vectors.captions if to_captions else vectors.pictures
    found = [CENTER] if _central(part[list(chosen)]) == chosen.index(right) else []
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
    """Return a function that lets a model choose among captions without seeing the figure."""

    def choose(captions: Sequence[str]) -> str:
        prompt = build_prompt(Example("", "", options=tuple(captions)), "figure2caption", _ALONE)
        return find_letter(ModelCalls(llm, "make-scifibench", _TOKENS).ask(prompt), captions) or ""

    return choose


def _central(rows: npt.NDArray[np.float32]) -> int:
    """Return the index of the row with the largest mean cosine with the others; the first wins a tie."""
    return int(np.argmax(np.round((rows @ rows.T).sum(axis=1), 6)))


def _with_tiers(questions: Sequence[ChoiceQuestion], per_paper: int) -> list[ChoiceQuestion]:
    """Return `questions`, which are sorted by difficulty, with their tiers."""
    taken: Counter[tuple[str, str, str]] = Counter()
    tiered = []
    for one in questions:
        key = (one.cluster, one.paper, one.task)
        silver = not one.answered_by and not (per_paper and taken[key] >= per_paper)
        taken[key] += silver
        tiered.append(replace(one, tier="silver" if silver else "bronze"))
    return tiered


def _options(n: int, vectors: npt.NDArray[np.float32], draw: random.Random) -> list[int]:
    """Return figure `n` and its nearest neighbors, with `n` at a random place."""
    near = np.argsort(-(vectors @ vectors[n]), kind="stable")
    chosen = [int(other) for other in near if other != n][: len(LETTERS) - 1]
    draw.shuffle(chosen)
    chosen.insert(draw.randrange(len(LETTERS)), n)
    return chosen


def picture_name(figure: Captioned) -> str:
    """Return the file name of a figure's picture."""
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
    """Write the data sheet: how the questions were made, their tiers, the shares answered without looking, and their
    papers.
    """
    looks = f"page model {visual}" if visual else "the words in them and their gradients"
    introduction = (
        f"Multiple choice made by {program()} from {figures} figures with captions, seed {seed}. Wrong options are the "
        f"nearest neighbours by caption and picture (compared by {looks}); the first questions are the most difficult."
    )
    lines = ["| task | questions | gold | silver | bronze | mean distance |", "|---|---|---|---|---|---|"]
    for task in TASKS:
        of_task = [one for one in questions if one.task == task]
        counts = [sum(one.tier == tier for one in of_task) for tier in ("gold", "silver", "bronze")]
        distance = sum(one.distance for one in of_task) / max(1, len(of_task))
        lines.append(f"| {task} | {len(of_task)} | {' | '.join(map(str, counts))} | {distance:.3f} |")
    lines += ["", "| answered without looking (chance .2) | " + " | ".join(TASKS) + " |", "|---|---|---|"]
    for name in (CENTER, *([MODEL] if model else [])):
        shares = [_share(name, [one for one in questions if one.task == task]) for task in TASKS]
        lines.append(f"| {name} | {' | '.join(shares)} |")
    used = {(one.cluster, one.paper) for one in questions}
    papers = [p for cluster in clusters for p in cluster.papers() if (cluster.name, p.id) in used]
    write_sheet(folder, introduction, [*lines, ""], papers)


def _share(baseline: str, questions: Sequence[ChoiceQuestion]) -> str:
    return f"{sum(baseline in one.answered_by for one in questions) / max(1, len(questions)):.3f}"
