"""Options of M3SciQA, and the rankings that they name. A ranking prints in the form that is parsed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...errors import UsageError
from ..ablations import Ablation
from ..benchmarks.options import option, parse_system, print_system, split_names

QUERIES = ("question", "words", "caption")
SCHEMES = ("single", "window", "one-by-one", "tournament")
_SIZE = 20  # papers of a window or of a match
# The options that each ranking uses; all other options keep their defaults.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "ours": ("model",),
    "released": (),
    "gold": (),
    "baseline:bm25": ("query",),
    "baseline:dense": ("query", "model"),
    "baseline:embedding": ("query", "model"),
    "baseline:multimodal": ("scheme", "size"),
}


@dataclass(frozen=True, slots=True)
class RankingSpec:
    """A ranking with its options. Options at their defaults are not printed:
    "baseline:multimodal[scheme=window,size=10]".

    `query` is what a text baseline searches with: the "question" alone, or with the "words" in the figure, or with a
    "caption" that the model writes. `model` is an embedding model ("": that of the settings); for "ours", "none"
    means without a language model. `scheme` is how a model sees the list: in a "single" call, in a sliding "window",
    "one-by-one", or in a "tournament". `size` is the number of papers in a window or match.
    """

    name: str
    query: str = "question"
    model: str = ""
    scheme: str = "single"
    size: int = _SIZE

    def __str__(self) -> str:
        return print_system(self, _OPTIONS[self.name])

    @property
    def asks_model(self) -> bool:
        """True if the ranking may ask the language model of the settings."""
        return (
            (self.name == "ours" and self.model != "none")
            or self.name == "baseline:multimodal"
            or self.query == "caption"
        )

    @property
    def needs_model(self) -> bool:
        """True if the ranking is impossible without the language model of the settings."""
        return self.asks_model and self.name != "ours"


def parse_rankings(text: str) -> tuple[RankingSpec, ...]:
    """Return the rankings of a comma-separated list, each once. Raises UsageError, listing the known names, for other
    texts.
    """
    return tuple(dict.fromkeys(parse_ranking(one) for one in split_names(text)))


def parse_ranking(text: str) -> RankingSpec:
    """Return the ranking that prints as `text`. Raises UsageError as `parse_rankings` does."""
    name, values = parse_system(text, _OPTIONS.get, "ranking", ", ".join(_OPTIONS))
    return _checked(RankingSpec(name), values)


def _checked(spec: RankingSpec, values: dict[str, str]) -> RankingSpec:
    valid = {"query": QUERIES, "scheme": SCHEMES}
    for name, choices in valid.items():
        if name in values and values[name] not in choices:
            raise UsageError(f"{spec.name}: {name} must be {', '.join(choices)}, not {values[name]!r}")
    if spec.name == "ours" and values.get("model", "none") != "none":
        raise UsageError(
            f"ours: model must be none, not {values['model']!r}; the setting model (--model) names the model"
        )
    size = values.pop("size", str(spec.size))
    if not re.fullmatch(r"[1-9]\d*", size) or int(size) < 2:
        raise UsageError(f"{spec.name}: size must be a number from 2, not {size!r}")
    spec = replace(spec, **values, size=int(size))
    if spec.scheme not in ("window", "tournament") and spec.size != _SIZE:
        raise UsageError(f"{spec.name}: size is of scheme window or tournament alone")
    return spec


RANK, ANSWER, END_TO_END = "rank", "answer", "end-to-end"
MOST_PAPERS = 5  # most papers that are read for an answer
_ANSWERS, _FIRST_HOPS = (ANSWER, END_TO_END), (RANK, END_TO_END)


Questions = Literal["locality", "val", "test"]
"""The visual questions as such, or those of the combined validation or test set."""
Search = Literal["visual", "combined"]
"""Question of the first hop: the visual one, as in the paper, or the first part of the combined one."""
Protocol = Literal["ours", "paper"]
"""citehop as it ships, or a model asked by the paper's procedure: its inputs, order, output format and parsing."""


