"""MMSci's grades of captions by a language model: FActScore*, G-Eval (relevance), L3Score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from string import Template
from typing import Literal

from ...agent.llm.errors import ContextWindowError, ModelReplyError
from ...agent.llm.prompting import fence
from ...agent.llm.types import LLM, Message, Reply, Request
from ...agent.types import Usage
from ..judges.atomic_units import factscore, parse_rating, split_units
from ..judges.l3score import judge_similarity
from ..prepared_task import Grader
from ..types import Example, Prediction, Verdict

Rules = Literal["robust", "strict"]
Ask = Callable[[Example, Prediction], Verdict]

_UNITS = Template("""Take the caption of a scientific figure apart into atomic descriptions: short sentences, each with one fact.
Write one a line, each after "- ", and nothing else.

Example: for "Loss of the small and the large model over 10 epochs, in blue and red." write
- The figure shows the loss of two models over 10 epochs.
- The small model is drawn in blue.
- The large model is drawn in red.

$caption""")
_RATE = Template("""Below are the true caption of a figure and one description of it. Rate from 0 (not at all) to 5 (wholly)
how far the true caption contains what the description says. Reply with the number alone.

True caption:
$gold

Description:
$unit""")
_RELEVANCE = """You rate captions of scientific figures for relevance, from 1 to 5: whether the caption says what matters
about the figure, as the true caption does, and leaves out what does not.
1. Read the true caption and find its main points. 2. Compare the other caption with it: which points does it hold, what
does it add that does not belong? 3. Give a whole number from 1 to 5. Reply with the number alone."""
_SAMPLE = Template("You are rater $number of $ratings.\n\nTrue caption:\n$gold\n\nOther caption:\n$caption")
_QUESTION = "What does the figure show? Describe it and each of its panels."
PROMPTS = (_UNITS.template, _RATE.template, _RELEVANCE, _SAMPLE.template, _QUESTION)


def caption_graders(judge: LLM, rules: Rules, ratings: int) -> list[Grader]:
    """FActScore*, G-Eval and L3Score by `judge`; `ratings` are averaged for G-Eval."""
    return [
        Grader("FActScore*", judge.model, factscore_with(judge, rules)),
        Grader("G-Eval", judge.model, geval_with(judge, rules, ratings), 1.0),
        Grader("L3Score", judge.model, _l3_with(judge)),
    ]


def factscore_with(llm: LLM, rules: Rules) -> Ask:
    """0..1: `llm` splits the written caption into units and rates each against the true one."""
    strict = rules == "strict"

    def ask(example: Example, prediction: Prediction) -> Verdict:
        try:
            first = _ask(llm, _UNITS.substitute(caption=fence(prediction.answer)), 0.7, 1024)
            units = split_units(first.text, strict=strict)
            asked = [
                _ask(llm, _RATE.substitute(gold=fence(example.answers[0]), unit=fence(unit)), 0.0, 16)
                for unit in units
            ]
        except (ModelReplyError, ContextWindowError) as error:
            return Verdict(example.id, None, str(error))
        rated = [parse_rating(reply.text, strict=strict) for reply in asked]
        reasons = "\n".join(
            f"{reply.text.strip()} | {unit}" for reply, unit in zip(asked, units, strict=True)
        )
        usage = sum((reply.usage for reply in asked), first.usage)
        return Verdict(example.id, factscore(rated), reasons, usage)

    return ask


def geval_with(llm: LLM, rules: Rules, ratings: int) -> Ask:
    """1..5: the mean of `ratings` ratings at temperature 1; strict: the first reply that is a whole number, alone.

    Ratings that are none are left out; a caption without any is unscored. (The reference would repeat the request indefinitely.)
    """

    def ask(example: Example, prediction: Prediction) -> Verdict:
        replies: list[Reply] = []
        found: list[float] = []
        try:
            for number in range(1, ratings + 1):
                values = {"number": str(number), "ratings": str(ratings)}
                prompt = _SAMPLE.substitute(
                    values, gold=fence(example.answers[0]), caption=fence(prediction.answer)
                )
                replies.append(_ask(llm, prompt, 1.0, 16, _RELEVANCE))
                rating = parse_relevance(replies[-1].text, strict=rules == "strict")
                found += [rating] if rating is not None else []
                if found and rules == "strict":
                    break
        except (ModelReplyError, ContextWindowError) as error:
            return Verdict(example.id, None, str(error))
        reasons = " | ".join(reply.text.strip() for reply in replies)
        usage = sum((reply.usage for reply in replies), Usage())
        return Verdict(example.id, sum(found) / len(found) if found else None, reasons, usage)

    return ask


def parse_relevance(text: str, *, strict: bool = False) -> float | None:
    """The rating 1..5 in a reply: its first number; strict: the reply as a whole number of any size."""
    if strict:
        return float(text) if re.fullmatch(r"\s*[-+]?\d{1,3}\s*", text) else None
    rating = parse_rating(text)
    return rating if rating is not None and rating >= 1 else None


def _l3_with(llm: LLM) -> Ask:
    def ask(example: Example, prediction: Prediction) -> Verdict:
        return judge_similarity(llm, _QUESTION, example.answers[0], prediction.answer, id=example.id)

    return ask


def _ask(llm: LLM, prompt: str, temperature: float, tokens: int, system: str = "") -> Reply:
    messages: Sequence[Message] = [*([Message("system", system)] if system else []), Message("user", prompt)]
    return llm.complete(
        Request(tuple(messages), max_tokens=tokens, temperature=temperature, label="mmsci-judge")
    )
