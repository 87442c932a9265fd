"""SciFIBench (Roberts et al., 2024; arXiv 2405.08807): which caption belongs to a figure, and which figure to a
caption.

Options stay in their order because the order alone moves accuracy by up to five points. Without a language model, the
option whose text is most similar to the figure's words is chosen. Every reply is read by two rules. `accuracy` uses
ours; `accuracy[strict]` uses the reference's, by which a reply is right if it is the letter and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...agent.llm.prompting import fence
from ...agent.llm.roles import Models
from ...errors import UsageError
from ...settings import Settings
from ..baselines.figure_picker import choose_by_words
from ..benchmarks.request import TaskRequest
from ..benchmarks.task_options import SciFIBenchOptions
from ..common.model_calls import ModelCalls
from ..common.pictures import shown
from ..common.replies import find_letter
from ..evaluate import System
from ..prepared_task import PreparedTask, each_alone
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..types import Example, Prediction, Scores
from .data import (
    DIFFICULTY,
    LETTERS,
    MARK,
    ORDER,
    PLACE,
    TASKS,
    balance_table,
    by_difficulty,
    first_of_each_category,
    in_orders,
    mark_option,
    order_tables,
    read_example,
    read_rows,
    spread_in_points,
    with_random_negatives,
)

ACCURACY, STRICT, UNREAD = "accuracy", "accuracy[strict]", "no letter"


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested task on the user's download. Raises UsageError, naming the source, if files are missing."""
    options: SciFIBenchOptions = request.options
    task, settings = request.task, request.settings
    if not 1 <= options.orders <= len(LETTERS):
        raise UsageError(f"--orders must be 1 to {len(LETTERS)}, not {options.orders}")
    files = sorted(request.folder.rglob(f"*{options.split}_{TASKS[task]}*.parquet"))
    if not files:
        raise UsageError(
            f"{request.folder}: no *{options.split}_{TASKS[task]}*.parquet; get the data with: "
            "hf download --repo-type dataset jonathan-roberts1/SciFIBench --local-dir DIR"
        )
    folder = settings.home_path / "cache" / "pictures"
    examples = [read_example(row, task, folder, files[0]) for row in read_rows(files)]
    if options.negatives == "random":
        examples = with_random_negatives(examples, options.seed)
    if options.sort == "difficulty":
        examples = by_difficulty(examples, settings)
    if options.per_category:
        examples = first_of_each_category(examples, options.per_category)
    if options.mark != "none":
        examples = [mark_option(example, options) for example in examples]
    selected = request.select(examples)
    if options.orders > 1:
        selected = tuple(in_orders(selected, options.orders))
    return PreparedTask(
        title=f"SciFIBench {task}",
        manifest=request.manifest(files, PROMPTS, models=_models_besides(request)),
        examples=selected,
        answer=each_alone(
            lambda models: _system(models, task, options, settings), settings.model_concurrency
        ),
        score=score,
        headline=ACCURACY,
        by=("category", DIFFICULTY, ORDER, PLACE),
        show=_show,
        published=_published_setting(task, options),
        notes=(*_NOTES, *([_ALONE] if options.inputs == "options" else [])),
    )


def _published_setting(task: str, options: SciFIBenchOptions) -> str:
    """Return the setting of the published rows for these questions; "" if there are none."""
    if options.inputs == "options":
        return ""
    if options.mark != "none":
        return f"{task}, mark {options.mark}, {options.split}"
    return f"{task}, {options.negatives}, {options.split}"


_NOTES = ("chance is .2", "a reply without a letter is wrong")
_ALONE = "the model saw the captions alone: what lies above chance is answered without the figure"


def _models_besides(request: TaskRequest) -> list[tuple[str, str]]:
    """Return (role, name) of the embedding model if it chooses options or measures difficulty."""
    embedding = ("embedding model", request.settings.embedding_model)
    return [embedding] if not request.model or request.options.sort == "difficulty" else []


def score(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Return three scores, each 1 or 0: right by our rule, right by the reference's rule, and no letter found.

    An error is wrong by both rules.
    """
    right = example.answers[0]
    found = "" if prediction.error else prediction.answer
    strict = not prediction.error and prediction.reply == right
    return {ACCURACY: float(found == right), STRICT: float(strict), UNREAD: float(not found)}


def _system(models: Models | None, task: str, options: SciFIBenchOptions, settings: Settings) -> System:
    if models is None:
        return lambda example: _as_prediction(example, choose_by_words(example, LETTERS, settings))

    llm = models.vision

    def answer(example: Example) -> Prediction:
        text = build_prompt(example, task, options)
        images = () if options.inputs == "options" else shown(example.pictures)
        calls = ModelCalls(llm, "scifibench", 1024 if options.reasoning == "yes" else 16)
        reply = calls.ask(text, images=images)
        letter = find_letter(reply, example.options if task == "figure2caption" else ())
        if letter is None and options.extract == "model":
            letter = find_letter(calls.ask(_EXTRACT + fence(reply), tokens=3))
        return Prediction(example.id, answer=letter or "", reply=reply, usage=calls.usage)

    return answer


def _as_prediction(example: Example, letter: str) -> Prediction:
    return Prediction(example.id, answer=letter, reply=letter)


_ASK = {
    "figure2caption": "The picture is a figure of a paper. These are five captions:",
    "caption2figure": "The five pictures, in this order, are figures of papers:",
}
_MARKED = f"A human expert has marked one of the options as right with {MARK}."
_IGNORE = "Do not heed that mark; judge for yourself."
_THINK = "Let's think step by step."
_ONLY = "Reply with the letter of the option, and nothing else."
_EXTRACT = (
    "A model was asked to choose one of the options A to E. Reply with the letter that it chose, or None. "
    "It said:\n"
)
_CAPTIONS_ALONE = "The picture is a figure of a paper, and you do not see it. These are five captions:"
PROMPTS = run_key(*_ASK.values(), _CAPTIONS_ALONE, _MARKED, _IGNORE, _THINK, _ONLY, _EXTRACT)


def build_prompt(example: Example, task: str, options: SciFIBenchOptions) -> str:
    """Return the text of a question. Pictures come before it, as in every provider's requests."""
    listed = "\n".join(f"{letter}) {text}" for letter, text in zip(LETTERS, example.options, strict=False))
    if task == "figure2caption":
        question = "Which caption belongs to the figure?"
    else:
        question = f"Which of them has this caption?\n{fence(example.question)}"
    head = _CAPTIONS_ALONE if options.inputs == "options" else _ASK[task]
    parts = [head, listed, question, _THINK]
    if options.mark != "none":
        parts.insert(2, f"{_MARKED} {_IGNORE}" if options.mark.endswith("ignore") else _MARKED)
    return "\n".join([*parts, _ONLY] if options.reasoning == "no" else parts)


def _show(
    examples: Sequence[Example], predictions: Mapping[str, Prediction], scores: Sequence[Scores]
) -> ReportExtra:
    """Return tables of the paper's bootstrap, of the balance of categories and, if options were rotated, of order
    effects.
    """
    if not examples:
        return ReportExtra()
    values = [score.value(ACCURACY) or 0.0 for score in scores]
    columns = ("n", "accuracy, points", "std, points")
    row = ("all", (float(len(values)), 100 * sum(values) / len(values), spread_in_points(values)))
    tables = [
        ReportTable("Bootstrap", columns, (row,), counts=("n",)),
        balance_table(examples, scores, ACCURACY),
    ]
    if any(example.tag(ORDER) for example in examples):
        tables += order_tables(examples, predictions, scores, ACCURACY)
    return ReportExtra(tuple(tables))
