"""MMSci (Li et al., 2024; arXiv 2407.04903): captions of figures from 72 sciences, written and matched.

caption      describe a figure and its panels, from the figure alone or with the abstract or text of its article
fig2cap, subfig2cap, subcap2fig    choose the caption of a figure, the caption of a panel, the panel of a caption
matching     the three choices together; the overall accuracy weighs each by its number of questions
figure-type  the type of each panel, by a model, and its agreement with people
materials    crystal structures as text, generated or completed (the paper's case study)

A reply without a choice counts as wrong in `accuracy`. The reference code does not count it at all, and neither does
`accuracy[reference]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from ...agent.llm.prompting import fence
from ...agent.llm.roles import Models
from ...agent.llm.types import Message, Request
from ...settings import Settings
from ..baselines.figure_picker import choose_by_words
from ..benchmarks.request import TaskRequest
from ..benchmarks.task_options import MMSCI_TEMPERATURE, MMSciOptions
from ..common.pictures import cut_to_tokens, shown, tokens_of
from ..common.replies import find_letter
from ..evaluate import System
from ..metrics.parse import parse_text_metric
from ..metrics.text import TextMetric, score_texts
from ..prepared_task import PreparedTask, each_alone, show_nothing
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..types import Example, Prediction, Scores
from .data import SETTINGS, as_turns, draw_sample, draw_shots, load_captions, load_matching, strict_choice
from .figure_types import prepare_types
from .judges import PROMPTS as JUDGES
from .judges import caption_graders
from .materials import prepare_materials

ACCURACY, REFERENCE = "accuracy", "accuracy[reference]"
LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CAPTION_METRICS = ("ROUGE-1[unstemmed]", "ROUGE-2[unstemmed]", "ROUGE-L[unstemmed]")
_CAPTION_TOKENS, _CHOICE_TOKENS = 1024, 1024  # the reference code's


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested task on the user's unpacked benchmark.zip. Raises UsageError, naming what is missing."""
    options: MMSciOptions = request.options
    task, settings = request.task, request.settings
    if task == "materials":
        return prepare_materials(request)
    if task == "figure-type":
        return prepare_types(request)
    captions = task == "caption"
    if captions:
        loaded = load_captions(request.folder, options.split, options.grounding)
    else:
        loaded = load_matching(request.folder, options.split, SETTINGS if task == "matching" else (task,))
    metrics = _metrics(options)
    embedding = [] if request.model else [("embedding model", settings.embedding_model)]
    worked = (
        load_matching(request.folder, options.shots_from, SETTINGS if task == "matching" else (task,))
        if options.shots
        else None
    )
    files = [loaded.file, *([worked.file] if worked else [])]
    return PreparedTask(
        title=f"MMSci {task}, {options.split}",
        manifest=request.manifest(files, PROMPTS, models=embedding),
        examples=request.select(draw_sample(loaded.examples, options.sample, options.seed)),
        answer=each_alone(
            lambda models: _system(models, task, options, settings, worked.examples if worked else ()),
            settings.model_concurrency,
        ),
        score=(lambda e, p: score_caption(e, p, metrics)) if captions else score_choice,
        headline=str(metrics[2]) if captions else ACCURACY,
        by=("category", "subject") if task != "matching" else ("setting", "category", "subject"),
        graders=(lambda judge: caption_graders(judge, options.ratings)) if captions else None,
        show=show_nothing if captions else show_subjects,
        published=_PUBLISHED[options.grounding] if captions else "matching",
        notes=_CAPTION_NOTES if captions else _CHOICE_NOTES,
        warnings=loaded.warnings,
    )


_PUBLISHED = {"none": "caption, ungrounded", "abstract": "caption, abstract", "content": ""}
_CAPTION_NOTES = ("scores by different judges are not comparable", "one caption is written per figure")
_CHOICE_NOTES = ("the overall accuracy weighs each setting by its size, as published",)


def score_caption(
    example: Example, prediction: Prediction, metrics: Sequence[TextMetric]
) -> dict[str, float | None]:
    """Return the metrics of a written caption; None if the true caption is hidden.

    An empty caption scores 0, whereas the reference code leaves it out.
    """
    answer = "" if prediction.error else prediction.answer
    return score_texts(metrics, [answer], example.answers)


