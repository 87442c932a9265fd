"""Values of a benchmark. Each step maps one to the next:

    Example -> system -> Prediction -> score -> Scores -> Report
                              `-> judge -> Verdict -'

A benchmark is one file that loads Examples and defines how a Prediction is scored; a system is any callable from
Example to Prediction. `evaluate` runs them, `ablations` removes inputs that a system should need, `reports` averages,
`prepared_task` does all of it.

    >>> from citehop.evaluation.evaluate import predict, score
    >>> from citehop.evaluation.types import Example, Prediction
    >>> examples = [Example("1", "Which is larger?", answers=("B",)), Example("2", "Which is older?", answers=("C",))]
    >>> def system(example):
    ...     return Prediction(example.id, answer="B")
    >>> predictions = predict(folder / "predictions.jsonl", examples, system)  # continues after a kill
    >>> score(examples, predictions, lambda example, p: {"exact": float(p.answer in example.answers)})
    [Scores(id='1', values=(('exact', 1.0),)), Scores(id='2', values=(('exact', 0.0),))]
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..agent.types import Usage
from ..figures.types import Reading


@dataclass(frozen=True, slots=True)
class Document:
    """Something to read or to rank: a paper, a section, a passage. `text` may be "" where only the title is known."""

    id: str
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class AnswerQuote:
    """Words that occur verbatim in the text of a document."""

    document: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure or table that an example shows: the path of its image, and its caption where there is one."""

    id: str
    path: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One question with all that a system may see, and what is right.

    `pictures` and `documents` (in the order in which they are shown, or to be ranked) and `options` of a multiple
    choice are the input; `answers` are texts of which any is right, () where they are hidden. `gold` are the ids of
    the documents or pictures to be found, `evidence` the passage that holds the answer, `oracle` the documents that a
    system would get if the search before it were perfect. `group` names what an example shares with others, such as
    its paper: intervals resample whole groups. `tags` are (name, value) pairs to break results down by.
    """

    id: str
    question: str
    answers: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    documents: tuple[Document, ...] = ()
    options: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    evidence: str = ""
    oracle: tuple[Document, ...] = ()
    group: str = ""
    tags: tuple[tuple[str, str], ...] = ()

    def tag(self, name: str) -> str:
        """The value of tag `name`; "" without one."""
        return dict(self.tags).get(name, "")


@dataclass(frozen=True, slots=True)
class GivenGoldAnswer:
    """The answer of a system that was given the right documents, so that its search cannot have failed."""

    answer: str
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Output of the system for one example. With `error`, one line, it gave no answer, and that counts as wrong.

    `reply` is the text of a model and `answer` the parsed answer, so that a better parser needs no new call; `ranking`
    are ids, best first; `shown` are the ids of what the system was given or chose to read, `quotes` its proof, and
    `proven` the links of its chain of evidence that hold. `given_gold` is asked besides, where a task measures parts.
    """

    id: str
    ranking: tuple[str, ...] = ()
    reading: Reading | None = None
    error: str = ""
    seconds: float = 0.0
    answer: str = ""
    reply: str = ""
    shown: tuple[str, ...] = ()
    quotes: tuple[AnswerQuote, ...] = ()
    usage: Usage = field(default_factory=Usage)
    proven: tuple[str, ...] = ()
    given_gold: GivenGoldAnswer | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Judgement of one prediction: a score, or None for a reply without a valid one, which is unscored.

    `parts` are further (name, score) pairs of the same judgment, such as its recall and precision.
    """

    id: str
    score: float | None
    reply: str = ""
    usage: Usage = field(default_factory=Usage)
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of one prediction by name of the metric, in 0..1 unless the metric says otherwise; None is unscored."""

    id: str
    values: tuple[tuple[str, float | None], ...]

    def value(self, metric: str) -> float | None:
        """The score by `metric`; None when unscored. Raises KeyError for a metric that was not computed."""
        return dict(self.values)[metric]


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """Progress of a run: `done` of `total` examples."""

    stage: str
    done: int
    total: int
