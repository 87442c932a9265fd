"""The files of MMSci's benchmark.zip, as unpacked.

    DIR/**/{train,dev,test}/images/<uid>_figure_<n>.png
    DIR/**/{train,dev,test}/image_caption_generation_data.json
        a list of {uid, category, subject, abstract, content, image, caption}
    DIR/**/{train,dev,test}/image_caption_matching_data.json
        three lists, one per setting, of {uid, category, subject, question, answer, image}

Files named *_w_answer.json, which the release of the test set lacks, are taken where they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ...types import Document, Example, Picture
from .captions import main_caption, plain
from .replies import labels_of

SETTINGS = ("fig2cap", "subfig2cap", "subcap2fig")
GENERATION, MATCHING = "image_caption_generation_data", "image_caption_matching_data"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The file that was read, its examples, and one line for what is odd about them."""

    file: Path
    examples: tuple[Example, ...]
    warnings: tuple[str, ...]


def load_captions(data: Path, split: str, grounding: str) -> Loaded:
    """The captioning examples; `grounding` ("none", "abstract", "content") is the article's text that they carry.

    Raises UsageError for a missing file or another layout.
    """
    file = _find(data, split, GENERATION)
    rows = _json(file)
    try:
        examples = tuple(_caption(row, number, file, grounding) for number, row in enumerate(rows))
    except (KeyError, TypeError, AttributeError) as error:
        raise _layout(file, error) from error
    return Loaded(file, examples, _hidden(examples, file))


def load_matching(data: Path, split: str, settings: Sequence[str]) -> Loaded:
    """The matching examples of `settings`, each tagged with its own. Raises UsageError as `load_captions` does."""
    file = _find(data, split, MATCHING)
    lists = _json(file)
    try:
        if len(lists) != len(SETTINGS):
            raise TypeError(f"{len(lists)} lists instead of three")
        examples = tuple(
            _choice(row, number, setting, file)
            for setting, rows in zip(SETTINGS, lists, strict=True)
            if setting in settings
            for number, row in enumerate(rows)
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise _layout(file, error) from error
    return Loaded(file, examples, _hidden(examples, file))


def _caption(row: Mapping[str, Any], number: int, file: Path, grounding: str) -> Example:
    text = str(row[grounding]) if grounding != "none" else ""
    caption = plain(main_caption(str(row["caption"] or "")))
    return Example(
        f"{row['uid']}:{row['image']}:{number}",
        "",
        (caption,) if caption else (),
        (_picture(row, file),),
        documents=(Document(str(row["uid"]), text=plain(text)),) if text else (),
        group=str(row["uid"]),
        tags=_tags(row),
    )


def _choice(row: Mapping[str, Any], number: int, setting: str, file: Path) -> Example:
    question, answer = plain(str(row["question"])), str(row["answer"] or "").strip()
    labels = labels_of(question)
    head, *options = _cut(question, labels)
    return Example(
        f"{setting}:{number}",
        head,
        (answer,) if answer else (),
        (_picture(row, file),),
        options=tuple(options),
        group=str(row["uid"]),
        tags=(("setting", setting), *_tags(row)),
    )


def _cut(question: str, labels: str) -> list[str]:
    """The question proper and the text of each option."""
    parts, rest = [], question
    for label in labels:
        before, _, rest = ("\n" + rest).partition(f"\n{label}:")
        parts.append(before.strip())
    return [*parts, rest.strip()]


def _tags(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return (("category", str(row["category"])), ("subject", str(row["subject"])))


def _picture(row: Mapping[str, Any], file: Path) -> Picture:
    name = str(row["image"])
    return Picture(name, str(file.parent / "images" / name))


def _find(data: Path, split: str, name: str) -> Path:
    for stem in (f"{name}_w_answer.json", f"{name}.json"):
        found = sorted(path for path in data.rglob(stem) if path.parent.name == split)
        if found:
            return found[0]
    raise UsageError(
        f"{data}: no {split}/{name}.json below it; download benchmark.zip of MMSci (mmsci.s3.amazonaws.com) and unpack it"
    )


def _json(file: Path) -> Any:
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: not readable JSON; download benchmark.zip again") from error
    if not isinstance(value, list):
        raise UsageError(f"{file}: not in the layout of MMSci (no list); download benchmark.zip again")
    return value


def _layout(file: Path, error: Exception) -> UsageError:
    return UsageError(
        f"{file}: not in the layout of MMSci ({type(error).__name__}: {error}); download benchmark.zip again"
    )


def _hidden(examples: Sequence[Example], file: Path) -> tuple[str, ...]:
    hidden = sum(not example.answers for example in examples)
    warning = f"{file}: {hidden} of {len(examples)} answers are blank, as in the released test set; those are not scored"
    return (warning,) if hidden else ()
