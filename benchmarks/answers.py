"""Measures answers: natural questions over real papers, asked through `agent.ask`, per kind of question.

    python benchmarks/answers.py DATA [--half HALF] [--kind table ...] [--show] [--no-anchor] [--home HOME]
        [--json FILE]

DATA holds the folders of papers (`pdf_cluster_sentemb/pdf`, `scisumm_dev/pdf`, `pdf_misc`); a cluster is made of each, without
an anchor. The questions are in `benchmarks/questions/answers.jsonl`; they were written from the PDFs alone by three writers
who had not seen the program; `evidence` locates the quotes that answer them (benchmarks/locators.py). A question belongs to one
half by the SHA-1 of its paper's id, so no paper is in both. `further_answers.jsonl` has questions of two later writers, mostly
over other papers of the same folders: they were kept aside until the program had answered them once. `added_answers.jsonl` has
questions about several papers and plausible ones that no paper answers, by one who knew the program and wrote the gold first.
`figure_answers.jsonl` has questions for cells, for figures and over two hops by who worked on these answers, written before any
was asked, and split by paper into `figure-develop`, on which the work was done, and `figure-confirm`. `table_answers.jsonl`
has 304 questions for cells by four writers who had not seen the program, of which 54 were worked on. `several_answers.jsonl` has
60 questions about several papers, also lists of papers by topic, use, year and institution, by one who knew the program and wrote
them from the PDFs before any was asked; the work was done on the first 20, then on the next 20 after they were measured.
`comparison_answers.jsonl` has 40 questions that compare several papers, also two things of two papers, written likewise; the work
was done on the first 20, and the others are about papers of other topics.
`two_hop_answers.jsonl` has 42 questions over two hops, 12 through a table and 30 through a citing sentence, by one who knew the
program and wrote them from the PDFs before any was asked, split by paper into `two_hop-develop` and `two_hop-confirm`;
`--no-anchor` asks them without naming the anchor but in the question.
`compound_answers.jsonl` has 44 questions for cells in two parts or for two cells, by one who knew the program, written from the
PDFs before any was asked; the first 22 were worked on.
`mixed_answers.jsonl` has 176 questions for facts of the record, from figures, over two hops and about several papers, by two
writers who had not seen the program; work was done on all of them.
`later_answers.jsonl` has 184 questions for facts of the record, from figures and about several papers, by four writers who had
not seen the program; work was done on the first 122, and the others were kept aside.
`recent_answers.jsonl` has 305 questions of all kinds by six who worked on answers, written from the PDFs before any was asked;
the work was done on the first 210, and the others were asked before and after it.
`fields_answers.jsonl` has 165 questions over 60 papers of eleven fields by two writers who knew neither the program nor its
questions; they were asked once before and once after the work on queries, and count as spent.
`fields_develop_answers.jsonl` has 130 by a third, on which the work was done, and `fields_later_answers.jsonl` 129 by a fourth,
asked once before and twice after the names of papers were masked in questions; they count as spent.
`training_answers.jsonl` has 8,158 questions by 24 writers who had not seen the program, also over QASPER and COVID-QA, to
which models are fitted. `held_out_answers.jsonl` has 240 by two others, over the quarter of the papers that cross-encoder
and gate are not fitted on (`is_held_out`; the second hop of six is in another paper); the other files have questions about these
papers too.

right        every pattern of the gold answer occurs in the answer, rows of a table that it shows as evidence left out
first        every pattern occurs in its first paragraph (the short answer, or the first quote, and a list)
wrong        it answered, and a pattern is missing
abstained    it said that nothing answers; right for the kinds `absent` and `off_topic`
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import time
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.session import Session, open_session
from citehop.agent.types import Answer
from citehop.errors import CitehopError
from citehop.indexes.build.build import build
from citehop.settings import Settings, load_settings

QUESTIONS = Path(__file__).parent / "questions" / "answers.jsonl"
# Sets of questions in files of their own.
LATER = (
    *("further", "added", "figure", "table", "several", "comparison", "two_hop", "compound"),
    *("mixed", "training", "held_out", "later", "recent", "fields", "fields_develop", "fields_later"),
)
HALVES = (
    *("develop", "confirm", "further", "added", "figure-develop", "figure-confirm", "table"),
    *("several-develop", "several-confirm", "two_hop-develop", "two_hop-confirm"),
    *("comparison-develop", "comparison-confirm", "compound-develop", "compound-confirm"),
    *("mixed", "training", "held_out", "later-develop", "later-confirm"),
    *("recent-develop", "recent-confirm", "fields", "fields_develop", "fields_later"),
)
FOLDERS = {
    "sentemb": "pdf_cluster_sentemb/pdf",
    "scisumm": "scisumm_dev/pdf",
    "misc": "pdf_misc",
    "fields": "fields",
}
_LAST_DEVELOPED = {
    "several": "L-040",
    "comparison": "N-020",
    "compound": "CQ-022",
    "later": "LT-122",
    "recent": "RQ-210",
}
REFUSED = {"absent", "off_topic"}
_SHOWN_ROWS = re.compile(r"\((?:Table|Figure|Fig\.?)[^:“”()]*: “.*?”(?:; “.*?”)*\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question with its answer and what became of it; `words` is the length of the answer's text."""

    question: dict[str, Any]
    text: str
    outcome: str  # right, wrong, abstained, error
    first: bool
    words: int
    seconds: float


