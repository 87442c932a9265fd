"""M3SciQA's second hop, and both hops together, as a task: answers from the papers that a ranking puts first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ....agent.llm.types import LLM
from ....retrieval.linking.names import name_key
from ...ablations import Ablation, with_arm
from ...benchmark import Bench, Prepared
from ...benchmark import run as run_bench
from ...evaluate import Batch, one_by_one
from ...metrics.text import parse_text_metric
from ...runs.resumable_jsonl import OnProgress, code_key, run_key
from ...runs.run_folder import RunFolder
from ...types import Example, Prediction
from .answer import JOIN, READ, RECALL, answer_by_quote, answer_with, as_text
from .context import M3SciQAContext
from .first_hop import rank_task
from .options import Task
from .questions import combined_examples
from .release import Release
from .scoring import ROUGE, score_answer
from .tables import LEAK, show_answers

_UNRANKED = (
    Ablation.CLOSED_BOOK,
    Ablation.ORACLE_PAPER,
    Ablation.ORACLE_PASSAGE,
)  # arms that look at no ranking


def answer_task(job: M3SciQAContext, model: str, bertscore: str, progress: OnProgress | None) -> Prepared:
    """The task of answering with `model` ("": with a sentence of the papers), once the first hop is run as a run of its own.

    `bertscore` names a model for BERTScore, "" for none.
    """
    release, options, warnings = job.release, job.options, list(job.release.warnings)
    asked = combined_examples(release, options.questions, warnings)
    rankings = {} if options.arm in _UNRANKED else _rankings(job, progress)
    read = [_with_papers(release, example, rankings.get(example.id), options.papers) for example in asked]
    examples = with_arm(read, options.arm)
    code = (
        run_key(*(prompt.version for prompt in (READ, RECALL, JOIN)))
        if model
        else code_key(("agent", "evaluation/benchmarks/m3sciqa"))
    )
    ranked = run_key(*("\n".join(document.id for document in example.documents) for example in examples))
    manifest = job.manifest(code)
    metrics = (*ROUGE, *([parse_text_metric(f"BERTScore[{bertscore}]")] if bertscore else ()))
    bench = Bench(
        title="M3SciQA, both hops from the combined question"
        if options.task is Task.END_TO_END
        else "M3SciQA, second hop: from ranked papers to an answer",
        manifest=replace(
            manifest,
            files=(*manifest.files, ("ranked papers", ranked)),
            models=(("model", model),) if model else (),
        ),
        examples=tuple(examples),
        score=partial(score_answer, metrics=metrics),
        headline="ROUGE-L",
        by=("modal", "type", "reference type"),
        show=show_answers,
        notes=_notes(job, examples, model),
    )

    def batch(llm: LLM | None) -> Batch:
        system = answer_with(llm) if llm else answer_by_quote
        return _keeping(rankings, one_by_one(system, job.settings.model_concurrency if llm else 1))

    return Prepared(bench, batch, tuple(warnings))


def _rankings(job: M3SciQAContext, progress: OnProgress | None) -> Mapping[str, Prediction]:
    """What the first hop made of the same questions, run here unless it was run before."""
    arm = job.options.arm if job.options.arm is Ablation.SHUFFLED_FIGURES else Ablation.NONE
    first = rank_task(replace(job, options=replace(job.options, task=Task.RANK, arm=arm)))
    folder = RunFolder(job.settings.home_path / "runs" / first.bench.manifest.name)
    run_bench(first.bench, folder, first.batch(None), progress=progress)
    return folder.predictions


def _with_papers(release: Release, example: Example, ranked: Prediction | None, papers: int) -> Example:
    """`example` with the first papers of its ranking to read; records under one title are one paper."""
    titles = {document.id: document.title for document in example.documents}
    chosen: dict[str, str] = {}
    for key in ranked.ranking if ranked else ():
        chosen.setdefault(name_key(titles.get(key, "")) or key, key)
    return replace(
        example,
        documents=tuple(release.to_read(example.group, key) for key in list(chosen.values())[:papers]),
    )


def _keeping(rankings: Mapping[str, Prediction], batch: Batch) -> Batch:
    """`batch`, its predictions with the ranking and the reading that led to them."""

    def both(examples: Sequence[Example]) -> Iterable[Prediction]:
        for prediction in batch(examples):
            first = rankings.get(prediction.id, Prediction(prediction.id))
            yield replace(prediction, ranking=first.ranking, reading=first.reading)

    return both


def _notes(job: M3SciQAContext, examples: Sequence[Example], model: str) -> tuple[str, ...]:
    notes = []
    if job.options.task is Task.END_TO_END:
        notes.append(LEAK)
    if not job.release.full_texts and job.options.arm in (
        Ablation.NONE,
        Ablation.ORACLE_PAPER,
        Ablation.SHUFFLED_FIGURES,
    ):
        notes.append(
            "paper_full_content.json is not there: of each paper title and abstract were read, not its text."
        )
    papers = [paper for example in examples for paper in example.documents]
    if bare := sum(not as_text(paper) for paper in papers):
        notes.append(
            f"Of {len(papers)} papers to read {bare} are known by their id alone and were left out: where the gold paper is "
            "among the others it stands out."
        )
    if not model:
        notes.append("No model: each answer is the sentence of the papers that fits best.")
    return tuple(notes)
