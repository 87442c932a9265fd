"""Second hops and wordings by a language model, with answers in two rounds, as M3SciQA's (Li et al., EMNLP 2024, 2.3)."""

from __future__ import annotations

from collections.abc import Sequence

from ...agent.llm.errors import ContextWindowError, ModelReplyError
from ...agent.llm.prompting import fence
from ...agent.llm.structured import first_object
from ...agent.llm.types import LLM, Message, Request
from ...papers.types import Paper
from ..benchmarks.common.tokens import cut_to_tokens
from ..benchmarks.spiqa.make import paragraphs
from ..judges.equivalence import judge_answer
from .reference import PassageSentence
from .types import QuestionPair, ReferenceQuestion

# The reasoning types of reference-based questions in M3SciQA (its Table 7), in other words.
REASONING_TYPES = {
    "Conceptual Understanding": "an essential concept, theory or definition of the paper",
    "Methodological Analysis": "how the study was done, what its method achieves and where it ends",
    "Results and Data Interpretation": "what the results and statistics that the text states show",
    "Implications and Inferences": "what follows from the results, and where they can be used",
    "Critical Analysis": "the soundness of the reasoning, the evidence and the conclusions",
}
_TEXT_TOKENS = 12_000  # of a paper, where the model's context is unknown
_REPLY_TOKENS = 400
_ASK = """Write one question with a short answer about a detail of the paper below, for an expert of its field. It asks about
{aim}, can be answered from the text alone, and does not name the paper, its method or its authors. Quote the sentence of the
paper that answers it, word for word.
Reply with one JSON object: {{"question": "...", "answer": "...", "quote": "..."}}"""
_ANSWER = """Answer a question about the paper below, briefly and from its text alone; where it has no answer: I don't know.
Reply with the answer alone."""
_WORD = """Combine two questions into one fluent question. The first leads from a figure to a paper, the second asks about that
paper. Keep the label of the figure and everything that both ask; add nothing and answer nothing.
Reply with one JSON object: {"question": "..."}"""


def write_reference_questions(
    llm: LLM, paper: Paper, sentences: Sequence[PassageSentence]
) -> tuple[ReferenceQuestion, ...]:
    """A question of each reasoning type about `paper`, as far as the model's quote is one of `sentences`, and its second answer,
    from the paper without the first, means the same as the first."""
    limit = (llm.context or 2 * _TEXT_TOKENS) // 2
    text = fence(cut_to_tokens("\n\n".join(paragraphs(paper)), limit))
    found: dict[str, ReferenceQuestion] = {}
    for kind, aim in REASONING_TYPES.items():
        fields = first_object(_complete(llm, f"{_ASK.format(aim=aim)}\n\n{text}"))
        question, answer, quote = (_line(fields.get(name)) for name in ("question", "answer", "quote"))
        source = _find_quoted(quote, sentences)
        if not question.endswith("?") or not answer or source is None:
            continue
        again = _line(_complete(llm, f"{_ANSWER}\n\n{text}\n\nQuestion: {question}"))
        if again and judge_answer(llm, question, answer, again).score == 1.0:
            found[question] = ReferenceQuestion(question, answer, source.text, source.page, kind)
    return tuple(found.values())


def word_question(llm: LLM, pair: QuestionPair) -> str:
    """The question of `pair` in the model's words; its own where those lack the label of the figure or contain either answer."""
    parts = f"First: {pair.visual.question}\nSecond: {pair.reference.question}"
    worded = _line(first_object(_complete(llm, f"{_WORD}\n\n{fence(parts)}")).get("question"))
    folded = worded.lower()
    gives_away = any(
        text.lower() in folded for text in (pair.visual.name, pair.reference.answer) if len(text) > 1
    )
    complete = pair.label in worded and worded.endswith("?")
    return worded if complete and not gives_away else pair.question


def _find_quoted(quote: str, sentences: Sequence[PassageSentence]) -> PassageSentence | None:
    """The sentence that contains `quote`, or that it contains; None for a quote that is not in the paper."""
    if not quote:
        return None
    return next((s for s in sentences if quote in s.text or (len(s.text) > 20 and s.text in quote)), None)


def _complete(llm: LLM, prompt: str) -> str:
    """The model's reply; "" for a refused, cut or overlong exchange."""
    try:
        request = Request((Message("user", prompt),), max_tokens=_REPLY_TOKENS, label="make-questions")
        return llm.complete(request).text
    except (ModelReplyError, ContextWindowError):
        return ""


def _line(value: object) -> str:
    return " ".join(str(value or "").split())
