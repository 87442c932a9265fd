"""SciDQA (Singh et al., EMNLP 2024; arXiv 2411.05338): questions of reviewers about their papers, answered by authors.

closed-book   the question alone
title-abs     with title and abstract
rag           with the best passages of the paper
full-text     with the whole paper, window by window; the best of the answers is chosen
ask           citehop's own answer from the paper
responses     the answers of a public response file (--data FILE.xlsx)
overlap       asks nothing: the share of the right answer that one paragraph of the paper contains
preference    a model's and a person's answer to each question, and the preferred one (--data FILE.xlsx)

The first four ask the model by the protocol of the paper. The passages of rag come from citehop's search or from the
named baseline.

"ROUGE" is the mean precision of ROUGE-1, -2 and -L with stemming, as printed. F1 is reported too because precision
rewards short answers. As published, ROUGE compares with gold answers that keep their "A: "; the judge sees them
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from ...agent.llm.models import describe
from ...agent.llm.roles import Models
from ...agent.llm.types import LLM
from ...retrieval.types import Strategy
from ...settings import expand_user
from ..baselines.rankers import ranker
from ..benchmarks.request import HELPER, TaskRequest
from ..benchmarks.task_options import SCIDQA_BASELINE, SciDQAOptions
from ..common.engine import ENGINE, Row, engine_models, in_one_cluster
from ..common.pictures import tokens_of
from ..evaluate import Batch, System
from ..prepared_task import Grader, PreparedTask, each_alone, require_models
from ..retrieval.corpus import CorpusPassage
from ..retrieval.options import StrategySpec
from ..runs.resumable_jsonl import code_key
from ..types import Document, Example, Prediction
from .answer import (
    JUDGE,
    PRECISION,
    PROMPTS,
    answer_with,
    aspects_with,
    passage_tokens,
    score,
    show_columns,
    text_metrics,
)
from .data import (
    Texts,
    as_document,
    find_cited,
    load_cited,
    load_questions,
    load_responses,
    load_texts,
    version_of,
)
from .papers import ask_citehop, clean, find_passages, paper_rows, passages
from .studies import prepare_overlap, prepare_preferences


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested task on the user's files. Raises UsageError, naming the source, if files are missing."""
    if request.task == "responses":
        return _prepare_responses(request)
    if request.task == "preference":
        return prepare_preferences(request)
    options: SciDQAOptions = request.options
    task, settings = request.task, request.settings
    file, questions = load_questions(request.folder)
    files = [file]
    texts = Texts({}, {})
    if task != "closed-book":
        more, texts = load_texts(request.folder, full=task in ("rag", "full-text", "ask", "overlap"))
        files += more
    if task == "overlap":
        return prepare_overlap(request, questions, files, texts)
    cited = load_cited(expand_user(options.cited)) if options.cited else ()
    files += [expand_user(options.cited)] if options.cited else []
    searched = task == "rag" and options.retriever != SCIDQA_BASELINE
    engine = engine_models(request) if searched or task == "ask" else ()
    limited = questions[: request.limit or None]
    passages = (
        find_passages(limited, texts, cast(Strategy, options.retriever), options.passages, settings, cited)
        if searched
        else {}
    )
    examples = request.select(
        [_with_documents(example, request, texts, passages, cited) for example in questions]
    )
    empty = sum(not example.documents for example in examples) if task != "closed-book" else 0
    if task == "ask":
        rows = paper_rows(examples, texts, cited)

        def batch(models: Models | None) -> Batch:
            workers = settings.model_concurrency if models else 1
            return in_one_cluster(ask_citehop(models, cited), rows, settings, workers)

        prepared = _prepared(request, examples, files, batch, engine, code_key(ENGINE))
    else:
        prepared = _prepared(
            request,
            examples,
            files,
            each_alone(partial(_reader, task, options), settings.model_concurrency),
            (*engine, *([(HELPER, options.selection_model)] if options.selection_model else [])),
        )
    warning = f"{empty} of {len(examples)} questions have no text of their paper; answered without"
    return replace(prepared, warnings=(warning,)) if empty else prepared


def _prepare_responses(request: TaskRequest) -> PreparedTask:
    """Prepare a response file as a run whose answers already exist."""
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
    metrics = text_metrics(request.options)
    return PreparedTask(
        title=f"SciDQA {request.task}",
        manifest=request.manifest(files, code, models=models),
        examples=examples,
        answer=answer,
        score=lambda example, prediction: score(example, prediction, metrics),
        headline=PRECISION,
        by=("version", "papers"),
        show=lambda _, __, scores: show_columns(scores),
        graders=_graders,
        published=request.task,
        notes=("ROUGE is precision, as published; an empty answer is the text nan there",),
    )


def _graders(judge: LLM) -> list[Grader]:
    return [Grader(JUDGE, judge.model, aspects_with(judge))]


def _with_documents(
    example: Example,
    request: TaskRequest,
    texts: Texts,
    searched: Mapping[str, Sequence[Document]],
    cited: Sequence[Row],
) -> Example:
    task, options = request.task, request.options
    paper = example.tag("pid")
    found: list[Document] = []
    if task != "closed-book" and paper in texts.abstracts:
        found.append(texts.abstracts[paper])
    found += [as_document(row) for row in find_cited(example.question, cited)]
    full = clean(texts.full.get((paper, version_of(example)), ""))
    if full and task in ("full-text", "ask"):
        found.append(Document(f"{paper}:text", text=full))
    found += searched.get(example.id, ())
    if full and task == "rag" and options.retriever == SCIDQA_BASELINE:
        parts = [CorpusPassage(f"{n:05d}", text) for n, text in enumerate(_cut(full, request))]
        texts_of = {part.id: part.text for part in parts}
        best = ranker(StrategySpec(SCIDQA_BASELINE), parts)(example.question)[: options.passages]
        found += [Document(f"{paper}:{hit.id}", text=texts_of[hit.id]) for hit in best]
    return replace(example, documents=tuple(found))


def _cut(text: str, request: TaskRequest) -> list[str]:
    """Return the passages of the baseline, cut by words or by the number of tokens that fit the model's context."""
    options, settings = request.options, request.settings
    if options.words:
        return passages(text, options.words)
    context = describe(settings.model, context=settings.model_context).context
    return passages(text, passage_tokens(context, options.passages), tokens_of)


def _reader(task: str, options: SciDQAOptions, models: Models | None) -> System:
    """Return the system that asks the model by the protocol of the paper."""
    llms = require_models(models)
    whole = task == "full-text"
    return answer_with(llms.text, whole=whole, window=options.window, selector=llms.helper)
