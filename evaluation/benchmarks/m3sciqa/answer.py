"""M3SciQA's second hop: an answer from the text of ranked papers.

With a model, the procedure of the reference code in our own words: the papers' text in chunks of characters, each asked
by itself, the answers put together by one more call. Two differences: what a chunk answered is parsed, not extracted by a
second model; and there is nothing to put together where only one chunk knew an answer. Without a model, the sentence of
the papers that answers best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ....agent.answerers.sentence_ranking import score_sentences
from ....agent.llm.prompting import Prompt, fence
from ....agent.llm.types import LLM, Message, Reply, Request
from ....agent.types import Usage
from ....agent.verification.sentences import sentences_of
from ....figures.question.decompose import split_hops
from ....indexes.types import Chunk
from ....papers.types import BBox
from ...judges.equivalence import admits_ignorance
from ...judges.reply_fields import last_fields
from ...types import AnswerQuote, Document, Example, Prediction

CHUNK, OVERLAP = 10_000, 50  # characters; the reference code's defaults
TEMPERATURE = 0.1  # the reference code's
_REPLY_TOKENS = 600
UNKNOWN_ANSWER = "I don't know"

_SYSTEM = "You are an expert in reading scientific papers."
READ = Prompt(
    "m3sciqa-read",
    """The question below has two parts. The first is about a figure and leads to a paper; it is settled, and you do not see
the figure. Answer the second part, what is asked about that paper, from the material, which is text of candidate papers.

Question:
$question

$material

Think step by step first. Then end with one JSON object: {"answer": "...", "quote": "..."}
The answer is short. The quote is one sentence, copied word for word from the material, that proves it. Where the
material does not answer the second part, the answer is "I don't know" and the quote is empty.""",
)
RECALL = Prompt(
    "m3sciqa-recall",
    """The question below has two parts. The first is about a figure and leads to a paper. No documents available: answer what
is asked about that paper from what you know.

Question:
$question

Think step by step first. Then end with one JSON object: {"answer": "..."}
The answer is short. If you do not know, it is "I don't know".""",
)
JOIN = Prompt(
    "m3sciqa-join",
    """The text of some papers was read in pieces. Each reader saw one piece and answered the second part of this question:
$question

$material

Put together one short answer from what the readers say, leaving out what contradicts the rest.
End with one JSON object: {"answer": "..."}""",
)


def answer_with(llm: LLM) -> Callable[[Example], Prediction]:
    """The system that answers from an example's documents with `llm`, or from memory where there is no text to read."""

    def answer(example: Example) -> Prediction:
        chunks = chunked(example.documents)
        if not chunks:
            reply = _ask(llm, RECALL, question=fence(example.question))
            return Prediction(example.id, answer=_said(reply.text)[0], reply=reply.text, usage=reply.usage)
        replies = [
            _ask(llm, READ, question=fence(example.question), material=fence(chunk)) for chunk in chunks
        ]
        said = [_said(reply.text) for reply in replies]
        known = [(text, quote) for text, quote in said if text and not admits_ignorance(text)]
        final = known[0][0] if known else UNKNOWN_ANSWER
        if len(known) > 1:
            readers = "\n".join(f"{number}. {text}" for number, (text, _) in enumerate(known, 1))
            replies.append(_ask(llm, JOIN, question=fence(example.question), material=fence(readers)))
            final = _said(replies[-1].text)[0] or final
        return Prediction(
            example.id,
            answer=final,
            reply=replies[-1].text,
            shown=tuple(document.id for document in example.documents if as_text(document)),
            quotes=found_in([quote for _, quote in known], example.documents),
            usage=sum((reply.usage for reply in replies), Usage()),
        )

    return answer


def answer_by_quote(example: Example) -> Prediction:
    """The system without a model: the sentence of the documents that answers the question's second part best."""
    passages = [
        Chunk(d.id, d.id, "paragraph", d.text, "", 1, BBox(0.0, 0.0, 0.0, 0.0))
        for d in example.documents
        if d.text
    ]
    best = score_sentences(split_hops(example.question).textual, sentences_of(passages), None)[:1]
    return Prediction(
        example.id,
        answer=best[0].sentence.text if best else "",
        shown=tuple(passage.paper_id for passage in passages),
        quotes=tuple(AnswerQuote(found.sentence.chunk.paper_id, found.sentence.text) for found in best),
    )


def chunked(documents: Sequence[Document]) -> list[str]:
    """Title and text of all documents, cut every `CHUNK` characters with `OVERLAP` in common; [] without any."""
    text = "\n".join(filter(None, map(as_text, documents)))
    starts = range(0, max(1, len(text) - OVERLAP), CHUNK - OVERLAP) if text else ()
    return [text[start : start + CHUNK] for start in starts]


def as_text(document: Document) -> str:
    """The text of a document that is read; "" for one of which nothing is known."""
    return "\n".join(part for part in (document.title and f"Title: {document.title}", document.text) if part)


def found_in(quotes: Sequence[str], documents: Sequence[Document]) -> tuple[AnswerQuote, ...]:
    """Those of `quotes` that occur in a document, white space aside, in the document's own words."""
    found = []
    for quote in quotes:
        pattern = r"\s+".join(map(re.escape, quote.split()))
        for document in documents if pattern else ():
            match = re.search(pattern, document.text, re.IGNORECASE)
            if match:
                found.append(AnswerQuote(document.id, match[0]))
                break
    return tuple(dict.fromkeys(found))


def _ask(llm: LLM, prompt: Prompt, **values: str) -> Reply:
    messages = (Message("system", _SYSTEM), Message("user", prompt.fill(**values)))
    return llm.complete(
        Request(messages, max_tokens=_REPLY_TOKENS, temperature=TEMPERATURE, label=prompt.version)
    )


def _said(reply: str) -> tuple[str, str]:
    """(answer, quote) of a reply: of its last JSON object with an answer, else all of it is the answer."""
    fields = last_fields(reply, "answer")
    if fields is None:
        return " ".join(reply.split()), ""
    return " ".join(str(fields["answer"] or "").split()), str(fields.get("quote") or "")
