"""SciDQA (Singh et al., EMNLP 2024; arXiv 2411.05338): questions of reviewers about their papers, answered by authors.

closed-book   the question alone                      title-abs    with title and abstract
rag           with the best passages of the paper     full-text    with all of it, window by window, and a choice of answers
responses     the answers of a public response file (--data FILE.xlsx), scored and judged

"ROUGE" is the mean precision of ROUGE-1, -2 and -L with stemming, as printed; F1 stands beside it, for precision rewards short
answers. Gold answers keep their "A: " there, as published, and lose it for the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ....agent.llm.types import LLM
from ....errors import ConfigurationError
from ....settings import Settings
from ...benchmark import Bench, Grader, Prepared
from ...evaluate import System
from ...metrics.text import TextMetric, parse_text_metric
from ...metrics.text.rouge import mean_rouge
from ...models.text_vectors import TextVectors
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import run_key
from ...runs.run_folder import RunManifest
from ...types import Document, Example, Prediction, Scores
from ..common.options import option_pairs, parse_options
from ..common.prepared import prepared
from ..m3sciqa.answer import answer_by_quote
from ..retrieval.corpus import CorpusPassage
from ..retrieval.strategies import Encode, ranker
from ..retrieval.strategy_spec import StrategySpec
from .answer import PROMPTS, answer_with
from .data import Texts, load_questions, load_texts, version_of
from .judge import aspects_with, average
from .responses import EMPTY, load_responses
from .windows import clean, passages

PRECISION, F1, JUDGE = "ROUGE", "ROUGE F1", "judge[1-10]"


@dataclass(frozen=True, slots=True)
class Options:
    """`retriever`, `passages` (how many) and `words` (of each) for rag; `window` tokens for full-text (0: the model's context).

    `bleurt`, `bertscore`: models; published are BLEURT-20 and microsoft/deberta-xlarge-mnli. `column`: of a response file.
    """

    retriever: Literal["bm25", "bm25-stems", "hybrid"] = "bm25"
    passages: int = 3
    words: int = 150
    window: int = 0
    bleurt: str = ""
    bertscore: str = ""
    column: str = ""


def prepare(data: Path, task: str, given: Sequence[str], settings: Settings, model: str) -> Prepared:
    """The `task` on the files below `data`. Raises UsageError for what is missing, naming where to get it."""
    options = parse_options(Options, given)
    if task == "responses":
        return _responses(data, options, settings)
    file, questions = load_questions(data)
    files = [file]
    texts = Texts({}, {})
    if task != "closed-book":
        more, texts = load_texts(data, full=task in ("rag", "full-text"))
        files += more
    encode = TextVectors(settings) if task == "rag" and options.retriever == "hybrid" else None
    examples = [_with_documents(example, task, texts, options, encode) for example in questions]
    empty = sum(not example.documents for example in examples) if task != "closed-book" else 0
    told = (
        (f"{empty} of {len(examples)} questions have no text of their paper; answered without",)
        if empty
        else ()
    )
    bench = _bench(task, options, examples, files, data, (("model", model),) if model else ())
    return prepared(bench, lambda llm: _system(llm, task, options), settings, graders=_graders, warnings=told)


def _bench(
    task: str,
    options: Options,
    examples: Sequence[Example],
    files: Sequence[Path],
    data: Path,
    models: tuple[tuple[str, str], ...],
) -> Bench:
    metrics = _metrics(options)
    keys = tuple((file.name, run_key(file.read_bytes())) for file in files)
    return Bench(
        title=f"SciDQA {task}",
        manifest=RunManifest(
            "scidqa", task, option_pairs(options), keys, str(data), models=models, code=PROMPTS
        ),
        examples=tuple(examples),
        score=lambda example, prediction: score(example, prediction, metrics),
        headline=PRECISION,
        by=("version",),
        show=lambda _, __, scores: _show(scores),
        notes=("ROUGE is precision, as published; an empty answer is the text nan there",),
    )


def _responses(file: Path, options: Options, settings: Settings) -> Prepared:
    """A response file as a run whose answers are there already."""
    loaded = load_responses(file, options.column or None)
    rows = zip(loaded.questions, loaded.pairs, strict=True)
    examples = [Example(str(n), question, (gold,)) for n, (question, (_, gold)) in enumerate(rows)]
    answers = {str(n): answer for n, (answer, _) in enumerate(loaded.pairs)}
    bench = _bench("responses", options, examples, [file], file, ())

    def answer(example: Example) -> Prediction:
        return Prediction(example.id, answer=answers[example.id], reply=answers[example.id])

    return prepared(bench, lambda _: answer, settings, graders=_graders)


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


def _metrics(options: Options) -> list[TextMetric]:
    named = (("BLEURT", options.bleurt), ("BERTScore", options.bertscore))
    return [parse_text_metric(f"{name}[{model}]") for name, model in named if model]


def _short(metric: TextMetric) -> str:
    return str(metric).split("[")[0]


def _with_documents(
    example: Example, task: str, texts: Texts, options: Options, encode: Encode | None
) -> Example:
    paper = example.tag("pid")
    found: list[Document] = []
    if task != "closed-book" and paper in texts.abstracts:
        found.append(texts.abstracts[paper])
    full = clean(texts.full.get((paper, version_of(example)), ""))
    if full and task == "full-text":
        found.append(Document(f"{paper}:text", text=full))
    if full and task == "rag":
        parts = [CorpusPassage(f"{n:05d}", text) for n, text in enumerate(passages(full, options.words))]
        texts_of = {part.id: part.text for part in parts}
        best = ranker(StrategySpec(options.retriever), parts, encode)(example.question)[: options.passages]
        found += [Document(f"{paper}:{hit.id}", text=texts_of[hit.id]) for hit in best]
    return replace(example, documents=tuple(found))


def _system(llm: LLM | None, task: str, options: Options) -> System:
    if llm is not None:
        return answer_with(llm, whole=task == "full-text", window=options.window)
    if task not in ("rag", "full-text", "title-abs"):
        raise ConfigurationError(f"task {task} needs a model: give --model; without one, --task rag")
    return answer_by_quote


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
