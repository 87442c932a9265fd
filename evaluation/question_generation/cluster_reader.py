"""Figures, cited papers and candidate questions of one cluster, each read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.llm.types import LLM
from ...agent.session import Session
from ...errors import CitehopError
from ...figures.read import read_data
from ...figures.types import FigureData, FigureName
from ...papers.types import Figure, Paper
from ...retrieval.linking.candidate_index import CandidateIndex, Link
from .baselines import FigurelessBaselines, TextBaselines
from .full_text import SIZE, ask_about_full_text
from .linked_names import link_surely
from .model_questions import write_reference_questions
from .one_figure import ask_about_one_figure
from .reference import ask_about_table, ask_about_text, paper_sentences
from .singles import from_figure, from_text
from .ticks import PLACE_OPERATIONS
from .types import ReferenceQuestion, SingleQuestion, VisualQuestion
from .visual import ask_about_figure


class ClusterReader:
    """Figures, cited papers and reference questions of one cluster, each read once."""

    def __init__(self, session: Session, llm: LLM | None = None) -> None:
        self.session, self.cluster, self._llm = session, session.cluster, llm
        self._data: dict[tuple[str, str], tuple[FigureData, float] | None] = {}
        self._questions: dict[str, tuple[ReferenceQuestion, ...]] = {}
        self._written: dict[str, tuple[ReferenceQuestion, ...]] = {}

    @cached_property
    def anchors(self) -> tuple[str, ...]:
        """Papers that cite another one of the cluster, sorted by id."""
        return tuple(
            paper_id for paper_id in self.cluster.paper_ids if self.cluster.cited_papers.get(paper_id)
        )

    def cited(self, anchor: str) -> list[Paper]:
        """Summaries of the papers that `anchor` cites, sorted by id."""
        return [paper for paper in self.cluster.summaries if paper.id in self.cluster.cited_papers[anchor]]

    def read_figures(self, paper_id: str) -> None:
        """Read the labelled figures of a paper now, not when the first question about one is made."""
        for figure in self.cluster.paper(paper_id).figures:
            if figure.label:
                self._read(paper_id, figure)

    def figure_questions(self) -> Iterator[SingleQuestion]:
        """Questions about single figures of all papers; a label that two figures of a paper have is left out."""
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
        """Questions about the texts of all papers."""
        for paper in self.cluster.papers():
            for asked in self.reference_questions(paper.id):
                if asked.kind != "table":
                    yield from_text(self.cluster.name, paper, asked)

    def answered_by(self, question: SingleQuestion) -> tuple[str, ...]:
        """The baselines without the figure that answer a question about one figure or text."""
        paper = self.cluster.paper(question.paper)
        if question.style == "text":
            return self.text_baselines.find_quoting(paper, question.question, question.quote)
        figure = next(one for one in paper.figures if one.id == question.figure)
        read = self._read(paper.id, figure)
        sides = (read[0].rows, read[0].columns) if read else ()
        names = {name.text for side in sides for a in side.attributes for name in a.names if name.text}
        others = [name for name in names if name != question.answer and name not in question.question]
        chosen = question.operation in PLACE_OPERATIONS
        return self.text_baselines.find_stating(
            paper, question.question, question.answer, others, chosen=chosen
        )

    @cached_property
    def text_baselines(self) -> TextBaselines:
        """The baselines that read the prose of one paper."""
        return TextBaselines(self.session)

    def visual_questions(self, anchor_id: str) -> list[tuple[Figure, VisualQuestion]]:
        """Questions about the figures of a paper; those that are worded alike are left out."""
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
        """The reference questions that the model writes, else those of the paper but for sizes of data sets, which other papers
        state as well."""
        if self._llm is None:
            return tuple(one for one in self.reference_questions(paper_id) if one.kind != SIZE)
        if paper_id not in self._written:
            paper = self.cluster.paper(paper_id)
            self._written[paper_id] = write_reference_questions(self._llm, paper, paper_sentences(paper))
        return self._written[paper_id]

    def reference_questions(self, paper_id: str) -> tuple[ReferenceQuestion, ...]:
        """Questions about the text and the tables of a paper."""
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
        """The baselines over the papers of the cluster."""
        return FigurelessBaselines(self.session)

    def _read(self, paper_id: str, figure: Figure) -> tuple[FigureData, float] | None:
        """The data of a figure and the pixels per point of its image; None where text recognition would be needed."""
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
