"""Answers to SciDQA's questions by a language model, from all of the text that an example carries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....agent.llm.prompting import fence
from ....agent.llm.types import LLM, Message, Reply, Request
from ....agent.types import Usage
from ...evaluate import System
from ...judges.equivalence import admits_ignorance
from ...runs.resumable_jsonl import run_key
from ...types import Example, Prediction
from ..common.tokens import tokens_of
from .windows import windows

TEMPERATURE, REPLY_TOKENS = 0.1, 512  # the reference code's
_RESERVED = 500  # tokens of a window that are left for instruction and question; the reference code's
_WINDOW = 8000  # tokens, where the model's context is unknown


def passage_tokens(context: int | None, passages: int) -> int:
    """Tokens of each of `passages` that fit together into `context`, beside question, instruction and reply (Algorithm 1)."""
    return max(1, ((context or _WINDOW) - _RESERVED - REPLY_TOKENS) // max(1, passages))


def answer_with(llm: LLM, *, whole: bool, window: int = 0, selector: LLM | None = None) -> System:
    """The system that answers with `llm`; documents with a title are title and abstract, the others text of the paper.

    A `whole` paper is read in windows of `window` tokens (0: the model's context), each answered by itself; of several answers
    `selector`, or `llm` without one, chooses the most complete.
    """

    def answer(example: Example) -> Prediction:
        head = "\n".join(f"Title: {d.title}\nAbstract: {d.text}" for d in example.documents if d.title)
        text = "\n\n".join(document.text for document in example.documents if not document.title)
        limit = (window or llm.context or _WINDOW) - _RESERVED - REPLY_TOKENS
        parts = windows(text, max(1, limit), tokens_of) if whole else [text]
        replies = [_ask(llm, _prompt(example.question, head, part)) for part in parts or [""]]
        answers = [reply.text.strip() for reply in replies]
        final = answers[0]
        if len(answers) > 1:
            replies.append(_ask(selector or llm, _selection(example.question, answers)))
            final = chosen(answers, replies[-1].text)
        usage = sum((reply.usage for reply in replies), Usage())
        ids = tuple(document.id for document in example.documents)
        return Prediction(example.id, answer=final, reply=replies[-1].text, shown=ids, usage=usage)

    return answer


def chosen(answers: Sequence[str], reply: str) -> str:
    """The answer whose number (from 1) is the first one in `reply`; where it names none, the longest that claims to know."""
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


def _ask(llm: LLM, prompt: str) -> Reply:
    messages = (Message("system", _INSTRUCTION), Message("user", prompt))
    return llm.complete(Request(messages, max_tokens=REPLY_TOKENS, temperature=TEMPERATURE, label="scidqa"))
