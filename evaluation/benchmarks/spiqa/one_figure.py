"""SPIQA's protocol for open models, which take one picture a time: does the figure help, and what is the answer from it?

Their paper describes every figure in turn, their code the right ones alone. Each figure that helps gives an answer, and the
metrics count each answer as a sample of its own; a question without any counts as one empty answer.
"""

from __future__ import annotations

import json
from typing import Literal

from ....agent.llm.types import LLM, Message, Reply, Request
from ....agent.types import Usage
from ...evaluate import System
from ...runs.resumable_jsonl import run_key
from ...types import Example, Picture, Prediction
from ..common.pictures import shown
from . import replies

_REPLY_TOKENS = 100  # the reference's for LLaVA
_HELPS = """Here is a figure of a paper with its caption. Does it help to answer the question? Reply with yes or no."""
_BRIEF = """Here is a figure of a paper with its caption. Answer the question from it, briefly."""
PROMPTS = run_key(_HELPS, _BRIEF)


def ask_each_figure(llm: LLM, figures: Literal["gold", "all"]) -> System:
    """The system that asks `llm` twice about each figure: the right ones, or all. Its reply is a JSON list of the replies."""

    def answer(example: Example) -> Prediction:
        pictures = [one for one in example.pictures if figures == "all" or one.id in example.gold]
        asked = [
            (_ask(llm, _HELPS, example.question, one), _ask(llm, _BRIEF, example.question, one))
            for one in pictures
        ]
        reply = json.dumps([{"helps": helps.text, "answer": brief.text} for helps, brief in asked])
        helpful = [
            one.id for one, (helps, _) in zip(pictures, asked, strict=True) if not _refuses(helps.text)
        ]
        return Prediction(
            example.id,
            tuple(helpful),
            answer=answers_that_count(reply)[0],
            reply=reply,
            shown=tuple(one.id for one in pictures),
            usage=sum((part.usage for pair in asked for part in pair), Usage()),
        )

    return answer


def answers_that_count(reply: str, *, strict: bool = False) -> list[str]:
    """The answers from the figures that help, [""] where none does. `reply` is that of `ask_each_figure`.

    Strict, as the reference: a figure does not help where "no" is anywhere in the reply, as in "know" or "not only".
    """
    try:
        pairs = [(str(pair["helps"]), str(pair["answer"])) for pair in json.loads(reply)]
    except (ValueError, TypeError, KeyError):
        return [""]
    found = [
        said.strip() if strict else replies.direct_answer(said)
        for helps, said in pairs
        if not ("no" in helps.lower() if strict else _refuses(helps))
    ]
    return found or [""]


def _refuses(reply: str) -> bool:
    words = reply.lower().replace(",", " ").replace(".", " ").split()
    return words[:1] == ["no"]


def _ask(llm: LLM, task: str, question: str, picture: Picture) -> Reply:
    caption = " ".join(picture.caption.split())
    text = "\n".join([task, f"Caption: {caption}", f"Question: {question}"])
    message = Message("user", text, shown((picture,)))
    return llm.complete(Request((message,), max_tokens=_REPLY_TOKENS, label="spiqa-figure"))
