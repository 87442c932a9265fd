"""Values of a benchmark. Each stage turns one value into the next:

    Example -> system -> Prediction -> score -> Scores -> Report
                              `-> judge -> Verdict -'

A benchmark loads Examples and defines how a Prediction is scored. A system is any callable from Example to
Prediction. `evaluate` runs systems, `ablations` removes inputs that a system should need, `reports` averages scores,
and `prepared_task` does all of this.

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
    """A text to read or to rank: a paper, a section or a passage. `text` is "" if only the title is known."""

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
    """A figure or table that an example shows: the path of its image, and its caption ("" if unknown)."""

    id: str
    path: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One question with everything that a system may see, and the right answers.

    `pictures`, `documents` (in the order in which they are shown, or to be ranked) and `options` of a multiple choice
    are the input. `answers` are texts of which any is right; it is () if they are hidden. `gold` holds the ids of the
    documents or pictures to find, `evidence` is the passage with the answer, and `oracle` the documents that a
    perfect search would return. `group` names what examples share, such as their paper; intervals resample whole
    groups. `tags` are (name, value) pairs to break results down by.
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
        """Return the value of tag `name`; "" if there is none."""
        return dict(self.tags).get(name, "")


@dataclass(frozen=True, slots=True)
class GivenGoldAnswer:
    """The answer of a system that was given the right documents, so that a failed search cannot explain an error."""

    answer: str
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Output of the system for one example. If `error`, one line, is not "", there is no answer, which counts as
    wrong.

    `reply` is the text of a model and `answer` the answer parsed from it, so that a better parser needs no new call.
    `ranking` holds ids, best first. `shown` holds the ids of the documents or pictures that the system was given or
    chose to read, `quotes` its proof, and `proven` the valid links of its chain of evidence. `given_gold` is an
    additional answer in tasks that measure parts.
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
    """Judgment of one prediction. `score` is None (unscored) if the reply has no valid score.

    `parts` are further (name, score) pairs of the same judgment, such as its recall and precision.
    """

    id: str
    score: float | None
    reply: str = ""
    usage: Usage = field(default_factory=Usage)
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of one prediction by metric, in 0..1 unless the metric says otherwise; None means unscored."""

    id: str
    values: tuple[tuple[str, float | None], ...]

    def value(self, metric: str) -> float | None:
        """Return the score by `metric`; None if unscored. Raises KeyError for a metric that was not computed."""
        return dict(self.values)[metric]


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """Progress of a run: `done` of `total` examples."""

    stage: str
    done: int
    total: int
