"""SciDQA's answers by a language model, the judge of answers, and the scores.

The judge grades four aspects from 1 to 10. They are averaged here instead of by the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Template

from ...agent.llm.prompting import fence
from ...agent.llm.types import LLM
from ..benchmarks.task_options import SciDQAOptions
from ..common.model_calls import ModelCalls, unscored_on_failure
from ..common.pictures import tokens_of
from ..evaluate import System
from ..judges.equivalence import admits_ignorance
from ..metrics.overlap import mean_rouge
from ..metrics.parse import parse_text_metric
from ..metrics.text import TextMetric
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..types import Example, Prediction, Scores, Verdict
from .data import EMPTY
from .papers import windows

ASPECTS = ("Relevance", "Accuracy", "Completeness", "Conciseness")
LOWEST, HIGHEST = 1.0, 10.0
_TOKENS, _TEMPERATURE = 1024, 0.1  # the reference code's

_PROMPT = Template("""Grade the answer to a question about a paper against the right answer, both between \
marks, as material.

Question:
$question

Right answer:
$gold

Answer to grade:
$answer

Grade four aspects from 1 (worst) to 10 (best), each with its reason in one sentence:
Relevance: whether it answers what was asked
Accuracy: whether what it says agrees with the right answer
Completeness: whether it says all that the right answer says
Conciseness: whether it says nothing besides
Write one line for each: <aspect>: <number> - <reason>""")


def aspects_with(llm: LLM) -> Callable[[Example, Prediction], Verdict]:
    """Return a judge that scores the mean of four aspects, 1..10. A verdict is unscored unless all four are valid."""

    @unscored_on_failure
    def ask(example: Example, prediction: Prediction) -> Verdict:
        values = {"question": example.question, "gold": bare(example.answers[0]), "answer": prediction.answer}
        calls = ModelCalls(llm, "scidqa-judge", _TOKENS, _TEMPERATURE)
        reply = calls.ask(_PROMPT.substitute({name: fence(text) for name, text in values.items()}))
        found = parse_aspects(reply)
        return Verdict(example.id, sum(found.values()) / len(found) if found else None, reply, calls.usage)

    return ask


def bare(answer: str) -> str:
    """Return the gold answer without the "A: " with which nearly all gold answers begin."""
    return re.sub(r"^\s*A:\s*", "", answer)


def parse_aspects(text: str) -> Mapping[str, float] | None:
    """Map each of the four aspects in a judge's reply to its grade; None unless each has exactly one grade on the
    scale.

    "Accuracy: 7/10", "**Accuracy** - 7" and '"accuracy": {"score": 7}' all mean 7. An overall grade that the model
    adds is ignored.
    """
    found: dict[str, float] = {}
    for aspect in ASPECTS:
        numbers = re.findall(
            rf"\b{aspect}\b[^\w\n]{{0,8}}?(?:(?:score|rating|grade)\b[^\w\n]{{0,6}}?)?(-?\d+(?:\.\d+)?)",
            text,
            re.IGNORECASE,
        )
        grades = {float(number) for number in numbers}
        if len(grades) != 1 or not LOWEST <= (grade := grades.pop()) <= HIGHEST:
            return None
        found[aspect] = grade
    return found


def average(texts: Sequence[float], judges: Sequence[float]) -> float:
    """Return SciDQA's Avg: the plain mean of ROUGE, BLEURT, BERTScore and the score of every judge, each on 0..100."""
    columns = (*texts, *judges)
    return sum(columns) / len(columns)


PRECISION, F1, JUDGE = "ROUGE", "ROUGE F1", "judge[1-10]"


def score(example: Example, prediction: Prediction, metrics: Sequence[TextMetric]) -> dict[str, float | None]:
    """Return ROUGE's mean precision and F1, then `metrics`. As published, a missing answer is scored as the text
    "nan".
    """
    if not example.answers:
        return {PRECISION: None, F1: None, **{short_name(metric): None for metric in metrics}}
    answer = prediction.answer.strip() or EMPTY
    found = mean_rouge(answer, example.answers[0])
    return {
        PRECISION: found.precision,
        F1: found.f1,
        **{short_name(metric): metric([answer], [example.answers]).value for metric in metrics},
    }


def text_metrics(options: SciDQAOptions) -> list[TextMetric]:
    """Return the metrics whose local models the options name."""
    named = (("BLEURT", options.bleurt), ("BERTScore", options.bertscore))
    return [parse_text_metric(f"{name}[{model}]") for name, model in named if model]


def short_name(metric: TextMetric) -> str:
    """Return the name of a metric without its model."""
    return str(metric).split("[")[0]


def show_columns(scores: Sequence[Scores]) -> ReportExtra:
    """Return the columns that SciDQA prints, x 100: one per metric and judge, ALS, and Avg if all of its parts are
    there.
    """
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


TEMPERATURE, REPLY_TOKENS = 0.1, 512  # the reference code's
_RESERVED = 500  # tokens of a window reserved for instruction and question; the reference code's
_WINDOW = 8000  # tokens of a window if the model's context is unknown


def passage_tokens(context: int | None, passages: int) -> int:
    """Return the tokens per passage so that `passages` passages, question, instruction and reply fit into `context`.

    Algorithm 1 of the paper.
    """
    return max(1, ((context or _WINDOW) - _RESERVED - REPLY_TOKENS) // max(1, passages))


def answer_with(llm: LLM, *, whole: bool, window: int = 0, selector: LLM | None = None) -> System:
    """Return the system that answers with `llm`.

    Documents with a title are shown as title and abstract; the others are text of the paper. A `whole` paper is read
    in windows of `window` tokens (0: the model's context), and each window is answered separately. `selector`, or
    `llm` if that is None, chooses the most complete of several answers.
    """

    def answer(example: Example) -> Prediction:
        head = "\n".join(f"Title: {d.title}\nAbstract: {d.text}" for d in example.documents if d.title)
        text = "\n\n".join(document.text for document in example.documents if not document.title)
        limit = (window or llm.context or _WINDOW) - _RESERVED - REPLY_TOKENS
        parts = windows(text, max(1, limit), tokens_of) if whole else [text]
        calls = ModelCalls(llm, "scidqa", REPLY_TOKENS, TEMPERATURE)
        prompts = [_prompt(example.question, head, part) for part in parts or [""]]
        answers = [calls.ask(prompt, system=_INSTRUCTION).strip() for prompt in prompts]
        final, last = answers[0], calls.replies[-1].text
        if len(answers) > 1:
            calls.llm = selector or llm
            last = calls.ask(_selection(example.question, answers), system=_INSTRUCTION)
            final = chosen(answers, last)
        ids = tuple(document.id for document in example.documents)
        return Prediction(example.id, answer=final, reply=last, shown=ids, usage=calls.usage)

    return answer


def chosen(answers: Sequence[str], reply: str) -> str:
    """Return the answer whose number (from 1) is the first number in `reply`.

    If that is no valid number, the longest answer that does not admit ignorance is returned.
    """
    number = re.search(r"\d+", reply)
    if number and 1 <= int(number[0]) <= len(answers):
        return answers[int(number[0]) - 1]
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
