"""Measures answers: natural questions over real papers, asked through `agent.ask`, per kind of question.

    python benchmarks/answers.py DATA [--half HALF] [--kind table ...] [--show] [--no-anchor] [--home HOME]
        [--json FILE]

DATA holds the folders of papers (`pdf_cluster_sentemb/pdf`, `scisumm_dev/pdf`, `pdf_misc`, `fields`). Each becomes a
cluster without an anchor. `benchmarks/questions/README.md` says who wrote the questions of each HALF, and what they
may be used for. With `--no-anchor`, the anchor is not given, so only the question can name it.

right        every pattern of the gold answer occurs in the answer, not counting table rows shown as evidence
first        every pattern occurs in its first paragraph (the short answer, or the first quote, and a list)
wrong        it answered, and a pattern is missing
abstained    it said that nothing answers; right for the kinds `absent` and `off_topic`
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.agent.types import Answer
from citehop.errors import CitehopError
from citehop.settings import Settings, load_settings
from citehop.training.recipes.questions import FOLDERS, REFUSED, matches, open_papers, read_lines

# Question sets that have their own files.
LATER = (
    *("further", "added", "figure", "table", "several", "comparison", "two_hop", "compound"),
    *("mixed", "training", "held_out", "later", "recent", "fields", "fields_develop", "fields_later"),
    *("fields_tables", "fields_charts"),
)
HALVES = (
    *("develop", "confirm", "further", "added", "figure-develop", "figure-confirm", "table"),
    *("several-develop", "several-confirm", "two_hop-develop", "two_hop-confirm"),
    *("comparison-develop", "comparison-confirm", "compound-develop", "compound-confirm"),
    *("mixed", "training", "held_out", "later-develop", "later-confirm"),
    *("recent-develop", "recent-confirm", "fields", "fields_develop", "fields_later"),
    *("fields_tables", "fields_charts"),
)
_LAST_DEVELOPED = {
    "several": "L-040",
    "comparison": "N-020",
    "compound": "CQ-022",
    "later": "LT-122",
    "recent": "RQ-210",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question with its answer and outcome. `words` is the length of the answer's text."""

    question: dict[str, Any]
    text: str
    outcome: str  # right, wrong, abstained, error
    first: bool
    words: int
    seconds: float


def load_questions() -> list[dict[str, Any]]:
    """Return all questions, in the order of the files. Questions of the sets in `LATER` have the name of their set as
    "half".
    """
    files = {"": "answers", **{name: f"{name}_answers" for name in LATER}}
    return [{**question, "half": name} for name, file in files.items() for question in read_lines(file)]


def choose_questions(half: str, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """Return the questions of one half that are of the given kinds; all kinds if `kinds` is empty."""
    return [q for q in load_questions() if half_of(q) == half and (not kinds or q["kind"] in kinds)]


def half_of(question: dict[str, Any]) -> str:
    """Return the element of HALVES that a question belongs to."""
    if question["half"] in _LAST_DEVELOPED:
        part = "develop" if question["id"] <= _LAST_DEVELOPED[question["half"]] else "confirm"
        return f"{question['half']}-{part}"
    if question["half"] not in ("", "figure", "two_hop"):
        return str(question["half"])
    key = question["primary"] or question["id"]
    half = "develop" if hashlib.sha1(key.encode()).digest()[0] % 2 == 0 else "confirm"
    return f"{question['half']}-{half}" if question["half"] else half


def first_part(answer: Answer) -> str:
    """Return the first paragraph of an answer (its short answer or first quote) and the list that follows it."""
    first, *others = answer.text.split("\n")
    return "\n".join([first, *takewhile(lambda line: line.startswith("- "), others)])


def run(session: Session, question: dict[str, Any]) -> Outcome:
    """Ask one question and judge the answer."""
    started = time.perf_counter()
    try:
        answer = ask(
            session,
            question["question"],
            anchor=question["anchor"] or None,
            figure=question["figure"] or None,
        )
    except CitehopError as error:
        return Outcome(question, str(error), "error", False, 0, time.perf_counter() - started)
    seconds = time.perf_counter() - started
    if answer.status == "abstained":
        return Outcome(question, answer.text, "abstained", False, 0, seconds)
    right = question["kind"] not in REFUSED and matches(question, answer.text)
    first = right and matches(question, first_part(answer))
    words = len(answer.text.split())
    return Outcome(question, answer.text, "right" if right else "wrong", first, words, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--half", choices=HALVES, default="develop")
    parser.add_argument("--kind", nargs="*", default=[])
    parser.add_argument("--show", action="store_true", help="print each question that was not answered right")
    parser.add_argument("--no-anchor", action="store_true", help="leave the anchor to each question")
    parser.add_argument("--home", default="")
    parser.add_argument("--json", type=Path, help="write every outcome to this file")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    questions = choose_questions(options.half, options.kind)
    if options.no_anchor:
        questions = [{**question, "anchor": ""} for question in questions]
    outcomes = [
        outcome
        for name in FOLDERS
        for outcome in ask_all(name, questions, options.data, settings, options.show)
    ]
    report(outcomes)
    if options.json:
        rows = [
            {
                **o.question,
                "text": o.text,
                "outcome": o.outcome,
                "first": o.first,
                "seconds": round(o.seconds, 3),
            }
            for o in outcomes
        ]
        options.json.write_text("\n".join(map(json.dumps, rows)) + "\n")


def ask_all(
    name: str, questions: list[dict[str, Any]], data: Path, settings: Settings, show: bool
) -> list[Outcome]:
    """Build one cluster, ask its questions, and return the outcomes."""
    mine = [question for question in questions if question["cluster"] == name]
    if not mine:
        return []
    outcomes = []
    with open_papers(name, data, settings) as session:
        for question in mine:
            outcome = run(session, question)
            outcomes.append(outcome)
            good = outcome.first or (question["kind"] in REFUSED and outcome.outcome == "abstained")
            if show and not good:
                print(f"{question['id']} {question['kind']} {outcome.outcome}: {question['question']}")
                print(f"   gold: {question['answer']}\n   said: {outcome.text[:600]!r}", flush=True)
    return outcomes


def report(outcomes: list[Outcome]) -> None:
    """Print one line for each kind of question."""
    kinds: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.question["kind"]].append(outcome)
    print(
        f"{'kind':10} {'n':>4} {'right':>6} {'first':>6} {'wrong':>6} {'abst.':>6} {'error':>6} {'words':>6}"
    )
    for kind, rows in sorted(kinds.items()):
        counts = Counter(row.outcome for row in rows)
        n = len(rows)
        first = sum(row.first for row in rows)
        words = statistics.median([row.words for row in rows if row.words] or [0])
        print(
            f"{kind:10} {n:4} {counts['right'] / n:6.2f} {first / n:6.2f} {counts['wrong'] / n:6.2f}"
            f" {counts['abstained'] / n:6.2f} {counts['error'] / n:6.2f} {words:6.0f}"
        )
    answerable = [outcome for outcome in outcomes if outcome.question["kind"] not in REFUSED]
    if answerable:
        right = statistics.fmean(outcome.outcome == "right" for outcome in answerable)
        error = (right * (1 - right) / len(answerable)) ** 0.5
        print(f"answerable {len(answerable)}: right {right:.3f}, standard error {error:.3f}")
    times = sorted(outcome.seconds for outcome in outcomes)
    print(f"seconds: median {statistics.median(times):.2f}, 95% {times[int(0.95 * len(times))]:.2f}")


if __name__ == "__main__":
    main()
