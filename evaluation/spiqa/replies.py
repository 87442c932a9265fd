"""Find answers and figures in a model's reply to a SPIQA question, by the reference's rules (strict) and by ours.

No reply raises an error.

Open models get one picture at a time and two questions: does the figure help, and what is the answer from it? Their
paper describes this for every figure, but their code asks about the right ones only. Each helpful figure gives an
answer, and the metrics count each answer as a separate sample. A question without any answer counts as one empty
answer.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from typing import Any, Literal

from ...agent.llm.types import LLM
from ..common.model_calls import ModelCalls
from ..common.pictures import shown
from ..common.replies import last_fields
from ..evaluate import System
from ..runs.resumable_jsonl import run_key
from ..types import Example, Picture, Prediction

_ANSWER_IS = re.compile(r"the answer(?: to the question)? is\b\s*:?", re.IGNORECASE)
_QUOTES = "'\"`“”‘’ \n\t"


def direct_answer(reply: str) -> str:
    """Return the answer in a reply that should be an object with the key Answer.

    It is the value of that key, else the text after "answer:", else the whole reply.
    """
    for key in ("Answer", "answer"):
        fields = last_fields(reply, key)
        if fields is not None:
            return _clean(str("" if fields[key] is None else fields[key]))
    labeled = re.search(r"['\"]?\banswer['\"]?\s*:\s*(.+)", reply, re.IGNORECASE | re.DOTALL)
    return _clean(re.split(r"[,}]?\s*['\"]Image['\"]\s*:", labeled[1])[0] if labeled else reply)


def reasoned_answer(reply: str) -> str:
    """Return the answer in a reply that should end with "The answer is: ...".

    It is the text after the last such phrase. Without the phrase, the reply is read as `direct_answer` does.
    """
    parts = _ANSWER_IS.split(reply)
    return _clean(parts[-1]) if len(parts) > 1 else direct_answer(reply)


def chosen_image(reply: str) -> int | None:
    """Return the number of the picture that the reply names before its answer, such as 3 or "Image 3"; None without
    one.
    """
    before = _ANSWER_IS.split(reply)[0]
    for key in ("Image", "image"):
        fields = last_fields(before, key)
        found = re.search(r"\d+", str(fields[key])) if fields else None
        if found:
            return int(found[0])
    named = re.search(r"\b(?:image|figure)s?\b[^\w\n]{0,5}(\d+)", before, re.IGNORECASE)
    return int(named[1]) if named else None


def strict_image_is_right(reply: str, gold: Sequence[int]) -> bool:
    """True if the reply names a gold image by the reference's rules.

    The "Image" of a Python literal counts if it is a number. Without such a literal, the first "Image n" with n below
    16 counts.
    """
    before = reply.split("The answer is:")[0]
    fields = _literal(before.strip())
    if isinstance(fields, dict) and "Image" in fields:
        value = fields["Image"]
        return isinstance(value, int) and value in gold
    found = re.search(r"image (1[0-5]|\d)(?!\d)", before, re.IGNORECASE) or re.search(
        r"'Image': (\d+)", before
    )
    return found is not None and int(found[1]) in gold


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _clean(text: str) -> str:
    """Return `text` without surrounding quotes, braces and colons. A full stop at the end is kept."""
    return text.strip().lstrip(":{").rstrip("}").strip(_QUOTES).lstrip(":").strip(_QUOTES)


_REPLY_TOKENS = 100  # the reference's limit for LLaVA
_HELPS = """Here is a figure of a paper with its caption. Does it help to answer the question? Reply with yes or no."""
_BRIEF = """Here is a figure of a paper with its caption. Answer the question from it, briefly."""
PROMPTS = run_key(_HELPS, _BRIEF)


def ask_each_figure(llm: LLM, figures: Literal["gold", "all"]) -> System:
    """Return the system that asks `llm` two questions about each figure, of the gold figures or of all.

    The reply of a prediction is a JSON list with both of the model's replies for each figure.
    """

    def answer(example: Example) -> Prediction:
        pictures = [one for one in example.pictures if figures == "all" or one.id in example.gold]
        calls = ModelCalls(llm, "spiqa-figure", _REPLY_TOKENS)
        asked = [[_ask(calls, task, example.question, one) for task in (_HELPS, _BRIEF)] for one in pictures]
        reply = json.dumps([{"helps": helps, "answer": brief} for helps, brief in asked])
        helpful = [one.id for one, (helps, _) in zip(pictures, asked, strict=True) if not _refuses(helps)]
        return Prediction(
            example.id,
            tuple(helpful),
            answer=answers_that_count(reply)[0],
            reply=reply,
            shown=tuple(one.id for one in pictures),
            usage=calls.usage,
        )

    return answer


def answers_that_count(reply: str) -> list[str]:
    """Return the answers from the helpful figures; [""] if no figure helps. `reply` is that of `ask_each_figure`."""
    try:
        pairs = [(str(pair["helps"]), str(pair["answer"])) for pair in json.loads(reply)]
    except (ValueError, TypeError, KeyError):
        return [""]
    return [direct_answer(said) for helps, said in pairs if not _refuses(helps)] or [""]


def _refuses(reply: str) -> bool:
    words = reply.lower().replace(",", " ").replace(".", " ").split()
    return words[:1] == ["no"]


def _ask(calls: ModelCalls, task: str, question: str, picture: Picture) -> str:
    caption = " ".join(picture.caption.split())
    text = "\n".join([task, f"Caption: {caption}", f"Question: {question}"])
    return calls.ask(text, images=shown((picture,)))