def load_questions() -> list[dict[str, Any]]:
    """All questions, in the order of the files; those of `LATER` have the name of their set as "half"."""
    files = {"": QUESTIONS, **{name: QUESTIONS.with_name(f"{name}_answers.jsonl") for name in LATER}}
    return [
        {**json.loads(line), "half": name}
        for name, path in files.items()
        for line in path.read_text("utf-8").splitlines()
    ]


def load_fitting_questions() -> list[dict[str, Any]]:
    """Those that models may be fitted on: the questions about papers that are not held out."""
    return [
        question
        for question in load_questions()
        if question["half"] not in ("held_out", "fields", "fields_develop", "fields_later")
        and not is_held_out(question["primary"])
    ]


def half_of(question: dict[str, Any]) -> str:
    """The one of HALVES that a question belongs to."""
    if question["half"] in _LAST_DEVELOPED:
        part = "develop" if question["id"] <= _LAST_DEVELOPED[question["half"]] else "confirm"
        return f"{question['half']}-{part}"
    if question["half"] not in ("", "figure", "two_hop"):
        return str(question["half"])
    key = question["primary"] or question["id"]
    half = "develop" if hashlib.sha1(key.encode()).digest()[0] % 2 == 0 else "confirm"
    return f"{question['half']}-{half}" if question["half"] else half


def is_held_out(paper: str) -> bool:
    """True for the quarter of the papers, by the SHA-1 of their id, on whose questions models are no longer fitted."""
    return hashlib.sha1(paper.removesuffix(".pdf").casefold().encode()).digest()[2] % 4 == 0


def first_part(answer: Answer) -> str:
    """The first paragraph of an answer: its short answer, or its first quote, with the list that follows or is it."""
    first, *others = answer.text.split("\n")
    return "\n".join([first, *takewhile(lambda line: line.startswith("- "), others)])


def matches(question: dict[str, Any], text: str) -> bool:
    """True if `text` has every pattern of the gold answer and none that rules it out; raised digits count as digits.

    A row of a table that is shown as evidence, after the label, does not count: it holds other cells as well.
    """
    text = unicodedata.normalize("NFKC", _SHOWN_ROWS.sub("", text))
    return all(re.search(pattern, text, re.IGNORECASE) for pattern in question["all"]) and not any(
        re.search(pattern, text, re.IGNORECASE) for pattern in question["none"]
    )


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
    settings = load_settings()
    if options.home:
        settings = replace(settings, home=options.home)
    questions = [
        {**q, "anchor": ""} if options.no_anchor else q
        for q in load_questions()
        if half_of(q) == options.half and (not options.kind or q["kind"] in options.kind)
    ]
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
    """The outcomes of the questions over one cluster, which is built first."""
    mine = [question for question in questions if question["cluster"] == name]
    if not mine:
        return []
    build(data / FOLDERS[name], name, None, settings)
    outcomes = []
    with open_session(name, settings) as session:
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