def score_choice(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Return 1 for a right and 0 for a wrong choice, read by our rules and by the reference's.

    By the reference's rules a reply without a choice is None. Both values are None if the answer is hidden.
    """
    if not example.answers:
        return {ACCURACY: None, REFERENCE: None}
    right = example.answers[0]
    strict = None if prediction.error else strict_choice(prediction.reply, LABELS[: len(example.options)])
    found = "" if prediction.error else prediction.answer
    return {ACCURACY: float(found == right), REFERENCE: None if strict is None else float(strict == right)}


def _metrics(options: MMSciOptions) -> list[TextMetric]:
    names = [*_CAPTION_METRICS, "METEOR" if options.meteor == "wordnet" else "METEOR[nosynonyms]"]
    names += [f"BERTScore[{options.bertscore}]"] if options.bertscore else []
    return [parse_text_metric(name) for name in names]


def show_subjects(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],  # noqa: ARG001  # a Show
    scores: Sequence[Scores],
) -> ReportExtra:
    """Return a table of the accuracy by category and subject, with the number of questions and a column per setting
    (Figure 4).
    """
    settings = [name for name in SETTINGS if any(example.tag("setting") == name for example in examples)]
    values: dict[str, dict[str, list[float]]] = {}
    for example, line in zip(examples, scores, strict=True):
        value = line.value(ACCURACY)
        subject = f"{example.tag('category')}: {example.tag('subject')}"
        if value is not None:
            values.setdefault(subject, {}).setdefault(example.tag("setting"), []).append(value)
    rows = [
        (
            subject,
            (
                float(sum(map(len, found.values()))),
                *(fmean(found[name]) if name in found else None for name in settings),
            ),
        )
        for subject, found in sorted(values.items())
    ]
    return ReportExtra((ReportTable("Subjects", ("n", *settings), tuple(rows), ("n",)),) if rows else ())


def _system(
    models: Models | None, task: str, options: MMSciOptions, settings: Settings, pool: Sequence[Example]
) -> System:
    if models is None:
        return lambda example: Prediction(example.id, answer=choose_by_words(example, LABELS, settings))

    def answer(example: Example) -> Prediction:
        prompt = _describe(example, options) if task == "caption" else _choose(example)
        tokens = _CAPTION_TOKENS if task == "caption" else _CHOICE_TOKENS
        shots = draw_shots(example, pool, options.shots, options.seed)
        turns = as_turns(shots, [_choose(shot) for shot in shots])
        messages = (*turns, Message("user", prompt, shown(example.pictures)))
        reply = models.vision.complete(
            Request(messages, max_tokens=tokens, temperature=MMSCI_TEMPERATURE, label="mmsci")
        )
        said: str | None = reply.text.strip()
        if task != "caption":
            said = find_letter(reply.text, example.options, LABELS[: len(example.options)])
        return Prediction(example.id, answer=said or "", reply=reply.text, usage=reply.usage)

    return answer


_DESCRIBE = "Describe the figure in detail, as its caption would: the whole of it first, then each panel by its letter."
_GROUNDED = "Use the article where it helps."
_CHOOSE = """Analyse the figure and the options step by step, then end with: The final answer is **[ANSWER]**.
ANSWER is the letter of one option."""
PROMPTS = run_key(_DESCRIBE, _GROUNDED, _CHOOSE, *JUDGES)


def _describe(example: Example, options: MMSciOptions) -> str:
    if not example.documents:
        return _DESCRIBE
    task = f"{_DESCRIBE} {_GROUNDED}"
    article = cut_to_tokens(example.documents[0].text, options.tokens - tokens_of(task))
    # Models forget a task that stands before a long article, so the task is repeated after it.
    again = [task] if options.grounding == "content" else []
    return "\n\n".join([task, f"Article:\n{fence(article)}", *again])


def _choose(example: Example) -> str:
    listed = "\n".join(f"{label}: {text}" for label, text in zip(LABELS, example.options, strict=False))
    return f"{example.question}\n{listed}\n\n{_CHOOSE}"
