"""M3SciQA's second hop, and both hops together, as a task: answers from the best papers of a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ....agent.llm.roles import Models
from ....agent.llm.types import LLM
from ....retrieval.linking.names import name_key
from ...ablations import Ablation
from ...evaluate import Batch, one_by_one
from ...judges.equivalence import FIVE_POINTS, SAME_MEANING, JudgeScale
from ...metrics.text import parse_text_metric
from ...prepared_task import Grader, PreparedTask, run_task, scale_grader
from ...runs.resumable_jsonl import code_key, run_key
from ...runs.run_folder import RunFolder
from ...types import Example, Prediction
from ..request import TaskRequest
from .answer import JOIN, READ, RECALL, answer_by_quote, answer_with, as_text
from .first_hop import prepare_ranking
from .options import END_TO_END, RANK, M3SciQAOptions, Questions
from .questions import build_manifest, combined_examples
from .release import Release
from .scoring import ROUGE, score_answer
from .tables import LEAK, show_answers

_UNRANKED = (
    Ablation.CLOSED_BOOK,
    Ablation.ORACLE_PAPER,
    Ablation.ORACLE_PASSAGE,
)  # ablations that use no ranking


def prepare_answers(request: TaskRequest, release: Release) -> PreparedTask:
    """The task of answering, with the model or with a sentence of the papers, from the best papers of a ranking."""
    options: M3SciQAOptions = request.options
    warnings = list(release.warnings)
    questions = combined_examples(release, options.questions, warnings)
    rankings = {} if request.ablation in _UNRANKED else _run_ranking(request, release)
    read = [_with_papers(release, example, rankings.get(example.id), options.papers) for example in questions]
    examples = request.select(read)
    ranked = run_key(*("\n".join(document.id for document in example.documents) for example in examples))
    code = (
        run_key(*(prompt.version for prompt in (READ, RECALL, JOIN)))
        if request.model
        else code_key(("agent", "evaluation/benchmarks/m3sciqa"))
    )
    bertscore = [parse_text_metric(f"BERTScore[{options.bertscore}]")] if options.bertscore else []
    hidden = options.questions is Questions.TEST
    return PreparedTask(
        title="M3SciQA, both hops from the combined question"
        if request.task == END_TO_END
        else "M3SciQA, second hop: from ranked papers to an answer",
        manifest=build_manifest(request, release, code, [("ranked papers", ranked)]),
        examples=examples,
        answer=_answerer(request, rankings),
        score=partial(score_answer, metrics=(*ROUGE, *bertscore)),
        headline="ROUGE-L",
        by=("modal", "type", "reference type"),
        show=show_answers,
        graders=None if hidden else partial(_scale_graders, scale=_SCALES[options.scale]),
        notes=_notes(request, release, examples),
        warnings=tuple(warnings),
    )


_SCALES = {"0-1": SAME_MEANING, "1-5": FIVE_POINTS}


def _scale_graders(judge: LLM, scale: JudgeScale) -> list[Grader]:
    return [scale_grader(judge, scale)]


def _answerer(request: TaskRequest, rankings: Mapping[str, Prediction]) -> Callable[[Models | None], Batch]:
    def answer(models: Models | None) -> Batch:
        system = answer_with(models.text) if models else answer_by_quote
        workers = request.settings.model_concurrency if models else 1
        return _keep_first_hop(rankings, one_by_one(system, workers))

    return answer


def _run_ranking(request: TaskRequest, release: Release) -> Mapping[str, Prediction]:
    """Predictions of the first hop for the same questions, computed here without a model unless they were before."""
    shuffled = request.ablation is Ablation.SHUFFLED_FIGURES
    rank = prepare_ranking(
        replace(
            request,
            task=RANK,
            ablation=request.ablation if shuffled else Ablation.NONE,
            settings=replace(request.settings, model="", vision_model=""),
        ),
        release,
    )
    folder = RunFolder(request.settings.home_path / "runs" / rank.manifest.name)
    run_task(rank, folder, progress=request.progress)
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


def _keep_first_hop(rankings: Mapping[str, Prediction], batch: Batch) -> Batch:
    """`batch`, its predictions with the ranking and the reading of the first hop."""

    def both(examples: Sequence[Example]) -> Iterable[Prediction]:
        for prediction in batch(examples):
            first = rankings.get(prediction.id, Prediction(prediction.id))
            yield replace(prediction, ranking=first.ranking, reading=first.reading)

    return both


def _notes(request: TaskRequest, release: Release, examples: Sequence[Example]) -> tuple[str, ...]:
    notes = []
    if request.task == END_TO_END:
        notes.append(LEAK)
    if not release.full_texts and request.ablation in (
        Ablation.NONE,
        Ablation.ORACLE_PAPER,
        Ablation.SHUFFLED_FIGURES,
    ):
        notes.append("paper_full_content.json is missing: only title and abstract of each paper were read.")
    papers = [paper for example in examples for paper in example.documents]
    if bare := sum(not as_text(paper) for paper in papers):
        notes.append(
            f"Of {len(papers)} papers to read {bare} are known by their id alone and were left out, so a gold paper among "
            "the others is easier to recognise."
        )
    if not request.model:
        notes.append("No model: each answer is the sentence of the papers that fits best.")
    return tuple(notes)
