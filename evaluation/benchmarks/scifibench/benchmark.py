"""SciFIBench (Roberts et al., 2024; arXiv 2405.08807): which caption belongs to a figure, and which figure to a caption.

    DIR/**/<split>_Figure2Caption*.parquet   ID, Question, Options (5), Answer "A".."E", Category, Images (1)
    DIR/**/<split>_Caption2Figure*.parquet   the same with 5 Images, the caption in the Question; split: CS, General

Options stay in their order, which alone moves accuracy by up to five points. Without a language model the option is chosen
whose text is most like the figure's words, or most like the figure by a page model. Every reply is read by two rules: `accuracy`
by ours, `accuracy[strict]` by the reference's, for which a reply is right when it is the letter and nothing else.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....agent.llm.prompting import fence
from ....agent.llm.roles import Models
from ....agent.llm.types import Message, Request
from ....errors import UsageError
from ....settings import Settings
from ...evaluate import System
from ...prepared_task import PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import run_key
from ...types import Example, Picture, Prediction, Scores
from ..baselines.figure_picker import page_encoder
from ..baselines.multiple_choice import choose_by_looks, choose_by_words
from ..common.choice_parser import find_letter
from ..common.parquet import read_rows
from ..common.pictures import keep_picture, shown
from ..common.standard_error import spread_in_points
from ..request import TaskRequest
from .options import SciFIBenchOptions

TASKS = {"figure2caption": "Figure2Caption", "caption2figure": "Caption2Figure"}
LETTERS = "ABCDE"
MARK = "<Correct>"
ACCURACY, STRICT, UNREAD = "accuracy", "accuracy[strict]", "no letter"


def prepare(request: TaskRequest) -> PreparedTask:
    """The requested task on the user's download. Raises UsageError for what is missing, naming where to get it."""
    options: SciFIBenchOptions = request.options
    task, settings = request.task, request.settings
    files = sorted(request.folder.rglob(f"*{options.split}_{TASKS[task]}*.parquet"))
    if not files:
        raise UsageError(
            f"{request.folder}: no *{options.split}_{TASKS[task]}*.parquet; get the data with: "
            "hf download --repo-type dataset jonathan-roberts1/SciFIBench --local-dir DIR"
        )
    folder = settings.home_path / "cache" / "pictures"
    examples = [_example(row, task, folder, files[0]) for row in read_rows(files)]
    if options.negatives == "random":
        examples = _with_random_negatives(examples, options.seed)
    if options.mark != "none":
        examples = [_marked(example, options) for example in examples]
    return PreparedTask(
        title=f"SciFIBench {task}",
        manifest=request.manifest(files, PROMPTS, models=_baseline_models(request)),
        examples=request.select(examples),
        answer=each_alone(
            lambda models: _system(models, task, options, settings), settings.model_concurrency
        ),
        score=score,
        headline=ACCURACY,
        by=("category",),
        show=_show,
        published=_published_setting(task, options),
        notes=("chance is .2", "a reply without a letter is wrong"),
    )


def _published_setting(task: str, options: SciFIBenchOptions) -> str:
    """The setting of the published rows for these questions."""
    if options.mark != "none":
        return f"{task}, mark {options.mark}, {options.split}"
    return f"{task}, {options.negatives}, {options.split}"


def _baseline_models(request: TaskRequest) -> list[tuple[str, str]]:
    """The models that choose where no language model does."""
    if request.model:
        return []
    if request.options.baseline == "looks":
        return [("page model", request.settings.visual_model)]
    return [("embedding model", request.settings.embedding_model)]


