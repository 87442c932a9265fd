"""Figures, cited papers and candidate questions of one cluster, each read once.

A language model may write the second hops and the wording of questions. It answers each of its questions twice, as in
the two rounds of M3SciQA (Li et al., EMNLP 2024, 2.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.llm.prompting import fence
from ...agent.llm.structured import first_object
from ...agent.llm.types import LLM
from ...agent.session import Session
from ...errors import CitehopError
from ...figures.read import read_data
from ...figures.types import FigureData, FigureName
from ...papers.types import Figure, Paper
from ...retrieval.linking.candidate_index import CandidateIndex, Link
from ..common.model_calls import NO_REPLY, ModelCalls
from ..common.pictures import cut_to_tokens
from ..judges.equivalence import judge_answer
from ..spiqa.make import paragraphs
from .baselines import FigurelessBaselines, TextBaselines
from .one_figure import ask_about_one_figure
from .reference import (
    SIZE,
    PassageSentence,
    ask_about_full_text,
    ask_about_table,
    ask_about_text,
    paper_sentences,
)
from .select import from_figure, from_text
from .types import QuestionPair, ReferenceQuestion, SingleQuestion, VisualQuestion
from .visual import ask_about_figure, link_surely

# The reasoning types of reference-based questions in M3SciQA (its Table 7), described in our own words.
REASONING_TYPES = {
    "Conceptual Understanding": "an essential concept, theory or definition of the paper",
    "Methodological Analysis": "how the study was done, what its method achieves and where it ends",
    "Results and Data Interpretation": "what the results and statistics that the text states show",
    "Implications and Inferences": "what follows from the results, and where they can be used",
    "Critical Analysis": "the soundness of the reasoning, the evidence and the conclusions",
}
_TEXT_TOKENS = 12_000  # tokens of a paper that are sent if the model's context is unknown
_REPLY_TOKENS = 400
_ASK = """Write one question with a short answer about a detail of the paper below, for an expert of its field. \
It asks about
{aim}, can be answered from the text alone, and does not name the paper, its method or its authors. Quote the \
sentence of the
paper that answers it, word for word.
Reply with one JSON object: {{"question": "...", "answer": "...", "quote": "..."}}"""
_ANSWER = """Answer a question about the paper below, briefly and from its text alone; where it has no answer: \
I don't know.
Reply with the answer alone."""
_WORD = """Combine two questions into one fluent question. The first leads from a figure to a paper, the second \
asks about that
paper. Keep the label of the figure and everything that both ask; add nothing and answer nothing.
Reply with one JSON object: {"question": "..."}"""


def write_reference_questions(
    llm: LLM, paper: Paper, sentences: Sequence[PassageSentence]
) -> tuple[ReferenceQuestion, ...]:
    """Let `llm` write a question of each reasoning type about `paper`.

    A question is kept if its quote is in one of `sentences` and if a second answer, which the model gives from the
    paper without seeing the first, means the same.
    """
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
    """Return the question of `pair` in the model's words.

    The original question is returned if the model's lacks the label of the figure or contains either answer.
    """
    parts = f"First: {pair.visual.question}\nSecond: {pair.reference.question}"
    worded = _line(first_object(_complete(llm, f"{_WORD}\n\n{fence(parts)}")).get("question"))
    folded = worded.lower()
    gives_away = any(
        text.lower() in folded for text in (pair.visual.name, pair.reference.answer) if len(text) > 1
    )
    complete = pair.label in worded and worded.endswith("?")
    return worded if complete and not gives_away else pair.question


def _find_quoted(quote: str, sentences: Sequence[PassageSentence]) -> PassageSentence | None:
    """Return the first sentence that contains `quote` or, if longer than 20 characters, is contained in it; None if
    there is none.
    """
    if not quote:
        return None
    return next((s for s in sentences if quote in s.text or (len(s.text) > 20 and s.text in quote)), None)


def _complete(llm: LLM, prompt: str) -> str:
    """Return the model's reply; "" if it was refused or cut off, or if the prompt was too long."""
    try:
        return ModelCalls(llm, "make-questions", _REPLY_TOKENS).ask(prompt)
    except NO_REPLY:
        return ""


def _line(value: object) -> str:
    return " ".join(str(value or "").split())


