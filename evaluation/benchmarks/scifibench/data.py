"""The files of SciFIBench, and its variants: random negatives, a marked option.

    DIR/**/<split>_Figure2Caption*.parquet   ID, Question, Options (5), Answer "A".."E", Category, Images (1)
    DIR/**/<split>_Caption2Figure*.parquet   the same with 5 Images, the caption in the Question; split: CS, General

Files of citehop make scifibench also have Difficulty, the mean distance of the wrong options to the right one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ...types import Example, Picture
from ..common.pictures import keep_picture
from .options import SciFIBenchOptions
from .studies import DISTANCE

TASKS = {"figure2caption": "Figure2Caption", "caption2figure": "Caption2Figure"}
LETTERS = "ABCDE"
MARK = "<Correct>"


def read_example(row: Mapping[str, Any], task: str, folder: Path, file: Path) -> Example:
    """The example of a row of `file`, its pictures kept below `folder`. Raises UsageError for another layout."""
    try:
        key, options, images = str(row["ID"]), list(row["Options"]), list(row["Images"])
        answer, question = str(row["Answer"]), str(row["Question"])
        pictures = [
            Picture(str(n), str(keep_picture(folder, image["bytes"]))) for n, image in enumerate(images)
        ]
    except (KeyError, TypeError) as error:
        raise UsageError(f"{file}: a row lacks {error}; download it again") from error
    if answer not in LETTERS[: len(options)] or len(pictures) != (
        1 if task == "figure2caption" else len(options)
    ):
        raise UsageError(f"{file}: row {key} has no right option or not its pictures; download it again")
    captions = tuple(re.sub(r"^\s*[A-E]\)\s*", "", str(option)) for option in options)
    if task == "caption2figure":
        caption = re.fullmatch(
            r"\s*Caption:\s*(.*?)\s*Which image best matches the caption\?\s*", question, re.S
        )
        question = caption[1] if caption else question
    category = str(row.get("Category") or "")
    distance = row.get("Difficulty")
    tags = [("category", category), *([(DISTANCE, f"{distance:.6f}")] if distance is not None else [])]
    return Example(key, question, (answer,), tuple(pictures), options=captions, group=key, tags=tuple(tags))


def with_random_negatives(examples: Sequence[Example], seed: int) -> list[Example]:
    """Each wrong option becomes the right one of another item; the right one stays where it is."""
    draw = random.Random(seed)
    changed = []
    for example in examples:
        others = [other for other in examples if other.id != example.id]
        drawn = draw.sample(others, min(len(LETTERS) - 1, len(others)))
        right = LETTERS.index(example.answers[0])
        options, pictures = list(example.options), list(example.pictures)
        for place, other in zip((n for n in range(len(options)) if n != right), drawn, strict=False):
            theirs = LETTERS.index(other.answers[0])
            if len(pictures) > 1:
                pictures[place] = Picture(str(place), other.pictures[theirs].path)
            else:
                options[place] = other.options[theirs]
        changed.append(_changed(example, options, pictures))
    return changed


def mark_option(example: Example, options: SciFIBenchOptions) -> Example:
    """`example` with the true or a wrong option marked as right."""
    right = LETTERS.index(example.answers[0])
    draw = random.Random(f"{options.seed} {example.id}")
    wrong = draw.choice([n for n in range(len(example.options)) if n != right])
    place = right if options.mark.startswith("true") else wrong
    texts = [f"{text} {MARK}" if n == place else text for n, text in enumerate(example.options)]
    return _changed(example, texts, example.pictures)


def _changed(example: Example, options: Sequence[str], pictures: Sequence[Picture]) -> Example:
    return replace(example, options=tuple(options), pictures=tuple(pictures))