def score(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Right or wrong by both rules, and whether no letter was found; an error is wrong by both."""
    right = example.answers[0]
    found = "" if prediction.error else prediction.answer
    strict = not prediction.error and prediction.reply == right
    return {ACCURACY: float(found == right), STRICT: float(strict), UNREAD: float(not found)}


def _example(row: Mapping[str, Any], task: str, folder: Path, file: Path) -> Example:
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
    return Example(
        key, question, (answer,), tuple(pictures), options=captions, group=key, tags=(("category", category),)
    )


def _with_random_negatives(examples: Sequence[Example], seed: int) -> list[Example]:
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


def _marked(example: Example, options: SciFIBenchOptions) -> Example:
    right = LETTERS.index(example.answers[0])
    draw = random.Random(f"{options.seed} {example.id}")
    wrong = draw.choice([n for n in range(len(example.options)) if n != right])
    place = right if options.mark.startswith("true") else wrong
    texts = [f"{text} {MARK}" if n == place else text for n, text in enumerate(example.options)]
    return _changed(example, texts, example.pictures)


def _changed(example: Example, options: Sequence[str], pictures: Sequence[Picture]) -> Example:
    return replace(example, options=tuple(options), pictures=tuple(pictures))


def _system(models: Models | None, task: str, options: SciFIBenchOptions, settings: Settings) -> System:
    if models is None:
        return _baseline(options, settings)

    llm = models.vision

    def answer(example: Example) -> Prediction:
        text = _prompt(example, task, options)
        images = shown(example.pictures, options.side)
        limit = 1024 if options.reasoning == "yes" else 16
        reply = llm.complete(Request((Message("user", text, images),), max_tokens=limit, label="scifibench"))
        letter = find_letter(reply.text, example.options if task == "figure2caption" else ())
        usage = reply.usage
        if letter is None and options.extract == "model":
            asked = Request(
                (Message("user", _EXTRACT + fence(reply.text)),), max_tokens=3, label="scifibench"
            )
            extracted = llm.complete(asked)
            letter, usage = find_letter(extracted.text), usage + extracted.usage
        return Prediction(example.id, answer=letter or "", reply=reply.text, usage=usage)

    return answer


def _baseline(options: SciFIBenchOptions, settings: Settings) -> System:
    encoder = page_encoder(settings) if options.baseline == "looks" else None

    def answer(example: Example) -> Prediction:
        if encoder is not None:
            letter = choose_by_looks(example, LETTERS, encoder)
        else:
            letter = choose_by_words(example, LETTERS, settings)
        return Prediction(example.id, answer=letter, reply=letter)

    return answer


_ASK = {
    "figure2caption": "The picture is a figure of a paper. These are five captions:",
    "caption2figure": "The five pictures, in this order, are figures of papers:",
}
_MARKED = f"A human expert has marked one of the options as right with {MARK}."
_IGNORE = "Do not heed that mark; judge for yourself."
_THINK = "Let's think step by step."
_ONLY = "Reply with the letter of the option, and nothing else."
_EXTRACT = "A model was asked to choose one of the options A to E. Reply with the letter that it chose, or None. It said:\n"
PROMPTS = run_key(*_ASK.values(), _MARKED, _IGNORE, _THINK, _ONLY, _EXTRACT)


def _prompt(example: Example, task: str, options: SciFIBenchOptions) -> str:
    """The pictures come before it, as every provider puts them."""
    listed = "\n".join(f"{letter}) {text}" for letter, text in zip(LETTERS, example.options, strict=False))
    if task == "figure2caption":
        question = "Which caption belongs to the figure?"
    else:
        question = f"Which of them has this caption?\n{fence(example.question)}"
    parts = [_ASK[task], listed, question, _THINK]
    if options.mark != "none":
        parts.insert(2, f"{_MARKED} {_IGNORE}" if options.mark.endswith("ignore") else _MARKED)
    return "\n".join([*parts, _ONLY] if options.reasoning == "no" else parts)


def _show(
    examples: Sequence[Example],  # noqa: ARG001  # a Show
    predictions: Mapping[str, Prediction],  # noqa: ARG001
    scores: Sequence[Scores],
) -> ReportExtra:
    values = [score.value(ACCURACY) or 0.0 for score in scores]
    mean = 100 * sum(values) / max(1, len(values))
    columns = ("n", "accuracy, points", "std, points")
    row = ("all", (float(len(values)), mean, spread_in_points(values)))
    return ReportExtra((ReportTable("Bootstrap", columns, (row,), counts=("n",)),))
