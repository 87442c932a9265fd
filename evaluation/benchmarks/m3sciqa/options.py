"""What of M3SciQA is run, in the words of the command line."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from ....errors import UsageError
from ...ablations import Ablation

PAPERS, MOST_PAPERS = 3, 5  # read for an answer
FIRST = 20  # candidates that the reference code shows; the paper says that all are


class Task(StrEnum):
    """The first hop, the second hop given a ranking, or both from the combined question alone."""

    RANK = "rank"
    ANSWER = "answer"
    END_TO_END = "end-to-end"


class Questions(StrEnum):
    """The visual questions as such, or those of the combined validation or test set."""

    LOCALITY = "locality"
    VAL = "val"
    TEST = "test"


class Ranking(StrEnum):
    """Made by citehop, released with the benchmark, or perfect."""

    OURS = "ours"
    RELEASED = "released"
    GOLD = "gold"


class Candidates(StrEnum):
    """All candidates of a cluster, as the paper has it, or the first 20, as the reference code does."""

    FULL = "full"
    FIRST_20 = "first-20"


class Search(StrEnum):
    """What citehop ranks by: the visual question, or the combined one, which leaks the second hop."""

    VISUAL = "visual"
    COMBINED = "combined"


@dataclass(frozen=True, slots=True)
class Options:
    """`papers`: how many of the ranking are read for the answer, 1..5. Raises UsageError for what cannot go together."""

    task: Task = Task.RANK
    questions: Questions = Questions.LOCALITY
    ranking: Ranking = Ranking.OURS
    candidates: Candidates = Candidates.FULL
    search: Search = Search.VISUAL
    papers: int = PAPERS
    arm: Ablation = Ablation.NONE

    def __post_init__(self) -> None:
        if not 1 <= self.papers <= MOST_PAPERS:
            raise UsageError(f"papers must be 1 to {MOST_PAPERS}, not {self.papers}")
        if self.task is not Task.RANK and self.questions is Questions.LOCALITY:
            raise UsageError(f"task {self.task} needs combined questions: --questions val or test")
        if self.task is Task.RANK and self.arm not in (
            Ablation.NONE,
            Ablation.TITLES,
            Ablation.SHUFFLED_FIGURES,
        ):
            raise UsageError(
                f"arm {self.arm} leaves nothing to rank; with task rank: titles, shuffled-figures"
            )
        if self.task is Task.END_TO_END and (self.ranking, self.search) != (Ranking.OURS, Search.COMBINED):
            raise UsageError(
                "task end-to-end ranks by the combined question itself; leave --ranking and --search out"
            )
        if self.questions is Questions.LOCALITY and self.search is Search.COMBINED:
            raise UsageError("the visual questions have no combined question; --questions val or test has")
        if self.questions is Questions.LOCALITY and self.ranking is Ranking.RELEASED:
            raise UsageError("the released rankings are for the combined questions; --questions val or test")
        if self.candidates is not Candidates.FULL and self.ranking is not Ranking.OURS:
            raise UsageError(f"ranking {self.ranking} is what it is; only --ranking ours takes --candidates")
        if self.arm is Ablation.SHUFFLED_FIGURES and self.ranking is not Ranking.OURS:
            raise UsageError(
                f"arm shuffled-figures changes nothing in ranking {self.ranking}; use --ranking ours"
            )

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """(name, value) of those that matter for the task."""
        left_out = {"papers"} if self.task is Task.RANK else set()
        return tuple(
            (field.name, str(getattr(self, field.name)))
            for field in fields(self)
            if field.name not in left_out
        )


def options_of(pairs: tuple[tuple[str, str], ...]) -> Options:
    """The options that `pairs` came from."""
    values = dict(pairs)
    return Options(
        Task(values["task"]),
        Questions(values["questions"]),
        Ranking(values["ranking"]),
        Candidates(values["candidates"]),
        Search(values["search"]),
        int(values.get("papers", str(PAPERS))),
        Ablation(values["arm"]),
    )
