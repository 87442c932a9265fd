"""M3SciQA's first hop as a task: rankings made here, released ones, or perfect ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ...ablations import with_arm
from ...benchmark import Bench, Prepared
from ...evaluate import Batch
from ...reports.report import READ_RIGHT
from ...runs.resumable_jsonl import code_key
from ...types import Example, Prediction
from .context import M3SciQAContext
from .options import FIRST, Candidates, Questions, Ranking, Search
from .questions import combined_examples, visual_examples
from .rank import rank_candidates
from .release import read_object
from .scoring import score_ranking, score_reading
from .tables import LEAK, show_ranking


def rank_task(job: M3SciQAContext) -> Prepared:
    """The task of ranking the candidates of each figure's question."""
    options, warnings = job.options, list(job.release.warnings)
    examples = with_arm(_to_rank(job, warnings), options.arm)
    two_hops = options.search is Search.COMBINED
    batch: Batch = partial(rank_candidates, settings=job.settings, two_hops=two_hops)
    if options.ranking is not Ranking.OURS:
        batch = partial(_given, rankings=_given_rankings(job, examples))
    bench = Bench(
        title="M3SciQA, first hop: from a figure to the cited paper",
        manifest=job.manifest(code_key(("papers", "figures", "retrieval"))),
        examples=tuple(examples),
        score=score_reading if options.ranking is Ranking.OURS else score_ranking,
        headline="MRR",
        columns=("MRR", "recall@1", "recall@3", "recall@5", "nDCG@5", READ_RIGHT),
        by=("modal", "type"),
        show=partial(show_ranking, options),
        notes=(LEAK,) if two_hops else (),
    )
    return Prepared(bench, lambda _: batch, tuple(warnings))


def _to_rank(job: M3SciQAContext, warnings: list[str]) -> list[Example]:
    """Examples whose question is what is ranked by and whose answer is what the figure says."""
    release, options = job.release, job.options
    if options.questions is Questions.LOCALITY:
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


def _given_rankings(job: M3SciQAContext, examples: Sequence[Example]) -> Mapping[str, tuple[str, ...]]:
    """The released rankings in the candidates' ids, or the gold papers; by id of the example."""
    if job.options.ranking is Ranking.GOLD:
        return {example.id: example.gold for example in examples}
    table = read_object(job.release.root / "retrieval_paper.json")
    return {
        example.id: tuple(
            key
            for arxiv in table.get(example.tag("visual"), ())
            for key in job.release.ids(example.group, str(arxiv))
        )
        for example in examples
    }


def _given(examples: Sequence[Example], rankings: Mapping[str, tuple[str, ...]]) -> Iterable[Prediction]:
    for example in examples:
        yield Prediction(example.id, rankings[example.id])
