"""M3SciQA's first hop as a task: rankings computed by citehop, released ones, or perfect ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ....agent.llm.roles import Models
from ...evaluate import Batch, one_by_one
from ...prepared_task import PreparedTask
from ...reports.report import READ_RIGHT
from ...runs.resumable_jsonl import code_key
from ...types import Example, Prediction
from ..request import TaskRequest
from .options import FIRST, Candidates, M3SciQAOptions, Questions, Ranking, Search
from .questions import build_manifest, combined_examples, visual_examples
from .rank import rank_candidates, rank_with_models
from .release import Release, read_object
from .scoring import score_ranking, score_reading
from .tables import LEAK, show_ranking


def prepare_ranking(request: TaskRequest, release: Release) -> PreparedTask:
    """The task of ranking the candidates of each figure's question."""
    options: M3SciQAOptions = request.options
    ours = options.ranking is Ranking.OURS
    if not ours:
        request = replace(request, settings=replace(request.settings, model="", vision_model=""))
    warnings = list(release.warnings)
    examples = request.select(_examples_to_rank(options, release, warnings))
    return PreparedTask(
        title="M3SciQA, first hop: from a figure to the cited paper",
        manifest=build_manifest(request, release, code_key(("papers", "figures", "retrieval"))),
        examples=examples,
        answer=_ranker(request) if ours else _look_up(_given_rankings(options, release, examples)),
        score=score_reading if ours else score_ranking,
        headline="MRR",
        columns=("MRR", "recall@1", "recall@3", "recall@5", "nDCG@5", READ_RIGHT),
        by=("modal", "type"),
        show=partial(show_ranking, options),
        notes=(LEAK,) if options.search is Search.COMBINED else (),
        warnings=tuple(warnings),
    )


def _ranker(request: TaskRequest) -> Callable[[Models | None], Batch]:
    settings, two_hops = request.settings, request.options.search is Search.COMBINED

    def answer(models: Models | None) -> Batch:
        if models is None:
            return partial(rank_candidates, settings=settings, two_hops=two_hops)
        return one_by_one(rank_with_models(models, settings, two_hops), settings.model_concurrency)

    return answer


def _examples_to_rank(options: M3SciQAOptions, release: Release, warnings: list[str]) -> list[Example]:
    """Examples whose question is the query of the ranking and whose answer is the name in the figure."""
    if options.questions in (None, Questions.LOCALITY):
        examples = visual_examples(release, warnings)
    else:
        examples = [
            replace(
                example,
                question=example.question if options.search is Search.COMBINED else example.tag("visual"),
                answers=(example.tag("name"),),
                oracle=(),
                evidence="",
            )
            for example in combined_examples(release, options.questions, warnings)
        ]
    if options.candidates is Candidates.FIRST_20:
        examples = [replace(example, documents=example.documents[:FIRST]) for example in examples]
    return examples


def _given_rankings(
    options: M3SciQAOptions, release: Release, examples: Sequence[Example]
) -> Mapping[str, tuple[str, ...]]:
    """The released rankings in the candidates' ids, or the gold papers; by id of the example."""
    if options.ranking is Ranking.GOLD:
        return {example.id: example.gold for example in examples}
    table = read_object(release.root / "retrieval_paper.json")
    return {
        example.id: tuple(
            key
            for arxiv in table.get(example.tag("visual"), ())
            for key in release.ids(example.group, str(arxiv))
        )
        for example in examples
    }


def _look_up(rankings: Mapping[str, tuple[str, ...]]) -> Callable[[Models | None], Batch]:
    def batch(examples: Sequence[Example]) -> Iterable[Prediction]:
        return (Prediction(example.id, rankings[example.id]) for example in examples)

    return lambda _: batch
