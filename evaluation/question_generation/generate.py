"""Generate questions from clusters: read figures, link names to cited papers, ask questions, filter and select."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...agent.llm.types import LLM
from ...agent.session import Session
from ...papers.clusters.cluster import Cluster
from ...papers.types import Figure
from ..reports.formats import program, write_sheet
from ..runs.resumable_jsonl import OnProgress, run_key
from ..types import EvaluationProgress
from .baselines import BASELINES, TEXT_BASELINES, FigurelessBaselines, needs_figure
from .cluster_reader import ClusterReader, word_question
from .select import Candidate, FigureKey, SingleQuestions, select_pairs, select_singles
from .types import QuestionPair, ReferenceQuestion, SingleQuestion, Style, VisualQuestion, combine


@dataclass(frozen=True, slots=True)
class GeneratedQuestions:
    """Generated question pairs, and questions about single figures and texts.

    `dropped` counts the dropped candidates by reason. `answered` counts, for each baseline, the pairs that it answers
    out of the `tried` pairs.
    """

    pairs: tuple[QuestionPair, ...]
    dropped: Counter[str]
    tried: int
    answered: Counter[str]
    figures: SingleQuestions
    texts: SingleQuestions


def generate_questions(
    sessions: Sequence[Session],
    *,
    count: int = 0,
    seed: int = 0,
    llm: LLM | None = None,
    progress: OnProgress | None = None,
) -> GeneratedQuestions:
    """Return at most `count` question pairs (0: all), and as many questions about single figures and about texts.

    A pair is about a paper in `sessions` and another paper there that it cites. With `llm`, the model writes the
    second hops and the wording of pairs. Without it, the same clusters, `count` and `seed` give the same questions.
    `progress` gets the papers whose figures are read, then the questions that are checked.
    """
    readers = {session.cluster.name: ClusterReader(session, llm) for session in sessions}
    _read_figures(readers, progress)
    checked = 0

    def check() -> None:
        nonlocal checked
        checked += 1
        if progress:
            progress(EvaluationProgress("check questions", checked, 0))

    def answered_by(one: SingleQuestion) -> tuple[str, ...]:
        check()
        return readers[one.cluster].answered_by(one)

    def singles(style: Style) -> SingleQuestions:
        of = ClusterReader.figure_questions if style == "figure" else ClusterReader.text_questions
        candidates = [question for reader in readers.values() for question in of(reader)]
        names = TEXT_BASELINES if style == "figure" else TEXT_BASELINES[1:]
        return select_singles(
            candidates, answered_by, names, strict=style == "figure", seed=seed, count=count,
        )  # fmt: skip

    made = _generate_pairs(readers, seed, count, check)
    if llm is not None:
        made = replace(
            made, pairs=tuple(_reword(pair, llm, readers[pair.cluster].baselines) for pair in made.pairs)
        )
    return replace(made, figures=singles("figure"), texts=singles("text"))


def _read_figures(readers: Mapping[str, ClusterReader], progress: OnProgress | None) -> None:
    """Let each reader read the figures of all its papers, which takes most of the time."""
    papers = [(reader, paper_id) for reader in readers.values() for paper_id in reader.cluster.paper_ids]
    for done, (reader, paper_id) in enumerate(papers, 1):
        reader.read_figures(paper_id)
        if progress:
            progress(EvaluationProgress("read figures", done, len(papers)))


def _generate_pairs(
    readers: Mapping[str, ClusterReader], seed: int, count: int, check: Callable[[], None]
) -> GeneratedQuestions:
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
            check()
            tried[built.id] = readers[cluster].baselines.find_answering(
                built.question, anchor, visual.cited, reference.quote
            )
            answered.update(tried[built.id])
        by = tried[built.id]
        return replace(built, answered_by=by, difficulty=len(BASELINES) - len(by))

    pairs, dropped = select_pairs(
        candidates,
        lambda key, visual: readers[key[0]].second_hops(visual.cited),
        pair,
        lambda built: needs_figure(built.answered_by),
        seed=seed,
        count=count,
    )
    none = SingleQuestions((), Counter(), 0, Counter())
    return GeneratedQuestions(tuple(pairs), dropped, len(tried), answered, none, none)


def _reword(pair: QuestionPair, llm: LLM, baselines: FigurelessBaselines) -> QuestionPair:
    """Return `pair` in the model's words, or unchanged if a baseline would then answer it without the figure."""
    question = word_question(llm, pair)
    by = baselines.find_answering(question, pair.anchor, pair.visual.cited, pair.reference.quote)
    if not needs_figure(by):
        return pair
    return replace(pair, question=question, answered_by=by, difficulty=len(BASELINES) - len(by))


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
    """Map each visual question to the ids of all papers, ranked by BM25 over titles and abstracts, best first."""
    readers = {session.cluster.name: ClusterReader(session) for session in sessions}
    return {
        pair.visual.question: readers[pair.cluster].baselines.rank_papers(pair.visual.question, pair.anchor)
        for pair in pairs
    }


