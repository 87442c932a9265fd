"""Generate two-hop questions from clusters: read figures, link names, ask about cited papers, filter and select."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.session import Session
from ...errors import CitehopError
from ...figures.read import read_data
from ...figures.types import FigureData, FigureName
from ...papers.types import Figure, Paper
from ...retrieval.linking.candidate_index import CandidateIndex
from ...retrieval.linking.link import Link
from ..runs.resumable_jsonl import run_key
from .baselines import BASELINES, FigurelessBaselines, needs_figure
from .linked_names import link_surely
from .reference import ask_about_table, ask_about_text, paper_sentences
from .select import Candidate, FigureKey, select_pairs
from .types import QuestionPair, ReferenceQuestion, VisualQuestion, combine


@dataclass(frozen=True, slots=True)
class GeneratedQuestions:
    """The pairs, the number of candidates dropped by reason, and of the `tried` pairs those that each baseline answers."""

    pairs: tuple[QuestionPair, ...]
    dropped: Counter[str]
    tried: int
    answered: Counter[str]


class ClusterReader:
    """Figures, cited papers and reference questions of one cluster, each read once."""

    def __init__(self, session: Session) -> None:
        self.session, self.cluster = session, session.cluster
        self._data: dict[tuple[str, str], tuple[FigureData, float] | None] = {}
        self._questions: dict[str, tuple[ReferenceQuestion, ...]] = {}

    @cached_property
    def anchors(self) -> tuple[str, ...]:
        """Papers that cite another one of the cluster, sorted by id."""
        return tuple(
            paper_id for paper_id in self.cluster.paper_ids if self.cluster.cited_papers.get(paper_id)
        )

    def cited(self, anchor: str) -> list[Paper]:
        """Summaries of the papers that `anchor` cites, sorted by id."""
        return [paper for paper in self.cluster.summaries if paper.id in self.cluster.cited_papers[anchor]]

    def visual_questions(self, anchor_id: str) -> list[tuple[Figure, VisualQuestion]]:
        """Questions about the figures of a paper; those that are worded alike are left out."""
        from .visual import ask_about_figure

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

    def reference_questions(self, paper_id: str) -> tuple[ReferenceQuestion, ...]:
        """Questions about the text and the tables of a paper."""
        if paper_id not in self._questions:
            paper = self.cluster.paper(paper_id)
            sentences = paper_sentences(paper)
            found = list(ask_about_text(sentences))
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


def generate_questions(sessions: Sequence[Session], *, count: int = 0, seed: int = 0) -> GeneratedQuestions:
    """At most `count` question pairs (0: all) about the papers of `sessions` that cite another paper of theirs.

    The same clusters, `count` and `seed` give the same questions.
    """
    readers = {session.cluster.name: ClusterReader(session) for session in sessions}
    figures: dict[FigureKey, Figure] = {}
    candidates: list[Candidate] = []
    for name, reader in readers.items():
        for anchor in reader.anchors:
            for figure, visual in reader.visual_questions(anchor):
                figures[name, anchor, figure.id] = figure
                candidates.append(((name, anchor, figure.id), visual))
    answered: Counter[str] = Counter()
    tried: dict[str, tuple[str, ...]] = {}

    def pair(key: FigureKey, visual: VisualQuestion, reference: ReferenceQuestion) -> QuestionPair:
        cluster, anchor, _ = key
        built = _build_pair(key, figures[key], visual, reference)
        if built.id not in tried:
            tried[built.id] = readers[cluster].baselines.find_answering(
                built.question, anchor, visual.cited, reference.quote
            )
            answered.update(tried[built.id])
        by = tried[built.id]
        return replace(built, answered_by=by, difficulty=len(BASELINES) - len(by))

    pairs, dropped = select_pairs(
        candidates,
        lambda key, visual: readers[key[0]].reference_questions(visual.cited),
        pair,
        lambda built: needs_figure(built.answered_by),
        seed=seed,
        count=count,
    )
    return GeneratedQuestions(tuple(pairs), dropped, len(tried), answered)


def _build_pair(
    key: FigureKey, figure: Figure, visual: VisualQuestion, reference: ReferenceQuestion
) -> QuestionPair:
    question = combine(visual, figure.label, reference)
    return QuestionPair(
        run_key(*key, question),
        *key,
        figure.label,
        figure.kind,
        figure.page,
        figure.bbox,
        visual,
        reference,
        question,
    )


def rank_by_abstracts(sessions: Sequence[Session], pairs: Sequence[QuestionPair]) -> dict[str, list[str]]:
    """Ids of the papers for each visual question, by BM25 over titles and abstracts, best first."""
    readers = {session.cluster.name: ClusterReader(session) for session in sessions}
    return {
        pair.visual.question: readers[pair.cluster].baselines.rank_papers(pair.visual.question, pair.anchor)
        for pair in pairs
    }