@dataclass(frozen=True, slots=True)
class M3SciQAOptions:
    """Options of M3SciQA. `resolve` fills in the defaults that depend on the task."""

    questions: Questions | None = option(None, "Question set; default: locality to rank, val to answer.")
    protocol: Protocol = option(
        "ours", "citehop as it ships, or --model by the paper's procedure, a baseline."
    )
    ranking: str = option(
        "",
        "Comma-separated: ours, ours[model=none], released, gold, baseline:bm25[query=question|words|caption], "
        "baseline:dense[model=NAME], baseline:embedding[model=NAME], "
        "baseline:multimodal[scheme=single|window|one-by-one|tournament]. Default: ours; to answer: released.",
    )
    search: Search = option(
        "visual",
        "Question of the first hop: the visual one, or the first part of the combined one.",
        tasks=_FIRST_HOPS,
    )
    papers: int = option(3, "Number of best papers that are read for an answer, 1 to 5.", tasks=_ANSWERS)
    prompts: str = option(
        "",
        "Folder of prompt files of your own for the paper's protocol; see docs/benchmarks.md.",
        decides=False,
    )
    bertscore: str = option(
        "",
        "Score answers by precision, recall and F1 of BERTScore with this local model of transformers as well.",
        tasks=_ANSWERS,
    )
    acu: Literal["no", "yes"] = option(
        "no",
        "Let the judge take answers apart into atomic content units as well (AutoACU), four calls each.",
        tasks=_ANSWERS,
        needs="judge",
        decides=False,
    )
    extraction: Literal["parse", "model"] = option(
        "parse",
        "Answer in a reply: parsed, or extracted by a model, as in the paper.",
        tasks=_ANSWERS,
        condition=lambda options: options.protocol == "paper",
        condition_text="--protocol paper",
    )
    extraction_model: str = option(
        "",
        "The model that extracts; default: the one that answers.",
        tasks=_ANSWERS,
        condition=lambda options: options.extraction == "model",
        condition_text="--extraction model",
    )
    scale: Literal["both", "0-1", "1-5"] = option(
        "both", "Scales of the judge: 0, .5, 1 and 1 to 5.", tasks=_ANSWERS, needs="judge", decides=False
    )

    def resolve(self, task: str, ablation: Ablation = Ablation.NONE) -> M3SciQAOptions:
        """Return these options with all defaults for `task`. Raises UsageError if options contradict each other."""
        resolved = replace(
            self,
            questions=self.questions or ("locality" if task == RANK else "val"),
            ranking=self.ranking or self._default_ranking(task),
        )
        if problem := _find_conflict(resolved, task, ablation):
            raise UsageError(problem)
        return resolved

    def _default_ranking(self, task: str) -> str:
        if task == ANSWER:
            return "released"
        return "baseline:multimodal" if self.protocol == "paper" else "ours"


def one_per_ranking(options: M3SciQAOptions) -> Sequence[tuple[str, M3SciQAOptions]]:
    """Return (printed ranking, options with that ranking alone) for every ranking."""

    return [(str(spec), replace(options, ranking=str(spec))) for spec in parse_rankings(options.ranking)]


def _find_conflict(options: M3SciQAOptions, task: str, ablation: Ablation) -> str:
    """Return one line about options that exclude each other; "" if there is no conflict."""

    specs = parse_rankings(options.ranking)
    names = {spec.name for spec in specs}
    visual_only = options.questions == "locality"
    paper = options.protocol == "paper"
    given = "".join(sorted(names & {"released", "gold"})[:1])
    multimodal = "baseline:multimodal" in names
    conflicts = [
        (
            not 1 <= options.papers <= MOST_PAPERS,
            f"--papers must be 1 to {MOST_PAPERS}, not {options.papers}",
        ),
        (task != RANK and visual_only, f"task {task} needs combined questions: --questions val or test"),
        (task != RANK and len(specs) > 1, f"task {task} takes one --ranking; only rank compares several"),
        (
            task == RANK and ablation not in (Ablation.NONE, Ablation.TITLES, Ablation.SHUFFLED_FIGURES),
            f"ablation {ablation} leaves nothing to rank; with task rank: titles, shuffled-figures",
        ),
        (
            task == ANSWER and not names <= {"released", "gold"},
            "task answer takes a ranking that is given: --ranking released or gold; task end-to-end ranks itself",
        ),
        (
            task == END_TO_END and names != {"baseline:multimodal" if paper else "ours"},
            f"task end-to-end by protocol {options.protocol} ranks by {options._default_ranking(task)} alone",
        ),
        (
            task == RANK and paper and not multimodal,
            "--protocol paper: only --ranking baseline:multimodal asks a model by it",
        ),
        (
            options.prompts and not (paper or multimodal),
            "--prompts: used only with --protocol paper or --ranking baseline:multimodal",
        ),
        (
            ablation is Ablation.CLOSED_BOOK and not paper,
            "ablation closed-book: citehop answers from papers alone; use --protocol paper",
        ),
        (
            visual_only and options.search == "combined",
            "the visual questions have no combined question; --questions val or test has",
        ),
        (
            task == RANK and visual_only and "released" in names,
            "the released rankings are for the combined questions; --questions val or test",
        ),
        (
            task == RANK and given and options.search == "combined",
            f"ranking {given} is fixed; leave --search out",
        ),
        (
            given and ablation is Ablation.SHUFFLED_FIGURES,
            f"ablation shuffled-figures changes nothing in ranking {given}; use --ranking ours",
        ),
    ]
    return next((message for found, message in conflicts if found), "")