class ClusterReader:
    """Figures, cited papers and reference questions of one cluster, each read once."""

    def __init__(self, session: Session, llm: LLM | None = None) -> None:
        self.session, self.cluster, self._llm = session, session.cluster, llm
        self._data: dict[tuple[str, str], tuple[FigureData, float] | None] = {}
        self._questions: dict[str, tuple[ReferenceQuestion, ...]] = {}
        self._written: dict[str, tuple[ReferenceQuestion, ...]] = {}

    @cached_property
    def anchors(self) -> tuple[str, ...]:
        """The papers that cite another paper of the cluster, sorted by id."""
        return tuple(
            paper_id for paper_id in self.cluster.paper_ids if self.cluster.cited_papers.get(paper_id)
        )

    def cited(self, anchor: str) -> list[Paper]:
        """Return summaries of the papers that `anchor` cites, sorted by id."""
        return [paper for paper in self.cluster.summaries if paper.id in self.cluster.cited_papers[anchor]]

    def read_figures(self, paper_id: str) -> None:
        """Read the labeled figures of a paper now instead of when the first question about one is made."""
        for figure in self.cluster.paper(paper_id).figures:
            if figure.label:
                self._read(paper_id, figure)

    def figure_questions(self) -> Iterator[SingleQuestion]:
        """Yield questions about single figures of all papers. Figures that share their label with another are left
        out.
        """
        for paper in self.cluster.papers():
            labels = Counter(figure.label for figure in paper.figures)
            parts = {figure.continues for figure in paper.figures}
            for figure in paper.figures:
                whole = not figure.continues and figure.id not in parts
                if (
                    figure.label
                    and labels[figure.label] == 1
                    and whole
                    and (read := self._read(paper.id, figure))
                ):
                    for asked in ask_about_one_figure(figure, *read):
                        yield from_figure(self.cluster.name, paper, figure, asked)

    def text_questions(self) -> Iterator[SingleQuestion]:
        """Yield questions about the texts of all papers."""
        for paper in self.cluster.papers():
            for asked in self.reference_questions(paper.id):
                if asked.kind != "table":
                    yield from_text(self.cluster.name, paper, asked)

    def answered_by(self, question: SingleQuestion) -> tuple[str, ...]:
        """Return the baselines that answer a question about one figure or text without the figure."""
        paper = self.cluster.paper(question.paper)
        if question.style == "text":
            return self.text_baselines.find_quoting(paper, question.question, question.quote)
        figure = next(one for one in paper.figures if one.id == question.figure)
        read = self._read(paper.id, figure)
        sides = (read[0].rows, read[0].columns) if read else ()
        names = {name.text for side in sides for a in side.attributes for name in a.names if name.text}
        others = [name for name in names if name != question.answer and name not in question.question]
        return self.text_baselines.find_stating(paper, question.question, question.answer, others)

    @cached_property
    def text_baselines(self) -> TextBaselines:
        """The baselines that read the prose of one paper."""
        return TextBaselines(self.session)

    def visual_questions(self, anchor_id: str) -> list[tuple[Figure, VisualQuestion]]:
        """Return questions about the figures of a paper, each with its figure. Questions with identical wording are
        left out.
        """
        anchor, index = self.cluster.paper(anchor_id), CandidateIndex(self.cited(anchor_id))
        links: dict[FigureName, Link | None] = {}

        def link(name: FigureName) -> Link | None:
            if name not in links:
                links[name] = link_surely(name, index, anchor)
            return links[name]

        found = []
        for figure in anchor.figures:
            if figure.label and (read := self._read(anchor_id, figure)):
                found += [(figure, question) for question in ask_about_figure(figure, *read, link)]
        counts = Counter(question.question for _, question in found)
        return [item for item in found if counts[item[1].question] == 1]

    def second_hops(self, paper_id: str) -> tuple[ReferenceQuestion, ...]:
        """Return the reference questions that the model writes or, without a model, those that templates make.

        Template questions about sizes of data sets are left out because other papers state these sizes as well.
        """
        if self._llm is None:
            return tuple(one for one in self.reference_questions(paper_id) if one.kind != SIZE)
        if paper_id not in self._written:
            paper = self.cluster.paper(paper_id)
            self._written[paper_id] = write_reference_questions(self._llm, paper, paper_sentences(paper))
        return self._written[paper_id]

    def reference_questions(self, paper_id: str) -> tuple[ReferenceQuestion, ...]:
        """Return questions about the text and the tables of a paper."""
        if paper_id not in self._questions:
            paper = self.cluster.paper(paper_id)
            sentences = paper_sentences(paper)
            found = [*ask_about_text(sentences), *ask_about_full_text(sentences)]
            for figure in paper.figures:
                if figure.kind == "table" and figure.label and (read := self._read(paper_id, figure)):
                    found += ask_about_table(figure, read[0], sentences)
            self._questions[paper_id] = tuple({one.question: one for one in reversed(found)}.values())
        return self._questions[paper_id]

    @cached_property
    def baselines(self) -> FigurelessBaselines:
        """The figureless baselines over the papers of the cluster."""
        return FigurelessBaselines(self.session)

    def _read(self, paper_id: str, figure: Figure) -> tuple[FigureData, float] | None:
        """Return the data of a figure and the pixels per point of its image; None if it needs OCR or cannot be read."""
        key = (paper_id, figure.id)
        if key not in self._data:
            try:
                image = open_paper_figure(self.cluster, paper_id, figure) if figure.words else None
                readable = image is not None and (figure.kind == "table" or image.drawing is not None)
                data = read_data(image) if image and readable else None
                scale = image.pixels.width / max(figure.bbox.width, 1e-6) if image else 1.0
                self._data[key] = (data, scale) if data else None
            except CitehopError:
                self._data[key] = None
        return self._data[key]
