"""Baseline of M3SciQA's second hop: the procedure of its reference code, with prompts in our own words or a user's.

The papers' text is cut into chunks of characters. The model answers from each chunk separately, and one more call
combines the answers. That call is skipped if only one chunk gave an answer. The answer in a reply is either extracted
by a second model, as in the reference code, or parsed, which costs no call.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ...agent.llm.roles import Models
from ...agent.llm.types import LLM
from ..common.model_calls import ModelCalls
from ..common.replies import last_fields
from ..evaluate import System
from ..judges.equivalence import admits_ignorance
from ..m3sciqa.options import RankingSpec
from ..types import AnswerQuote, Document, Example, GivenGoldAnswer, Prediction
from .multimodal_ranker import rank_with_multimodal
from .protocol_prompts import ProtocolPrompts

CHUNK, OVERLAP = 10_000, 50  # characters; the reference code's defaults
TEMPERATURE = 0.1  # the reference code's
UNKNOWN_ANSWER = "I don't know"
_REPLY_TOKENS = 600


def read_papers(
    llm: LLM,
    prompts: ProtocolPrompts,
    example: Example,
    documents: Sequence[Document],
    *,
    extractor: LLM | None = None,
) -> Prediction:
    """Answer `example` from the whole text of `documents`, or from the model's memory if there is no text.

    `extractor` is a model that extracts each answer from its reply; with None, replies are parsed.
    """
    calls = ModelCalls(llm, "", _REPLY_TOKENS, TEMPERATURE)
    system = prompts.fill("read_system")

    def ask(name: str, material: str = "") -> tuple[str, str]:
        """Return (answer, quote) from the reply to prompt `name`."""
        values = {"question": example.question} | ({"material": material} if material else {})
        calls.llm = llm
        answer, quote = _said(
            calls.ask(prompts.fill(name, **values), system=system, label=prompts.label(name))
        )
        if extractor is not None:
            calls.llm = extractor
            extract = prompts.fill("extract", reply=calls.replies[-1].text)
            answer = " ".join(calls.ask(extract, system=system, label=prompts.label("extract")).split())
        return answer, quote

    chunks = split_chunks(documents)
    said = [ask("read", chunk) for chunk in chunks] or [ask("recall")]
    known = [(text, quote) for text, quote in said if text and not admits_ignorance(text)]
    final = known[0][0] if known else UNKNOWN_ANSWER
    if len(known) > 1:
        readers = "\n".join(f"{number}. {text}" for number, (text, _) in enumerate(known, 1))
        final = ask("join", readers)[0] or final
    return Prediction(
        example.id,
        answer=final if chunks else said[0][0],
        reply=calls.replies[-1].text,
        shown=tuple(document.id for document in documents if as_text(document)),
        quotes=find_quotes([quote for _, quote in known], documents),
        usage=calls.usage,
    )


def split_chunks(documents: Sequence[Document]) -> list[str]:
    """Return the titles and texts of all documents as chunks of `CHUNK` characters that overlap by `OVERLAP`; []
    without text.
    """
    text = "\n".join(filter(None, map(as_text, documents)))
    starts = range(0, max(1, len(text) - OVERLAP), CHUNK - OVERLAP) if text else ()
    return [text[start : start + CHUNK] for start in starts]


def as_text(document: Document) -> str:
    """Return the title and text of a document as the model reads them; "" if both are empty."""
    return "\n".join(part for part in (document.title and f"Title: {document.title}", document.text) if part)


def find_quotes(quotes: Sequence[str], documents: Sequence[Document]) -> tuple[AnswerQuote, ...]:
    """Return the `quotes` that occur in a document, in the document's own wording.

    White space and upper or lower case are ignored.
    """
    found = []
    for quote in quotes:
        pattern = r"\s+".join(map(re.escape, quote.split()))
        for document in documents if pattern else ():
            match = re.search(pattern, document.text, re.IGNORECASE)
            if match:
                found.append(AnswerQuote(document.id, match[0]))
                break
    return tuple(dict.fromkeys(found))


def _said(reply: str) -> tuple[str, str]:
    """Return (answer, quote) from the last JSON object of a reply that has an answer.

    Without such an object, the whole reply is the answer and the quote is "".
    """
    fields = last_fields(reply, "answer")
    if fields is None:
        return " ".join(reply.split()), ""
    return " ".join(str(fields["answer"] or "").split()), str(fields.get("quote") or "")


ReadPapers = Callable[[Example, Sequence[str]], Sequence[Document]]


def answer_by_protocol(
    models: Models,
    prompts: ProtocolPrompts,
    read: ReadPapers,
    ranking: RankingSpec | Callable[[Example], Sequence[str]],
    *,
    extractor: LLM | None = None,
    with_gold: bool = False,
) -> System:
    """Return a system that ranks papers and answers from the papers that `read` returns for the ranking.

    `ranking` says how to rank, or returns ranked ids for an example. `extractor` is a model that extracts the answers
    from the replies; with None, replies are parsed. With `with_gold`, each question is asked once more with the gold
    paper alone.
    """
    answer_from = partial(read_papers, models.text, prompts, extractor=extractor)

    def answer(example: Example) -> Prediction:
        if isinstance(ranking, RankingSpec):
            ranked = rank_with_multimodal(
                models.vision, example, prompts, ranking.scheme, ranking.size, ids_in_reply=True
            )
        else:
            ranked = Prediction(example.id, tuple(ranking(example)))
        found = answer_from(example, read(example, ranked.ranking))
        usage = ranked.usage + found.usage
        gold = None
        if with_gold:
            begun = time.perf_counter()
            alone = answer_from(example, read(example, example.gold[:1]))
            gold = GivenGoldAnswer(alone.answer, round(time.perf_counter() - begun, 3), alone.usage)
        return replace(found, ranking=ranked.ranking, usage=usage, given_gold=gold)

    return answer
