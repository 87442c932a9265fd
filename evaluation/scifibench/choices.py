"""Questions of a user's own SciFIBench on disk: the choices with their evidence, and the release layout by tier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ...errors import MissingExtraError, UsageError
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ..reports.data_sheet import DATA_SHEET
from .data import LETTERS, TASKS

CHOICES = "choices.jsonl"
PICTURES = "pictures"

Tier = Literal["gold", "silver", "bronze"]
ChoiceTask = Literal["figure2caption", "caption2figure"]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A multiple-choice question about the figure `label` on `page` of `paper`.

    `options` are five captions and `pictures` the file of the figure, or `options` are empty and `pictures` five files, to
    which `caption` belongs to the one of letter `answer`. Files are below the folder of the question. `distance` is that of
    the wrong options from the right one (see `mean_distance`); `answered_by` names what finds the answer without the figure, or
    for a caption without the caption.
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
    """True for a folder that `write_choices` wrote."""
    return (folder / CHOICES).is_file()


def picture_path(folder: Path, name: str) -> Path:
    """The file of a picture of a question in `folder`. Raises UsageError for a name that is none of a file there."""
    if Path(name).name != name:
        raise UsageError(
            f"{folder / CHOICES}: {name} is no file of {folder / PICTURES}; make the questions again"
        )
    return folder / PICTURES / name


def copy_choices(source: Path, target: Path, questions: Sequence[ChoiceQuestion]) -> None:
    """Write `questions` of `source` to `target`; the data sheet is copied and describes all of `source`."""

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
    """The questions of choices.jsonl; none where there is no such file. Raises UsageError for a damaged one."""
    path = folder / CHOICES
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [from_json(ChoiceQuestion, line) for line in lines]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read; make the questions again") from error


def write_choices(
    folder: Path, questions: Sequence[ChoiceQuestion], read_picture: Callable[[str], bytes]
) -> None:
    """Write `questions` in their order with their pictures, and a Parquet file for each tier and task that has questions.

    The tier is the split of the release layout: Gold, Silver or Bronze. Raises MissingExtraError without pyarrow.
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
            path.unlink(missing_ok=True)  # of an earlier run
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
