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

from ...agent.llm.types import LLM, Message, Reply, Request
from ...agent.prompting import fence
from ...agent.types import Usage
from ...errors import ConfigurationError
from ...settings import Settings
from ..bench import Bench, Grader
from ..corpus import Passage
from ..flow import System
from ..judge import admits_ignorance
from ..m3sciqa.answer import answer_by_quote
from ..report import Extra, Table
from ..run_folder import Manifest
from ..runs import run_key
from ..scidqa import EMPTY, load_responses
from ..setups import Setup
from ..strategies import Encode, ranker
from ..text import TextMetric, parse_text_metric
from ..text.rouge import mean_rouge
from ..types import Document, Example, Prediction, Scores
from ..vectors import Vectors
from .options import option_pairs, parse_options
from .prepared import Prepared
from .scidqa_data import Texts, load_questions, load_texts, version_of
from .scidqa_judge import aspects_with, average
from .scidqa_windows import clean, passages, windows
from .tokens import tokens_of

PRECISION, F1, JUDGE = "ROUGE", "ROUGE F1", "judge[1-10]"
TEMPERATURE, REPLY_TOKENS = 0.1, 512  # the reference code's
_RESERVED = 500  # tokens of a window that are left for instruction and question; the reference code's
_WINDOW = 8000  # tokens, where the model's context is unknown


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
        return _responses(data, options)
    file, questions = load_questions(data)
    files = [file]
    texts = Texts({}, {})
    if task != "closed-book":
        more, texts = load_texts(data, full=task in ("rag", "full-text"))
        files += more
    encode = Vectors(settings) if task == "rag" and options.retriever == "hybrid" else None
    examples = [_with_documents(example, task, texts, options, encode) for example in questions]
    empty = sum(not example.documents for example in examples) if task != "closed-book" else 0
    told = (
        (f"{empty} of {len(examples)} questions have no text of their paper; answered without",)
        if empty
        else ()
    )
    bench = _bench(task, options, examples, files, data, (("model", model),) if model else ())
    return Prepared(bench, lambda llm: _system(llm, task, options), _graders, told)


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
        manifest=Manifest(
            "scidqa", task, option_pairs(options), keys, str(data), models=models, code=PROMPTS
        ),
        examples=tuple(examples),
        score=lambda example, prediction: score(example, prediction, metrics),
        headline=PRECISION,
        by=("version",),
        show=lambda _, __, scores: _show(scores),
        notes=("ROUGE is precision, as published; an empty answer is the text nan there",),
    )


def _responses(file: Path, options: Options) -> Prepared:
    """A response file as a run whose answers are there already."""
    loaded = load_responses(file, options.column or None)
    rows = zip(loaded.questions, loaded.pairs, strict=True)
    examples = [Example(str(n), question, (gold,)) for n, (question, (_, gold)) in enumerate(rows)]
    answers = {str(n): answer for n, (answer, _) in enumerate(loaded.pairs)}
    bench = _bench("responses", options, examples, [file], file, ())
    return Prepared(
        bench,
        lambda _: (
            lambda example: Prediction(example.id, answer=answers[example.id], reply=answers[example.id])
        ),
        _graders,
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
        parts = [Passage(f"{n:05d}", text) for n, text in enumerate(passages(full, options.words))]
        texts_of = {part.id: part.text for part in parts}
        best = ranker(Setup(options.retriever), parts, encode)(example.question)[: options.passages]
        found += [Document(f"{paper}:{hit.id}", text=texts_of[hit.id]) for hit in best]
    return replace(example, documents=tuple(found))


def _system(llm: LLM | None, task: str, options: Options) -> System:
    if llm is None:
        if task not in ("rag", "full-text", "title-abs"):
            raise ConfigurationError(f"task {task} needs a model: give --model; without one, --task rag")
        return answer_by_quote

    def answer(example: Example) -> Prediction:
        title = [document for document in example.documents if document.title]
        rest = [document.text for document in example.documents if not document.title]
        head = "\n".join(f"Title: {document.title}\nAbstract: {document.text}" for document in title)
        room = (options.window or llm.context or _WINDOW) - _RESERVED - REPLY_TOKENS
        shown = (
            windows("\n\n".join(rest), max(1, room), tokens_of)
            if task == "full-text"
            else ["\n\n".join(rest)]
        )
        replies = [_ask(llm, _prompt(example.question, head, text)) for text in shown or [""]]
        answers = [reply.text.strip() for reply in replies]
        final = answers[0]
        if len(answers) > 1:
            replies.append(_ask(llm, _selection(example.question, answers)))
            final = chosen(answers, replies[-1].text)
        usage = sum((reply.usage for reply in replies), Usage())
        ids = tuple(document.id for document in example.documents)
        return Prediction(example.id, answer=final, reply=replies[-1].text, shown=ids, usage=usage)

    return answer


def chosen(answers: Sequence[str], reply: str) -> str:
    """The answer whose number (from 1) is the first one in `reply`; where it names none, the longest that claims to know."""
    number = next((int(word) for word in reply.replace(".", " ").split() if word.isdecimal()), 0)
    if 1 <= number <= len(answers):
        return answers[number - 1]
    known = [answer for answer in answers if not admits_ignorance(answer)] or list(answers)
    return max(known, key=len)


_INSTRUCTION = (
    "You get a question about a paper that was submitted to a top conference on computer science. Answer it."
)
_ONLY = "Write the answer alone."
_SELECT = """A paper was read in parts; each reader answered the question from one part.
Reply with the number of the most complete answer."""
PROMPTS = run_key(_INSTRUCTION, _ONLY, _SELECT)


def _prompt(question: str, head: str, text: str) -> str:
    parts = [fence(head)] if head else []
    parts += [f"From the paper:\n{fence(text)}"] if text else []
    return "\n\n".join([*parts, f"Question: {question}", _ONLY])


def _selection(question: str, answers: Sequence[str]) -> str:
    listed = "\n".join(f"{number}. {' '.join(answer.split())}" for number, answer in enumerate(answers, 1))
    return f"{_SELECT}\n\nQuestion: {question}\n\n{fence(listed)}"


def _ask(llm: LLM, prompt: str) -> Reply:
    messages = (Message("system", _INSTRUCTION), Message("user", prompt))
    return llm.complete(Request(messages, max_tokens=REPLY_TOKENS, temperature=TEMPERATURE, label="scidqa"))


def _show(scores: Sequence[Scores]) -> Extra:
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
    return Extra((Table("As printed, x 100", tuple(row), (("all", tuple(row.values())),)),))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
