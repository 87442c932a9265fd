"""Options of M3SciQA."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from ....errors import UsageError
from ...ablations import Ablation
from ..options import option

RANK, ANSWER, END_TO_END = "rank", "answer", "end-to-end"
MOST_PAPERS = 5  # read for an answer
FIRST = 20  # candidates that the reference code shows; the paper describes all of them as shown
_ANSWERS = (ANSWER, END_TO_END)


class Questions(StrEnum):
    """The visual questions as such, or those of the combined validation or test set."""

    LOCALITY = "locality"
    VAL = "val"
    TEST = "test"


class Ranking(StrEnum):
    """Computed by citehop, released with the benchmark, or perfect."""

    OURS = "ours"
    RELEASED = "released"
    GOLD = "gold"


class Candidates(StrEnum):
    """All candidates of a cluster, as in the paper, or the first 20, as in the reference code."""

    FULL = "full"
    FIRST_20 = "first-20"


class Search(StrEnum):
    """Query of citehop's ranking: the visual question, or the combined one, which leaks the second hop."""

    VISUAL = "visual"
    COMBINED = "combined"


@dataclass(frozen=True, slots=True)
class M3SciQAOptions:
    """`resolve` fills in the defaults that depend on the task."""

    questions: Questions | None = option(None, "Question set; default: locality to rank, val to answer.")
    ranking: Ranking = option(Ranking.OURS, "Source of the ranking of the papers.")
    candidates: Candidates = option(Candidates.FULL, "Papers to rank: all, or 20 as in the reference code.")
    search: Search | None = option(
        None, "Rank by the visual question, or by the combined one, which leaks the second hop."
    )
    papers: int = option(3, "Number of best papers that are read for an answer, 1 to 5.", tasks=_ANSWERS)
    bertscore: str = option(
        "", "Score answers by BERTScore with this local model of transformers as well.", tasks=_ANSWERS
    )
    scale: Literal["0-1", "1-5"] = option(
        "0-1", "Scale of the judge: 0, .5, 1 or 1 to 5.", tasks=_ANSWERS, needs="judge", decides=False
    )
    gold: str = option(
        "", "JSON map of gold arXiv ids to Semantic Scholar ids; default: gold_s2.json beside the data.",
        decides=False,
    )  # fmt: skip

    def resolve(self, task: str, ablation: Ablation = Ablation.NONE) -> M3SciQAOptions:
        """These options with all defaults for `task`. Raises UsageError for a combination that is not possible."""
        default = Questions.LOCALITY if task == RANK else Questions.VAL
        search = self.search or (Search.COMBINED if task == END_TO_END else Search.VISUAL)
        resolved = replace(self, questions=self.questions or default, search=search)
        if problem := _find_conflict(resolved, task, ablation):
            raise UsageError(problem)
        return resolved


def _find_conflict(options: M3SciQAOptions, task: str, ablation: Ablation) -> str:
    """One line on options that cannot go together; "" when they can."""
    ours = options.ranking is Ranking.OURS
    visual_only = options.questions is Questions.LOCALITY
    if not 1 <= options.papers <= MOST_PAPERS:
        return f"--papers must be 1 to {MOST_PAPERS}, not {options.papers}"
    if task != RANK and visual_only:
        return f"task {task} needs combined questions: --questions val or test"
    if task == RANK and ablation not in (Ablation.NONE, Ablation.TITLES, Ablation.SHUFFLED_FIGURES):
        return f"ablation {ablation} leaves nothing to rank; with task rank: titles, shuffled-figures"
    if task == END_TO_END and not (ours and options.search is Search.COMBINED):
        return "task end-to-end ranks by the combined question itself; leave --ranking and --search out"
    if visual_only and options.search is Search.COMBINED:
        return "the visual questions have no combined question; --questions val or test has"
    if visual_only and options.ranking is Ranking.RELEASED:
        return "the released rankings are for the combined questions; --questions val or test"
    if not ours and options.candidates is not Candidates.FULL:
        return f"ranking {options.ranking} is fixed; only --ranking ours uses --candidates"
    if not ours and options.search is Search.COMBINED:
        return f"ranking {options.ranking} is fixed; only --ranking ours uses --search"
    if not ours and ablation is Ablation.SHUFFLED_FIGURES:
        return f"ablation shuffled-figures changes nothing in ranking {options.ranking}; use --ranking ours"
    return ""
