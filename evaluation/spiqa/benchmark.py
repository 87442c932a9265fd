"""SPIQA (Pramanick et al., NeurIPS 2024; arXiv 2407.09413): questions about the figures and tables of papers.

direct      all figures and tables with captions, then an answer
full-paper  the same with the paper's text before them
reasoned    first the helpful picture, then an answer (CoT)
pick        the picture alone, found without a model
one-figure  each right picture separately, as open models were asked

The reference shows at most eight pictures, including the gold ones, in random order. Here all are shown unless
`figures` limits their number.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...agent.llm.models import TOKENS_PER_IMAGE
from ...agent.llm.prompting import fence
from ...agent.llm.roles import Models
from ...settings import Settings
from ..baselines.figure_picker import picker
from ..benchmarks.request import TaskRequest
from ..benchmarks.task_options import SpiqaOptions
from ..common.model_calls import ModelCalls
from ..common.pictures import shown, tokens_of
from ..evaluate import System
from ..judges.equivalence import l3_with
from ..metrics.parse import parse_text_metric
from ..metrics.ranking import score_ranking
from ..metrics.text import TextMetric, score_texts
from ..prepared_task import Grader, PreparedTask, each_alone
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..types import Example, Picture, Prediction
from .data import load_split
from .replies import PROMPTS as FIGURE_PROMPTS
from .replies import (
    answers_that_count,
    ask_each_figure,
    chosen_image,
    direct_answer,
    reasoned_answer,
    strict_image_is_right,
)

TOP1, STRICT_TOP1 = "figure top-1", "figure top-1[strict]"
_ROUGE = "ROUGE-L[coco]"
_METEOR = {"nosynonyms": "METEOR[nosynonyms]", "wordnet": "METEOR", "1.5": "METEOR-1.5"}
_WHOLE = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "CIDEr-D")
_RANKING = ("MRR", "recall@3")
_REPLY_TOKENS = 512


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested task on the user's download. Raises UsageError, naming the source, if files are missing."""
    options: SpiqaOptions = request.options
    task, settings = request.task, request.settings
    split = load_split(request.folder, options.set, small=options.size == "224", texts=task == "full-paper")
    metrics = _metrics(options)
    picks = task in ("pick", "reasoned")
    name = f"test-{options.set}" if options.set in ("A", "B", "C") else str(options.set)
    return PreparedTask(
        title=f"SPIQA {name}, {task}",
        manifest=request.manifest([split.file], PROMPTS, models=_picking_models(request)),
        examples=request.select([_capped(example, options) for example in split.examples]),
        answer=each_alone(
            lambda models: _system(models, task, options, settings), settings.model_concurrency
        ),
        score=lambda example, prediction: score(example, prediction, task, metrics),
        headline=TOP1 if picks else _ROUGE,
        by=("figure",),
        show=lambda examples, predictions, _: _show(examples, predictions, task, options),
        graders=None if task == "pick" else lambda judge: [Grader("L3Score", judge.model, l3_with(judge))],
        published=f"{task}, {name}",
        notes=_NOTES if task != "pick" else (),
        warnings=split.warnings,
    )


def _picking_models(request: TaskRequest) -> list[tuple[str, str]]:
    """Return (role, name) of the models that find a figure if no language model does."""
    if request.model or request.task not in ("pick", "reasoned"):
        return []
    if request.options.picker == "visual":
        return [("page model", request.settings.visual_model)]
    return [("embedding model", request.settings.embedding_model)]


_NOTES = (
    "METEOR is NLTK's unless it says 1.5, which is the paper's: another program with other weights",
    "CIDEr-D and BLEU are of the whole set, times 100 as printed",
    "L3Scores of different judges are not comparable",
)


def score(
    example: Example, prediction: Prediction, task: str, metrics: Sequence[TextMetric]
) -> dict[str, float | None]:
    """Return the metrics of the answer (None if the right answer is unknown) and of the picture if the task names
    one.
    """
    scores: dict[str, float | None] = {}
    if task != "pick":
        scores |= score_texts(metrics, answers_in(prediction, task), example.answers)
    if task in ("pick", "reasoned"):
        first = prediction.ranking[:1]
        scores[TOP1] = float(bool(first) and first[0] in example.gold)
    if task == "pick":
        scores |= score_ranking(_RANKING, prediction.ranking, dict.fromkeys(example.gold, 1.0))
    if task == "reasoned":
        gold = [number for number, name in enumerate(prediction.shown) if name in example.gold]
        scores[STRICT_TOP1] = float(strict_image_is_right(prediction.reply, gold))
    return scores


def answers_in(prediction: Prediction, task: str) -> list[str]:
    """Return the answer in a prediction's reply, "" for an error; for the task one-figure, the answers of all helpful
    figures.
    """
    if prediction.error:
        return [""]
    if task == "one-figure":
        return answers_that_count(prediction.reply)
    return [(reasoned_answer if task == "reasoned" else direct_answer)(prediction.reply)]


def _metrics(options: SpiqaOptions) -> list[TextMetric]:
    names = [_ROUGE, *([_METEOR[options.meteor]] if options.meteor != "1.5" else [])]
    names += [f"BERTScore[{options.bertscore}]"] if options.bertscore else []
    return [parse_text_metric(name) for name in names]


