"""M3SciQA's tasks. Answers to both hops come from citehop or from a baseline that follows the paper's protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ...agent.llm.roles import Models
from ...agent.llm.types import LLM
from ...errors import ConfigurationError
from ...retrieval.linking.names import name_key
from ..ablations import Ablation
from ..baselines.paper_protocol import answer_by_protocol
from ..baselines.protocol_prompts import load_prompts
from ..benchmarks.request import HELPER, TaskRequest
from ..common.engine import ENGINE, engine_models, engine_workers, in_clusters
from ..evaluate import Batch, one_by_one
from ..judges.atomic_units import NAME as ACU
from ..judges.atomic_units import atomic_units_with
from ..judges.equivalence import FIVE_POINTS, SAME_MEANING, JudgeScale, judge_answer
from ..metrics.parse import parse_text_metric
from ..prepared_task import Grader, PreparedTask, require_models, scale_grader, show_nothing
from ..runs.resumable_jsonl import code_key, run_key
from ..types import Document, Example, Prediction, Verdict
from .engine import answer_with_engine
from .first_hop import prepare_ranking, released_rankings, rows_of
from .options import END_TO_END, RANK, M3SciQAOptions, parse_ranking
from .release import UNKNOWN, Release, build_manifest, combined_examples, open_release
from .scoring import (
    CHAIN,
    COMBINED,
    FILE_ORDER,
    ROUGE,
    SECOND_HOP,
    score_answer,
    score_both_hops,
    show_both_hops,
)

# Ablations whose documents are exactly the texts to read.
_ORACLES = (Ablation.ORACLE_PAPER, Ablation.ORACLE_PASSAGE)
_SCALES = {"both": (SAME_MEANING, FIVE_POINTS), "0-1": (SAME_MEANING,), "1-5": (FIVE_POINTS,)}
_ACU_NOTE = "AutoACU is judged by a language model; the published one is of trained models."
_BERTSCORES = ("BERTScore-precision", "BERTScore-recall", "BERTScore")
_COLUMNS = ("MRR", "ROUGE-L", str(SAME_MEANING), CHAIN)
_NO_TEXTS = "paper_full_content.json is missing: only title and abstract of each paper are searched."
Rankings = Callable[[Example], Sequence[str]]


def prepare_answers(request: TaskRequest, release: Release) -> PreparedTask:
    """Prepare the task of answering combined questions, from both hops or from a given ranking."""
    options: M3SciQAOptions = request.options
    paper, both = options.protocol == "paper", request.task == END_TO_END
    if paper and not request.settings.model:
        raise ConfigurationError("protocol paper needs a model: set model (--model)")
    warnings = list(release.warnings)
    questions = combined_examples(release, options.questions, warnings)
    given = {} if both else _given_rankings(request, release, questions)
    questions = [_with_ranked_papers(release, example, given.get(example.id, ())) for example in questions]
    examples = request.select(questions)
    rankings = None if both else partial(_ranking_of, request.ablation, given)
    named = [f"{part}[{options.bertscore}]" for part in _BERTSCORES] if options.bertscore else []
    metrics = [*ROUGE, *map(parse_text_metric, named)]
    answer, code = (_baseline if paper else _engine)(request, release, rankings)
    return PreparedTask(
        title=_title(request),
        manifest=build_manifest(
            request,
            release,
            code,
            models=_extraction_models(options) if paper else engine_models(request),
        ),
        examples=examples,
        answer=answer,
        score=partial(score_both_hops, metrics=metrics, with_reading=not paper)
        if both
        else partial(score_answer, metrics=metrics),
        headline="ROUGE-L",
        columns=_COLUMNS if both else (),
        by=("modal", "type", "reference type"),
        show=show_both_hops if both else show_nothing,
        graders=None
        if options.questions == "test"
        else partial(
            _graders,
            scales=_SCALES[options.scale],
            with_gold=both,
            with_units=options.acu == "yes",
        ),
        published="answer",
        notes=_notes(request, release),
        warnings=tuple(warnings),
        stage="answer" if paper else "index papers, read figure, rank, answer",
    )


def _title(request: TaskRequest) -> str:
    hops = "both hops" if request.task == END_TO_END else "second hop: from ranked papers to an answer"
    paper = request.options.protocol == "paper"
    return f"M3SciQA, {hops}{', baseline: the protocol of the paper' if paper else ''}"


def _engine(
    request: TaskRequest, release: Release, rankings: Rankings | None
) -> tuple[Callable[[Models | None], Batch], str]:
    """Return a function from models to a batch that asks citehop itself, and the key of citehop's code."""
    options: M3SciQAOptions = request.options
    settings = request.settings
    gold = request.task == END_TO_END

    def answer(models: Models | None) -> Batch:
        system = answer_with_engine(
            models, options.papers, options.search, ranking_of=rankings, with_gold=gold
        )
        return in_clusters(system, rows_of(release, request), settings, engine_workers(settings, models))

    return answer, code_key(ENGINE)


