"""SPIQA (Pramanick et al., NeurIPS 2024; arXiv 2407.09413): questions about the figures and tables of papers.

direct      all figures and tables with captions, then an answer      full-paper  the same with the paper's text before them
reasoned    first the helpful picture, then an answer (CoT)           pick        the picture alone, found without a model

The reference shows at most eight pictures, the gold ones among them, in random order; here all, unless `figures` caps them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....agent.llm.prompting import fence
from ....agent.llm.roles import Models
from ....agent.llm.types import Message, Request
from ....errors import ConfigurationError
from ....settings import Settings
from ...evaluate import System
from ...judges.l3score import l3_with
from ...metrics.ranking import score_ranking
from ...metrics.text import TextMetric, parse_text_metric
from ...prepared_task import Grader, PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import run_key
from ...types import Example, Picture, Prediction
from ..baselines.figure_picker import picker
from ..common.pictures import shown
from ..request import TaskRequest
from . import replies
from .data import load_split
from .options import SpiqaOptions

TOP1, STRICT_TOP1 = "figure top-1", "figure top-1[strict]"
_ROUGE = "ROUGE-L[coco]"
_METEOR = {"nosynonyms": "METEOR[nosynonyms]", "wordnet": "METEOR", "1.5": "METEOR-1.5"}
_WHOLE = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "CIDEr-D")
_RANKING = ("MRR", "recall@3")
_REPLY_TOKENS = 512


def prepare(request: TaskRequest) -> PreparedTask:
    """The requested task on the user's download. Raises UsageError for what is missing, naming where to get it."""
    options: SpiqaOptions = request.options
    task, settings = request.task, request.settings
    split = load_split(request.folder, options.set, small=options.size == "224", texts=task == "full-paper")
    metrics = _metrics(options)
    picks = task in ("pick", "reasoned")
    return PreparedTask(
        title=f"SPIQA test-{options.set}, {task}",
        manifest=request.manifest([split.file], PROMPTS, models=_picking_models(request)),
        examples=request.select([_capped(example, options) for example in split.examples]),
        answer=each_alone(
            lambda models: _system(models, task, options, settings), settings.model_concurrency
        ),
        score=lambda example, prediction: score(example, prediction, task, options, metrics),
        headline=TOP1 if picks else _ROUGE,
        by=("figure",),
        show=lambda examples, predictions, _: _show(examples, predictions, task, options),
        graders=None if task == "pick" else lambda judge: [Grader("L3Score", judge.model, l3_with(judge))],
        published=f"{task}, test-{options.set}",
        notes=_NOTES if task != "pick" else (),
        warnings=split.warnings,
    )


def _picking_models(request: TaskRequest) -> list[tuple[str, str]]:
    """The models that find a figure where no language model does."""
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
    example: Example, prediction: Prediction, task: str, options: SpiqaOptions, metrics: Sequence[TextMetric]
) -> dict[str, float | None]:
    """Metrics of the answer, None where the right one is unknown, and of the picture where the task names one."""
    scores: dict[str, float | None] = {}
    if task != "pick":
        answer = said(prediction, task, options.parser)
        for metric in metrics:
            known = bool(example.answers)
            scores[str(metric)] = metric([answer], [example.answers]).value if known else None
    if task in ("pick", "reasoned"):
        first = prediction.ranking[:1]
        scores[TOP1] = float(bool(first) and first[0] in example.gold)
    if task == "pick":
        scores |= score_ranking(_RANKING, prediction.ranking, dict.fromkeys(example.gold, 1.0))
    if task == "reasoned":
        gold = [number for number, name in enumerate(prediction.shown) if name in example.gold]
        scores[STRICT_TOP1] = float(replies.strict_image_is_right(prediction.reply, gold))
    return scores


def said(prediction: Prediction, task: str, parser: str) -> str:
    """The answer in a prediction's reply; "" for an error."""
    if prediction.error:
        return ""
    if task == "reasoned":
        read = replies.reasoned_answer if parser == "robust" else replies.strict_reasoned_answer
    else:
        read = replies.direct_answer if parser == "robust" else replies.strict_direct_answer
    return read(prediction.reply)


def _metrics(options: SpiqaOptions) -> list[TextMetric]:
    names = [_ROUGE, *([_METEOR[options.meteor]] if options.meteor != "1.5" else [])]
    names += [f"BERTScore[{options.bertscore}]"] if options.bertscore else []
    return [parse_text_metric(name) for name in names]


def _capped(example: Example, options: SpiqaOptions) -> Example:
    """At most `figures` pictures, the gold ones and a random sample of the others, shuffled; all in their order otherwise."""
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
        if task not in ("pick", "reasoned"):
            raise ConfigurationError(f"task {task} needs a model: give --model; without one, --task pick")
        rank = picker(options.picker, settings)
        return lambda example: Prediction(
            example.id,
            tuple(rank(example.question, example.pictures)),
            shown=tuple(picture.id for picture in example.pictures),
        )

    def answer(example: Example) -> Prediction:
        text = _prompt(example, task, options)
        images = shown(example.pictures) if options.inputs != "captions" else ()
        request = Request((Message("user", text, images),), max_tokens=_REPLY_TOKENS, label="spiqa")
        reply = models.vision.complete(request)
        names = tuple(picture.id for picture in example.pictures)
        number = replies.chosen_image(reply.text) if task == "reasoned" else None
        ranking = (names[number],) if number is not None and number < len(names) else ()
        made = Prediction(example.id, ranking, reply=reply.text, shown=names, usage=reply.usage)
        return replace(made, answer=said(made, task, options.parser))

    return answer


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
PROMPTS = run_key(_DIRECT, _REASONED, *_INPUTS.values())


def _prompt(example: Example, task: str, options: SpiqaOptions) -> str:
    head = (_REASONED if task == "reasoned" else _DIRECT).replace("$inputs", _INPUTS[options.inputs])
    captions = "\n".join(_label(number, picture, options) for number, picture in enumerate(example.pictures))
    texts = [f"The paper:\n{fence(document.text)}" for document in example.documents]
    return "\n\n".join([head, *texts, captions, f"Question: {example.question}"])


def _label(number: int, picture: Picture, options: SpiqaOptions) -> str:
    caption = " ".join(picture.caption.split())
    return f"Image {number}" if options.inputs == "images" else f"Image {number}. Caption {number}: {caption}"


def _show(
    examples: Sequence[Example], predictions: Mapping[str, Prediction], task: str, options: SpiqaOptions
) -> ReportExtra:
    """The metrics that only a whole set has."""
    known = [example for example in examples if example.answers]
    if task == "pick" or not known:
        return ReportExtra()
    missing = Prediction("", error="not run")
    answers = [said(predictions.get(example.id, missing), task, options.parser) for example in known]
    references = [example.answers for example in known]
    names = (*_WHOLE, *([_METEOR["1.5"]] if options.meteor == "1.5" else []))
    values = tuple(100 * parse_text_metric(name)(answers, references).value for name in names)
    return ReportExtra((ReportTable("The whole set, x 100", names, (("all", values),)),))
