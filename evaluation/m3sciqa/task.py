"""A task of M3SciQA put together, ready to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...agent.llm.types import LLM
from ...retrieval.names import name_key
from ...settings import Settings
from ..arms import Arm, with_arm
from ..bench import Bench, Prepared
from ..bench import run as run_bench
from ..flow import Batch, one_by_one
from ..report import READ_RIGHT
from ..run_folder import Manifest, RunFolder
from ..runs import Report as OnProgress
from ..runs import code_key, run_key
from ..text import parse_text_metric
from ..types import Example, Prediction
from .answer import JOIN, READ, RECALL, answer_by_quote, answer_with, as_text
from .options import FIRST, Candidates, Options, Questions, Ranking, Search, Task, options_of
from .questions import combined_examples, file_of, visual_examples
from .rank import rank_candidates
from .release import Release, open_release, read_object
from .scoring import ROUGE, score_answer, score_ranking, score_reading
from .tables import LEAK, show_ranking


def prepare(
    data: Path,
    gold: Path | None,
    options: Options,
    settings: Settings,
    model: str = "",
    bertscore: str = "",
    progress: OnProgress | None = None,
) -> Prepared:
    """The task that `options` describe, on the release in folder `data`; `gold` replaces its map of gold papers.

    A task that answers first ranks, in a run of its own, unless the ranking is given; it answers with `model`, the client
    of which `batch` is given, or, where that is "", with a sentence of the papers. `bertscore` names a
    model on this machine that scores answers as well. Raises UsageError for a folder that is no release.
    """
    release = open_release(data, gold)
    warnings = list(release.warnings)
    if options.task is Task.RANK:
        prepared = _rank(release, gold, options, settings, warnings)
    else:
        prepared = _answer(release, gold, options, settings, model, bertscore, warnings, progress)
    return replace(prepared, warnings=tuple(warnings))


def remake(manifest: Manifest, settings: Settings, progress: OnProgress | None = None) -> Prepared:
    """The task that `manifest` tells of, from its data as they are now."""
    gold = Path(manifest.gold) if manifest.gold else None
    options = options_of(manifest.options)
    model = dict(manifest.models).get("model", "")
    return prepare(Path(manifest.data), gold, options, settings, model, progress=progress)


def _rank(
    release: Release, gold: Path | None, options: Options, settings: Settings, warnings: list[str]
) -> Prepared:
    examples = with_arm(_to_rank(release, options, warnings), options.arm)
    two_hops = options.search is Search.COMBINED
    batch: Batch = partial(rank_candidates, settings=settings, two_hops=two_hops)
    if options.ranking is not Ranking.OURS:
        batch = partial(_given, rankings=_given_rankings(release, options, examples))
    bench = Bench(
        title="M3SciQA, first hop: from a figure to the cited paper",
        manifest=_manifest(release, gold, options, code_key(("papers", "figures", "retrieval"))),
        examples=tuple(examples),
        score=score_reading if options.ranking is Ranking.OURS else score_ranking,
        headline="MRR",
        columns=("MRR", "recall@1", "recall@3", "recall@5", "nDCG@5", READ_RIGHT),
        by=("modal", "type"),
        show=partial(show_ranking, options),
        notes=(LEAK,) if two_hops else (),
    )
    return Prepared(bench, lambda _: batch, ())


def _to_rank(release: Release, options: Options, warnings: list[str]) -> list[Example]:
    """Examples whose question is what is ranked by and whose answer is what the figure says."""
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


def _given_rankings(
    release: Release, options: Options, examples: Sequence[Example]
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


def _given(examples: Sequence[Example], rankings: Mapping[str, tuple[str, ...]]) -> Iterable[Prediction]:
    for example in examples:
        yield Prediction(example.id, rankings[example.id])


def _answer(
    release: Release,
    gold: Path | None,
    options: Options,
    settings: Settings,
    model: str,
    bertscore: str,
    warnings: list[str],
    progress: OnProgress | None,
) -> Prepared:
    asked = combined_examples(release, options.questions, warnings)
    rankings: Mapping[str, Prediction] = {}
    if options.arm not in (Arm.CLOSED_BOOK, Arm.ORACLE_PAPER, Arm.ORACLE_PASSAGE):  # these look at no ranking
        rankings = _rankings(release, gold, options, settings, progress)
    read = [_with_papers(release, example, rankings.get(example.id), options.papers) for example in asked]
    examples = with_arm(read, options.arm)
    code = run_key(*(prompt.version for prompt in (READ, RECALL, JOIN))) if model else code_key(("agent",))
    ranked = run_key(*("\n".join(document.id for document in example.documents) for example in examples))
    manifest = _manifest(release, gold, options, code)
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
        notes=_notes(release, options, examples, model),
    )

    def batch(llm: LLM | None) -> Batch:
        system = answer_with(llm) if llm else answer_by_quote
        return _keeping(rankings, one_by_one(system, settings.model_concurrency if llm else 1))

    return Prepared(bench, batch, ())


def _rankings(
    release: Release, gold: Path | None, options: Options, settings: Settings, progress: OnProgress | None
) -> Mapping[str, Prediction]:
    """What the first hop made of the same questions, run here unless it was run before."""
    arm = options.arm if options.arm is Arm.SHUFFLED_FIGURES else Arm.NONE
    first = _rank(release, gold, replace(options, task=Task.RANK, arm=arm), settings, [])
    folder = RunFolder(settings.home_path / "runs" / first.bench.manifest.name)
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


def _notes(release: Release, options: Options, examples: Sequence[Example], model: str) -> tuple[str, ...]:
    notes = []
    if options.task is Task.END_TO_END:
        notes.append(LEAK)
    if not release.full_texts and options.arm in (Arm.NONE, Arm.ORACLE_PAPER, Arm.SHUFFLED_FIGURES):
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


def _manifest(release: Release, gold: Path | None, options: Options, code: str) -> Manifest:
    files = [*release.files, file_of(options.questions, release)]
    if options.ranking is Ranking.RELEASED:
        files.append(release.root / "retrieval_paper.json")
    return Manifest(
        "m3sciqa",
        options.task,
        options.pairs(),
        tuple((path.name, run_key(path.read_bytes())) for path in files),
        data=str(release.root.resolve()),
        gold=str(gold.resolve()) if gold else "",
        code=code,
    )