def _baseline(
    request: TaskRequest, release: Release, rankings: Rankings | None
) -> tuple[Callable[[Models | None], Batch], str]:
    """Return a function from models to a batch that follows the paper's protocol, and the key of its prompts and
    code.
    """
    options: M3SciQAOptions = request.options
    prompts = load_prompts(options.prompts)
    bare = request.ablation in (Ablation.TITLES, Ablation.ORACLE_PASSAGE)

    def read(example: Example, ids: Sequence[str]) -> list[Document]:
        by_id = {document.id: document for document in example.documents}
        papers = [by_id[key] for key in _distinct(example, ids) if key in by_id][: options.papers]
        return papers if bare else [release.to_read(paper) for paper in papers]

    def answer(models: Models | None) -> Batch:
        llms = require_models(models)
        ranking = rankings or parse_ranking(options.ranking)
        gold = request.task == END_TO_END
        extractor = (llms.helper or llms.text) if options.extraction == "model" else None
        system = answer_by_protocol(llms, prompts, read, ranking, extractor=extractor, with_gold=gold)
        return one_by_one(system, request.settings.model_concurrency)

    return answer, run_key(prompts.version, code_key(("evaluation/baselines",)))


def _given_rankings(
    request: TaskRequest, release: Release, examples: Sequence[Example]
) -> Mapping[str, Sequence[str]]:
    """Return the released rankings or the gold papers, by example id."""
    if request.options.ranking == "gold":
        return {example.id: example.gold[:1] for example in examples}
    return released_rankings(release, examples)


def _ranking_of(ablation: Ablation, given: Mapping[str, Sequence[str]], example: Example) -> Sequence[str]:
    """Return the given ranking of `example`, with papers of the same title once; under an oracle ablation, its
    documents.
    """
    ids = [document.id for document in example.documents] if ablation in _ORACLES else given[example.id]
    return _distinct(example, ids)


def _distinct(example: Example, ids: Sequence[str]) -> list[str]:
    """Return `ids` without repeated papers. Documents with the same title count as one paper, and the first id stays."""
    titles = {document.id: document.title for document in example.documents}
    chosen: dict[str, str] = {}
    for key in ids:
        chosen.setdefault(name_key(titles.get(key, "")) or key, key)
    return list(chosen.values())


def _with_ranked_papers(release: Release, example: Example, ranking: Sequence[str]) -> Example:
    """Return `example` with the ranked papers that are not among its candidates added, as far as their titles are
    known.
    """
    papers = (release.paper(example.group, key) for key in ranking if key.startswith(UNKNOWN))
    more = tuple(paper for paper in papers if paper.title)
    return replace(example, documents=(*example.documents, *more)) if more else example


def _extraction_models(options: M3SciQAOptions) -> list[tuple[str, str]]:
    return [(HELPER, options.extraction_model)] if options.extraction_model else []


def _graders(judge: LLM, scales: Sequence[JudgeScale], with_gold: bool, with_units: bool) -> list[Grader]:
    graders = [scale_grader(judge, scale) for scale in scales]
    graders += [Grader(ACU, judge.model, atomic_units_with(judge))] if with_units else []
    return [*graders, *(_gold_grader(judge, scale) for scale in scales)] if with_gold else graders


def _gold_grader(judge: LLM, scale: JudgeScale) -> Grader:
    """Return the judge of the answers that were given from the gold paper. It gives no score if there is no such
    answer.
    """

    def ask(example: Example, prediction: Prediction) -> Verdict:
        gold = prediction.given_gold
        if gold is None:
            return Verdict(example.id, None)
        return judge_answer(judge, example.question, example.answers[0], gold.answer, scale, id=example.id)

    return Grader(f"{SECOND_HOP} {scale}", judge.model, ask, scale.grades[0])


def _notes(request: TaskRequest, release: Release) -> tuple[str, ...]:
    options: M3SciQAOptions = request.options
    both = request.task == END_TO_END
    bare = request.ablation in (Ablation.CLOSED_BOOK, Ablation.ORACLE_PASSAGE)
    missing = [] if options.bertscore else ["BERTScore (--bertscore names a local model)"]
    missing += [] if options.acu == "yes" else ["AutoACU (--judge --acu yes)"]
    notes = {
        COMBINED: both and options.search == "combined",
        FILE_ORDER: both and options.protocol == "paper",
        _NO_TEXTS: not release.full_papers and not bare,
        "No model: answers are sentences of the papers.": not request.model,
        f"Not computed: {', '.join(missing)}.": bool(missing),
        _ACU_NOTE: options.acu == "yes",
    }
    return tuple(note for note, applies in notes.items() if applies)


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested task on the release in the user's folder.

    Raises UsageError if the folder is not a release, and ConfigurationError if the task needs a model and has none.
    """
    release = open_release(request.folder)
    if request.task == RANK:
        return prepare_ranking(request, release)
    return prepare_answers(request, release)