def _capped(example: Example, options: SpiqaOptions) -> Example:
    """Return `example` with at most `figures` pictures: the gold ones and a random sample of the others, shuffled.

    An example with no more pictures than that is unchanged.
    """
    if not options.figures or len(example.pictures) <= options.figures:
        return example
    draw = random.Random(f"{options.seed} {example.id}")
    gold = [picture for picture in example.pictures if picture.id in example.gold]
    others = [picture for picture in example.pictures if picture.id not in example.gold]
    kept = gold + draw.sample(others, min(len(others), max(0, options.figures - len(gold))))
    draw.shuffle(kept)
    return replace(example, pictures=tuple(kept))


def _system(models: Models | None, task: str, options: SpiqaOptions, settings: Settings) -> System:
    if models is None or task == "pick":
        rank = picker(options.picker, settings)
        return lambda example: Prediction(
            example.id,
            tuple(rank(example.question, example.pictures)),
            shown=tuple(picture.id for picture in example.pictures),
        )

    if task == "one-figure":
        return ask_each_figure(models.vision, options.each)

    def answer(example: Example) -> Prediction:
        if options.fit == "yes":
            example = _fitting(example, task, options, models.vision.context)
        text = _prompt(example, task, options)
        images = shown(example.pictures) if options.inputs != "captions" else ()
        calls = ModelCalls(models.vision, "spiqa", _REPLY_TOKENS)
        reply = calls.ask(text, images=images)
        names = tuple(picture.id for picture in example.pictures)
        number = chosen_image(reply) if task == "reasoned" else None
        ranking = (names[number],) if number is not None and number < len(names) else ()
        made = Prediction(example.id, ranking, reply=reply, shown=names, usage=calls.usage)
        return replace(made, answer=answers_in(made, task)[0])

    return answer


def _fitting(example: Example, task: str, options: SpiqaOptions, context: int | None) -> Example:
    """Return `example` with as many figures as fit into `context` tokens, gold figures first, then in order.

    With `context` None, all figures are kept.
    """
    kept: tuple[Picture, ...] = ()
    for picture in sorted(example.pictures, key=lambda one: one.id not in example.gold):
        more = tuple(one for one in example.pictures if one in (*kept, picture))
        images = 0 if options.inputs == "captions" else len(more)
        tokens = tokens_of(_prompt(replace(example, pictures=more), task, options))
        if context is not None and tokens + images * TOKENS_PER_IMAGE + _REPLY_TOKENS > context:
            break
        kept = more
    return replace(example, pictures=kept)


_DIRECT = """Answer a question about a paper from its figures and tables. $inputs
Reply with one object and nothing else: {"Answer": "..."}"""
_REASONED = """Answer a question about a paper from its figures and tables. $inputs
First name the one image that helps most, as an object: {"Image": <number>, "Rationale": "..."}
Then write: The answer is: ..."""
_INPUTS = {
    "both": "The images come in the order of their numbers, with their captions.",
    "captions": "Only their captions are given.",
    "images": "The images come in the order of their numbers, without captions.",
}
PROMPTS = run_key(_DIRECT, _REASONED, *_INPUTS.values(), FIGURE_PROMPTS)


def _prompt(example: Example, task: str, options: SpiqaOptions) -> str:
    head = (_REASONED if task == "reasoned" else _DIRECT).replace("$inputs", _INPUTS[options.inputs])
    captions = "\n".join(_label(number, picture, options) for number, picture in enumerate(example.pictures))
    texts = [f"The paper:\n{fence(document.text)}" for document in example.documents]
    return "\n\n".join([head, *texts, captions, f"Question: {example.question}"])


def _label(number: int, picture: Picture, options: SpiqaOptions) -> str:
    caption = " ".join(picture.caption.split())
    return f"Image {number}" if options.inputs == "images" else f"Image {number}. Caption {number}: {caption}"


# Names in Table 5 of the types in the files.
FIGURE_TYPES = {
    "table": "Tables",
    "schematic": "Schematics",
    "plot": "Plots & charts",
    "photograph(s)": "Visualizations",
    "other": "Other figures",
    "others": "Other figures",
}
_WITHIN = "CIDEr-D of all"


def _show(
    examples: Sequence[Example], predictions: Mapping[str, Prediction], task: str, options: SpiqaOptions
) -> ReportExtra:
    """Return the metrics that only whole sets have, for all answers and for each type of figure (Table 5)."""
    if task == "pick" or not any(example.answers for example in examples):
        return ReportExtra()
    missing = Prediction("", error="not run")
    rows = [
        (FIGURE_TYPES.get(example.tag("figure"), "Other figures"), answer, example.answers)
        for example in examples
        if example.answers
        for answer in answers_in(predictions.get(example.id, missing), task)
    ]
    names = (*_WHOLE, *([_METEOR["1.5"]] if options.meteor == "1.5" else []))
    metrics = [parse_text_metric(name) for name in names]
    weighed = parse_text_metric("CIDEr-D")([a for _, a, _ in rows], [right for _, _, right in rows]).each
    lines = []
    typed = any(example.tag("figure") for example in examples)
    for label in ("all", *(dict.fromkeys(FIGURE_TYPES.values()) if typed else ())):
        chosen = [n for n, (kind, _, _) in enumerate(rows) if label in ("all", kind)]
        if chosen:
            answers, right = [rows[n][1] for n in chosen], [rows[n][2] for n in chosen]
            values = [metric(answers, right).value for metric in metrics]
            within = sum(weighed[n] for n in chosen) / len(chosen)
            lines.append((label, (float(len(chosen)), *(100 * value for value in (*values, within)))))
    table = ReportTable(
        "Whole sets, x 100",
        ("answers", *names, _WITHIN),
        tuple(lines),
        ("answers",),
        f"CIDEr-D weighs words by their rarity in the references of its row, {_WITHIN!r} in those of the whole set.",
    )
    return ReportExtra((table,))
