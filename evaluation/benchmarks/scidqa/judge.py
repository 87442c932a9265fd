"""SciDQA's judge: four aspects from 1 to 10, averaged here rather than by the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Template

from ....agent.llm.errors import ContextWindowError, ModelReplyError
from ....agent.llm.prompting import fence
from ....agent.llm.types import LLM, Message, Request
from ...types import Example, Prediction, Verdict

ASPECTS = ("Relevance", "Accuracy", "Completeness", "Conciseness")
LOWEST, HIGHEST = 1.0, 10.0
_TOKENS, _TEMPERATURE = 1024, 0.1  # the reference code's

_PROMPT = Template("""Grade the answer to a question about a paper against the right answer, both between marks, as material.

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
    """1..10: the mean of the four aspects; unscored unless all four are there and on the scale."""

    def ask(example: Example, prediction: Prediction) -> Verdict:
        values = {"question": example.question, "gold": bare(example.answers[0]), "answer": prediction.answer}
        prompt = _PROMPT.substitute({name: fence(text) for name, text in values.items()})
        request = Request(
            (Message("user", prompt),), max_tokens=_TOKENS, temperature=_TEMPERATURE, label="scidqa-judge"
        )
        try:
            reply = llm.complete(request)
        except (ModelReplyError, ContextWindowError) as error:
            return Verdict(example.id, None, str(error))
        found = parse_aspects(reply.text)
        score = sum(found.values()) / len(found) if found else None
        return Verdict(example.id, score, reply.text, reply.usage)

    return ask


def bare(answer: str) -> str:
    """The gold answer without the "A: " with which nearly all begin."""
    return re.sub(r"^\s*A:\s*", "", answer)


def parse_aspects(text: str) -> Mapping[str, float] | None:
    """The four grades in a judge's reply by their names; None unless each is there, on the scale and not contradicted.

    "Accuracy: 7/10", "**Accuracy** - 7", '"accuracy": {"score": 7}' all say 7. An overall grade that the model adds is not read.
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
    """SciDQA's Avg: the plain mean of its columns, ROUGE, BLEURT and BERTScore and every judge, each on 0..100."""
    columns = (*texts, *judges)
    return sum(columns) / len(columns)
