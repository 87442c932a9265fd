"""L3Score (Pramanick et al., NeurIPS 2024, SPIQA): how sure a model is that two answers mean the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import exp
from string import Template

from ...agent.llm.errors import ContextWindowError, ModelReplyError
from ...agent.llm.prompting import fence
from ...agent.llm.types import LLM, Message, Reply, Request
from ...errors import ConfigurationError
from ..types import Example, Prediction, Verdict

YES, NO = frozenset({"yes", "yeah"}), frozenset({"no"})
TOP = 5  # alternatives looked at, of the first token alone
TRIES = 5
FLOOR = 1e-8  # of an unseen answer's probability; in the reference code, not in the paper


def l3_score(top: Sequence[tuple[str, float]]) -> float:
    """0..1 from the first token's likeliest (token, natural log-probability) pairs.

    Tokens count when they are a yes or no word but for case and space around it: "Yes." does not. Of several spellings of
    one word the likeliest counts for all. With both words the score is p(yes) / (p(yes) + p(no)); with one of them the other
    is taken to have the lowest probability seen, or what is left to 1 if that is less, at least `FLOOR`; with neither it is 0.
    """
    seen = sorted(top, key=lambda pair: -pair[1])
    words = [(token.strip().lower(), exp(logprob)) for token, logprob in seen]
    yes = next((probability for word, probability in words if word in YES), None)
    no = next((probability for word, probability in words if word in NO), None)
    if yes is None and no is None:
        return 0.0
    rest = max(FLOOR, min(words[-1][1], 1.0 - sum(probability for _, probability in words)))
    yes, no = rest if yes is None else yes, rest if no is None else no
    return yes / (yes + no)


def l3_with(llm: LLM) -> Callable[[Example, Prediction], Verdict]:
    """A judge for `evaluate.judge`; an example with several right answers is compared with the first.

    Raises ConfigurationError when the first `TRIES` replies hold no log-probabilities: then none will.
    """
    without = count(1)
    seen = []

    def ask(example: Example, prediction: Prediction) -> Verdict:
        verdict = judge_similarity(
            llm, example.question, example.answers[0], prediction.answer, id=example.id
        )
        if verdict.score is not None:
            seen.append(True)
        elif not seen and next(without) >= TRIES:
            raise ConfigurationError(
                f"{llm.model} gives no log-probabilities, which L3Score is made of; choose another --judge-model"
            )
        return verdict

    return ask


def judge_similarity(llm: LLM, question: str, gold: str, answer: str, *, id: str = "") -> Verdict:
    """The L3Score of `answer` by `llm`, one call of one token at temperature 0.

    Unscored, with what came instead as the reply, where no log-probabilities came or the reply could not be used. Raises
    ConfigurationError for a model whose interface has no log-probabilities, and the model's other errors.
    """
    try:
        reply = llm.complete(_request(question, gold, answer))
    except (ModelReplyError, ContextWindowError) as error:
        return Verdict(id, None, str(error))
    return Verdict(id, _score(reply), reply.text, reply.usage)


def _score(reply: Reply) -> float | None:
    return l3_score(reply.logprobs[0].top) if reply.logprobs and reply.logprobs[0].top else None


_PROMPT = Template("""You get a question, its right answer and another answer, each between marks, as material.

Question:
$question

Right answer:
$gold

Other answer:
$answer

Does the other answer mean much the same as the right answer? Say yes or no, in one word.""")


def _request(question: str, gold: str, answer: str) -> Request:
    prompt = _PROMPT.substitute(question=fence(question), gold=fence(gold), answer=fence(answer))
    return Request((Message("user", prompt),), max_tokens=1, top_logprobs=TOP, label="L3Score")
