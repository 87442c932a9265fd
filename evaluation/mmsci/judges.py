"""MMSci's caption grades by a language model: FActScore*, G-Eval (relevance) and L3Score."""

from __future__ import annotations

from string import Template

from ...agent.llm.prompting import fence
from ...agent.llm.types import LLM
from ..common.model_calls import Ask, ModelCalls, unscored_on_failure
from ..judges.atomic_units import factscore, parse_rating, split_units
from ..judges.equivalence import judge_similarity
from ..prepared_task import Grader
from ..types import Example, Prediction, Verdict

_LABEL = "mmsci-judge"

_UNITS = Template("""Take the caption of a scientific figure apart into atomic descriptions: short sentences, \
each with one fact.
Write one a line, each after "- ", and nothing else.

Example: for "Loss of the small and the large model over 10 epochs, in blue and red." write
- The figure shows the loss of two models over 10 epochs.
- The small model is drawn in blue.
- The large model is drawn in red.

$caption""")
_RATE = Template("""Below are the true caption of a figure and one description of it. Rate from 0 (not at all) \
to 5 (wholly)
how far the true caption contains what the description says. Reply with the number alone.

True caption:
$gold

Description:
$unit""")
_RELEVANCE = """You rate captions of scientific figures for relevance, from 1 to 5: whether the caption says \
what matters
about the figure, as the true caption does, and leaves out what does not.
1. Read the true caption and find its main points. 2. Compare the other caption with it: which points does it hold, what
does it add that does not belong? 3. Give a whole number from 1 to 5. Reply with the number alone."""
_SAMPLE = Template("You are rater $number of $ratings.\n\nTrue caption:\n$gold\n\nOther caption:\n$caption")
_QUESTION = "What does the figure show? Describe it and each of its panels."
PROMPTS = (_UNITS.template, _RATE.template, _RELEVANCE, _SAMPLE.template, _QUESTION)


def caption_graders(judge: LLM, ratings: int) -> list[Grader]:
    """Return FActScore*, G-Eval and L3Score by `judge`; G-Eval averages `ratings` ratings."""
    return [
        Grader("FActScore*", judge.model, factscore_with(judge)),
        Grader("G-Eval", judge.model, geval_with(judge, ratings), 1.0),
        Grader("L3Score", judge.model, _l3_with(judge)),
    ]


def factscore_with(llm: LLM) -> Ask:
    """Return a judge of FActScore*, 0..1: `llm` splits the written caption into units and rates each against the true
    one.
    """

    @unscored_on_failure
    def ask(example: Example, prediction: Prediction) -> Verdict:
        calls, gold = ModelCalls(llm, _LABEL, 16), fence(example.answers[0])
        listed = calls.ask(_UNITS.substitute(caption=fence(prediction.answer)), temperature=0.7, tokens=1024)
        units = split_units(listed)
        said = [calls.ask(_RATE.substitute(gold=gold, unit=fence(unit))) for unit in units]
        reasons = "\n".join(f"{reply.strip()} | {unit}" for reply, unit in zip(said, units, strict=True))
        return Verdict(example.id, factscore([parse_rating(reply) for reply in said]), reasons, calls.usage)

    return ask


def geval_with(llm: LLM, ratings: int) -> Ask:
    """Return a judge of G-Eval, 1..5: the mean of `ratings` ratings at temperature 1.

    Replies without a rating are left out; a caption without any rating is unscored. (The reference would repeat the
    request indefinitely.)
    """

    @unscored_on_failure
    def ask(example: Example, prediction: Prediction) -> Verdict:
        calls = ModelCalls(llm, _LABEL, 16, temperature=1.0)
        captions = {"gold": fence(example.answers[0]), "caption": fence(prediction.answer)}
        for number in range(1, ratings + 1):
            prompt = _SAMPLE.substitute(captions, number=str(number), ratings=str(ratings))
            calls.ask(prompt, system=_RELEVANCE)
        rated = [parse_relevance(reply.text) for reply in calls.replies]
        found = [rating for rating in rated if rating is not None]
        return Verdict(example.id, sum(found) / len(found) if found else None, calls.join(" | "), calls.usage)

    return ask


def parse_relevance(text: str) -> float | None:
    """Return the rating 1..5 in a reply, its first number; None if that is missing or out of range."""
    rating = parse_rating(text)
    return rating if rating is not None and rating >= 1 else None


def _l3_with(llm: LLM) -> Ask:
    def ask(example: Example, prediction: Prediction) -> Verdict:
        return judge_similarity(llm, _QUESTION, example.answers[0], prediction.answer, id=example.id)

    return ask
