"""SciDQA (Singh et al., EMNLP 2024; arXiv 2411.05338): questions of reviewers about their papers, answered by authors.

closed-book   the question alone                      title-abs    with title and abstract
rag           with the best passages of the paper     full-text    with all of it, window by window, and a choice of answers
ask           citehop's own answer from the paper     responses    the answers of a public response file (--data FILE.xlsx)

The first four ask the model by the protocol of the paper; the passages of rag are those that citehop's search finds, or
those of the named baseline.

"ROUGE" is the mean precision of ROUGE-1, -2 and -L with stemming, as printed; F1 is reported too, for precision rewards short
answers. Gold answers keep their "A: " there, as published, and lose it for the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from ....agent.llm.roles import Models
from ....agent.llm.types import LLM
from ....errors import ConfigurationError
from ....retrieval.types import Strategy
from ...evaluate import Batch, System
from ...metrics.text import TextMetric, parse_text_metric
from ...metrics.text.rouge import mean_rouge
from ...prepared_task import Grader, PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import code_key
from ...types import Document, Example, Prediction, Scores
from ..baselines.rankers import ranker
from ..common.corpus_cluster import in_one_cluster
from ..common.engine_key import ENGINE, engine_models
from ..request import TaskRequest
from ..retrieval.corpus import CorpusPassage
from ..retrieval.strategy_spec import StrategySpec
from .answer import PROMPTS, answer_with
from .data import Texts, load_questions, load_texts, version_of
from .judge import aspects_with, average
from .options import BASELINE, SciDQAOptions
from .papers import ask_citehop, find_passages, paper_rows
from .responses import EMPTY, load_responses
from .windows import clean, passages

PRECISION, F1, JUDGE = "ROUGE", "ROUGE F1", "judge[1-10]"


def prepare(request: TaskRequest) -> PreparedTask:
    """The requested task on the user's files. Raises UsageError for what is missing, naming where to get it."""
    if request.task == "responses":
        return _prepare_responses(request)
    options: SciDQAOptions = request.options
    task, settings = request.task, request.settings
    file, questions = load_questions(request.folder)
    files = [file]
    texts = Texts({}, {})
    if task != "closed-book":
        more, texts = load_texts(request.folder, full=task in ("rag", "full-text", "ask"))
        files += more
    searched = task == "rag" and options.retriever != BASELINE
    engine = engine_models(request) if searched or task == "ask" else ()
    if task not in ("ask", "responses") and not settings.model:
        raise ConfigurationError(f"task {task} needs a model: give --model; without one, --task ask")
    limited = questions[: request.limit or None]
    passages = (
        find_passages(limited, texts, cast(Strategy, options.retriever), options.passages, settings)
        if searched
        else {}
    )
    examples = request.select(
        [_with_documents(example, task, texts, options, passages) for example in questions]
    )
    empty = sum(not example.documents for example in examples) if task != "closed-book" else 0
    if task == "ask":
        rows = paper_rows(examples, texts)

        def batch(models: Models | None) -> Batch:
            workers = settings.model_concurrency if models else 1
            return in_one_cluster(ask_citehop(models), rows, settings, workers)

        prepared = _prepared(request, examples, files, batch, engine, code_key(ENGINE))
    else:
        prepared = _prepared(
            request,
            examples,
            files,
            each_alone(partial(_reader, task, options), settings.model_concurrency),
            engine,
        )
    warning = f"{empty} of {len(examples)} questions have no text of their paper; answered without"
    return replace(prepared, warnings=(warning,)) if empty else prepared


def _prepare_responses(request: TaskRequest) -> PreparedTask:
    """A response file as a run whose answers exist already."""
    loaded = load_responses(request.folder, request.options.column or None)
    rows = zip(loaded.questions, loaded.pairs, strict=True)
    examples = [Example(str(n), question, (gold,)) for n, (question, (_, gold)) in enumerate(rows)]
    answers = {str(n): answer for n, (answer, _) in enumerate(loaded.pairs)}

    def answer(example: Example) -> Prediction:
        return Prediction(example.id, answer=answers[example.id], reply=answers[example.id])

    prepared = _prepared(request, request.select(examples), [request.folder], each_alone(lambda _: answer, 1))
    found = f"{len(loaded.pairs)} answers in column {loaded.column}, {loaded.empty} of them empty"
    return replace(prepared, notes=(found, *prepared.notes))