def write_data_sheet(
    folder: Path,
    clusters: Mapping[str, Cluster],
    made: GeneratedQuestions,
    *,
    seed: int,
    count: int,
    model: str = "",
) -> None:
    """Write the data sheet: papers and licenses behind the questions, seed, versions, balance and baselines."""
    used = {(p.cluster, paper) for p in made.pairs for paper in (p.anchor, p.visual.cited)}
    used |= {(one.cluster, one.paper) for part in (made.figures, made.texts) for one in part.questions}
    anchors = len({(p.cluster, p.anchor) for p in made.pairs})
    pairs = [(f"{p.visual.kind}, {p.visual.operation}", p.difficulty, p.answered_by) for p in made.pairs]
    writer = f"second hops and wording by {model}" if model else "without a language model"
    introduction = (
        f"Generated by {program()}, {writer}; seed {seed}, count {count or 'all'}. retrieval_paper.json holds the "
        "rankings of BM25 over titles and abstracts."
    )
    lines = [
        *_section(
            f"Two-hop questions of {anchors} anchors",
            pairs,
            made.dropped,
            made.tried,
            made.answered,
            BASELINES,
        ),
        *_section("Questions about one figure", *_describe(made.figures), TEXT_BASELINES),
        *_section("Questions about texts", *_describe(made.texts), TEXT_BASELINES[1:]),
    ]
    papers = (clusters[cluster].paper(paper) for cluster, paper in sorted(used))
    write_sheet(folder, introduction, lines, papers)


Described = tuple[str, int, tuple[str, ...]]
"""Kind, difficulty, and the baselines that answer a question without the figure."""


def _describe(made: SingleQuestions) -> tuple[list[Described], Counter[str], int, Counter[str]]:
    described = [(f"{one.kind}, {one.operation}", one.difficulty, one.answered_by) for one in made.questions]
    return described, made.dropped, made.tried, made.answered


def _section(
    title: str,
    questions: Sequence[Described],
    dropped: Counter[str],
    tried: int,
    answered: Counter[str],
    baselines: Sequence[str],
) -> Iterator[str]:
    yield from (f"## {title}: {len(questions)}", "")
    yield from (f"- {kind}: {n}" for kind, n in sorted(Counter(kind for kind, _, _ in questions).items()))
    yield from (f"- difficulty {d}: {n}" for d, n in sorted(Counter(d for _, d, _ in questions).items()))
    yield from (f"- dropped, {reason}: {number}" for reason, number in sorted(dropped.items()))
    yield from ("", "| baseline | share answered of those tried | of those kept |", "|---|---|---|")
    for name in baselines:
        kept = sum(name in by for _, _, by in questions) / max(len(questions), 1)
        yield f"| {name} | {answered[name] / max(tried, 1):.3f} of {tried} | {kept:.3f} of {len(questions)} |"
    yield ""
