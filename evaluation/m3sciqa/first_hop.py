"""M3SciQA's first hop as a task: rankings by citehop or by baselines, the released rankings, and the gold papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ...agent.llm.roles import Models
from ...errors import ConfigurationError
from ..baselines.paper_rankers import rank_by_baseline
from ..baselines.protocol_prompts import load_prompts
from ..benchmarks.request import TaskRequest
from ..common.engine import ENGINE, engine_models, engine_workers, in_clusters
from ..evaluate import Batch
from ..prepared_task import PreparedTask
from ..reports.report import READ_RIGHT
from ..runs.resumable_jsonl import code_key, run_key
from ..types import Example, Prediction
from .engine import paper_rows, rank_with_engine
from .options import (
    M3SciQAOptions,
    RankingSpec,
    parse_ranking,
)
from .release import Release, build_manifest, combined_examples, read_object, visual_examples
from .scoring import COMBINED, FILE_ORDER, score_ranking, score_reading, show_ranking

Answer = Callable[[Models | None], Batch]


def prepare_ranking(request: TaskRequest, release: Release) -> PreparedTask:
    """Prepare the task of ranking the candidates for the question about each figure."""
    options: M3SciQAOptions = request.options
    spec = parse_ranking(options.ranking)
    if not spec.asks_model:
        request = replace(request, settings=replace(request.settings, model="", vision_model=""))
    if spec.needs_model and not request.settings.model:
        raise ConfigurationError(f"ranking {spec} needs a model that sees figures: set model (--model)")
    warnings = list(release.warnings)
    examples = request.select(_examples_to_rank(options, release, warnings))
    ours = spec.name == "ours"
    is_published = (options.questions, options.search) == ("test", "visual")
    answer, code, models = _ranker(request, release, spec, examples)
    notes = [COMBINED] if options.search == "combined" else []
    if spec.name == "baseline:multimodal" and options.protocol == "paper":
        notes.append(FILE_ORDER)
    return PreparedTask(
        title=f"M3SciQA, first hop: from a figure to the cited paper, ranking {spec}",
        manifest=build_manifest(request, release, code, models=models),
        examples=examples,
        answer=answer,
        score=score_reading if ours else score_ranking,
        headline="MRR",
        columns=(
            "MRR", "recall@1", "recall@3", "recall@5", "nDCG@3", "nDCG@5", *([READ_RIGHT] if ours else []),
        ),
        by=("modal", "type"),
        show=show_ranking,
        published="rank, test" if is_published else "",
        notes=tuple(notes),
        warnings=tuple(warnings),
        stage="index papers, read figure, rank" if ours else "rank",
    )  # fmt: skip


def _ranker(
    request: TaskRequest, release: Release, spec: RankingSpec, examples: Sequence[Example]
) -> tuple[Answer, str, Sequence[tuple[str, str]]]:
    """Return the ranker, the key of its code, and (role, name) of each model that it uses besides the answering
    model.
    """
    options: M3SciQAOptions = request.options
    settings = request.settings
    if spec.name == "ours":

        def rank(models: Models | None) -> Batch:
            system = rank_with_engine(models, options.search)
            return in_clusters(system, rows_of(release, request), settings, engine_workers(settings, models))

        return rank, code_key(ENGINE), engine_models(request)
    if spec.name in ("released", "gold"):
        return (
            _look_up(_given_rankings(spec, release, examples)),
            code_key(("evaluation/m3sciqa",)),
            (),
        )
    prompts = load_prompts(options.prompts)
    ranker = rank_by_baseline(spec, settings, prompts, ids_in_reply=options.protocol == "paper")
    code = run_key(code_key(("evaluation/baselines",)), prompts.version)
    return ranker.answer, code, ranker.models


def rows_of(release: Release, request: TaskRequest) -> Callable[[Example], Sequence[Mapping[str, object]]]:
    """Return a function that returns the papers of an example's cluster: titles, abstracts and, unless ablated, full
    texts.
    """
    from ..ablations import Ablation

    def rows(example: Example) -> Sequence[Mapping[str, object]]:
        bare = request.ablation is Ablation.TITLES
        return paper_rows(example.documents, (lambda _: ()) if bare else release.sections)

    return rows


def _examples_to_rank(options: M3SciQAOptions, release: Release, warnings: list[str]) -> list[Example]:
    """Return examples whose question is the first hop's and whose answer is the name in the figure."""
    if options.questions in (None, "locality"):
        return visual_examples(release, warnings)
    return [
        replace(example, answers=(example.tag("name"),), oracle=(), evidence="")
        for example in combined_examples(release, options.questions, warnings)
    ]


def _given_rankings(
    spec: RankingSpec, release: Release, examples: Sequence[Example]
) -> Mapping[str, tuple[str, ...]]:
    """Return the released rankings as ids of candidates, or the gold papers, by example id."""
    if spec.name == "gold":
        return {example.id: example.gold for example in examples}
    return released_rankings(release, examples)


def released_rankings(release: Release, examples: Sequence[Example]) -> Mapping[str, tuple[str, ...]]:
    """Map the id of each example to its released ranking, as ids of candidates."""
    table = read_object(release.root / "retrieval_paper.json")
    return {
        example.id: tuple(
            key
            for arxiv in table.get(example.tag("visual"), ())
            for key in release.ids(example.group, str(arxiv))
        )
        for example in examples
    }


def _look_up(rankings: Mapping[str, tuple[str, ...]]) -> Answer:
    def batch(examples: Sequence[Example]) -> Iterable[Prediction]:
        return (Prediction(example.id, rankings[example.id]) for example in examples)

    return lambda _: batch