def _prepared(
    request: TaskRequest,
    examples: tuple[Example, ...],
    files: Sequence[Path],
    answer: Callable[[Models | None], Batch],
    models: Sequence[tuple[str, str]] = (),
    code: str = PROMPTS,
) -> PreparedTask:
    metrics = _metrics(request.options)
    return PreparedTask(
        title=f"SciDQA {request.task}",
        manifest=request.manifest(files, code, models=models),
        examples=examples,
        answer=answer,
        score=lambda example, prediction: score(example, prediction, metrics),
        headline=PRECISION,
        by=("version",),
        show=lambda _, __, scores: _show(scores),
        graders=_graders,
        published=request.task,
        notes=("ROUGE is precision, as published; an empty answer is the text nan there",),
    )


def _graders(judge: LLM) -> list[Grader]:
    return [Grader(JUDGE, judge.model, aspects_with(judge))]


def score(example: Example, prediction: Prediction, metrics: Sequence[TextMetric]) -> dict[str, float | None]:
    """ROUGE's mean precision and F1, then `metrics`; an answer that is not there is scored as the text "nan", as published."""
    if not example.answers:
        return {PRECISION: None, F1: None, **{_short(metric): None for metric in metrics}}
    answer = prediction.answer.strip() or EMPTY
    found = mean_rouge(answer, example.answers[0])
    return {
        PRECISION: found.precision,
        F1: found.f1,
        **{_short(metric): metric([answer], [example.answers]).value for metric in metrics},
    }


def _metrics(options: SciDQAOptions) -> list[TextMetric]:
    named = (("BLEURT", options.bleurt), ("BERTScore", options.bertscore))
    return [parse_text_metric(f"{name}[{model}]") for name, model in named if model]


def _short(metric: TextMetric) -> str:
    return str(metric).split("[")[0]


def _with_documents(
    example: Example,
    task: str,
    texts: Texts,
    options: SciDQAOptions,
    searched: Mapping[str, Sequence[Document]],
) -> Example:
    paper = example.tag("pid")
    found: list[Document] = []
    if task != "closed-book" and paper in texts.abstracts:
        found.append(texts.abstracts[paper])
    full = clean(texts.full.get((paper, version_of(example)), ""))
    if full and task in ("full-text", "ask"):
        found.append(Document(f"{paper}:text", text=full))
    found += searched.get(example.id, ())
    if full and task == "rag" and options.retriever == BASELINE:
        parts = [CorpusPassage(f"{n:05d}", text) for n, text in enumerate(passages(full, options.words))]
        texts_of = {part.id: part.text for part in parts}
        best = ranker(StrategySpec(BASELINE), parts)(example.question)[: options.passages]
        found += [Document(f"{paper}:{hit.id}", text=texts_of[hit.id]) for hit in best]
    return replace(example, documents=tuple(found))


def _reader(task: str, options: SciDQAOptions, models: Models | None) -> System:
    """The model, asked by the protocol of the paper."""
    if models is None:
        raise ConfigurationError(f"task {task} needs a model: give --model; without one, --task ask")
    return answer_with(models.text, whole=task == "full-text", window=options.window)


def _show(scores: Sequence[Scores]) -> ReportExtra:
    """The columns as SciDQA prints them, x 100: one per metric and judge, ALS, and Avg where all of them are there."""
    names = [name for name, _ in scores[0].values if name != F1] if scores else []
    means = {name: _mean([one.value(name) for one in scores]) for name in names}
    judges = [means[name] for name in names if name.startswith(JUDGE)]
    judged = [10 * value for value in judges if value is not None]
    row = {
        name: None if value is None else value * (10 if name.startswith(JUDGE) else 100)
        for name, value in means.items()
    }
    if judges and len(judged) == len(judges):
        row["ALS"] = sum(judged) / len(judged)
        texts = [value for name in (PRECISION, "BLEURT", "BERTScore") if (value := row.get(name)) is not None]
        if len(texts) == 3:
            row["Avg"] = average(texts, judged)
    return ReportExtra((ReportTable("As printed, x 100", tuple(row), (("all", tuple(row.values())),)),))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
