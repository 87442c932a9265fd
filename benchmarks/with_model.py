"""Compares answers with and without a language model, over real papers, at each level of trust and as an agent.

    python benchmarks/with_model.py DATA --model NAME ... [--api-base URL] [--half held_out] [--kind fact ...] [--limit N]
        [--levels phrase choose lead agent] [--home HOME] [--json FILE]

DATA and the questions are those of benchmarks/answers.py. `--limit` takes every n-th question, so that all kinds
remain. `--json` writes every outcome at once: the same command, started again, asks only questions that are not in
the file.
A refusal counts as right for a question that no paper answers. "difference" is the share right minus that without a
model, with its 95% interval by a paired bootstrap; tokens, seconds and notes (failures) are means for one question.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any, cast, get_args

from answers import HALVES, choose_questions  # type: ignore[import-not-found]

from citehop.agent.ask import ask
from citehop.agent.llm.roles import Models, open_models
from citehop.agent.plan import Plan
from citehop.agent.reader.trust import Trust
from citehop.agent.session import Session
from citehop.errors import CitehopError
from citehop.evaluation.statistics.bootstrap import paired_bootstrap
from citehop.settings import Settings, load_settings
from citehop.training.recipes.questions import FOLDERS, REFUSED, matches, open_papers

_LEVELS = (*get_args(Trust), "agent")  # "agent": a model that leads and calls tools first
_OUTCOMES = ("right", "refused", "wrong", "abstained")
_STEPS = 3  # most rounds of tool calls
_COSTS = ("tokens_in", "tokens_out", "seconds")


@dataclass(frozen=True, slots=True)
class System:
    """A way to answer: with `models` and a `plan`, or without a model."""

    name: str = ""
    models: Models | None = None
    plan: Plan = field(default_factory=Plan)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one question asked in one way: "right", "refused" (rightly), "wrong" or "abstained" (wrongly)."""

    system: str
    question: str
    kind: str
    outcome: str
    text: str
    tokens_in: int
    tokens_out: int
    seconds: float
    notes: tuple[str, ...]

    @property
    def score(self) -> float:
        return float(self.outcome in ("right", "refused"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", action="append", default=[])
    parser.add_argument("--api-base", default="")
    parser.add_argument("--half", choices=HALVES, default="held_out")
    parser.add_argument("--kind", nargs="*", default=[])
    parser.add_argument("--cluster", nargs="*", choices=FOLDERS, default=list(FOLDERS))
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--levels", nargs="*", choices=_LEVELS, default=list(get_args(Trust)))
    parser.add_argument("--home", default="")
    parser.add_argument("--json", type=Path, help="keep every outcome in this file")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None, "api_base": options.api_base or None})
    systems = [System(), *_open_systems(options.model, options.levels, settings)]
    questions = [q for q in choose_questions(options.half, options.kind) if q["cluster"] in options.cluster]
    step = max(1, len(questions) // options.limit) if options.limit else 1
    questions = questions[::step]
    kept = _load_outcomes(options.json)
    for outcome in _ask_all(questions, systems, options.data, settings, kept):
        kept[outcome.system, outcome.question] = outcome
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
    report([kept[system.name, question["id"]] for question in questions for system in systems])


def _load_outcomes(path: Path | None) -> dict[tuple[str, str], Outcome]:
    """Return the outcomes of an earlier run by (system, question). A last line that was cut off is left out."""
    lines = path.read_text().splitlines(keepends=True) if path and path.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    outcomes = [Outcome(**{**row, "notes": tuple(row["notes"])}) for row in rows]
    return {(outcome.system, outcome.question): outcome for outcome in outcomes}


def _open_systems(names: Sequence[str], levels: Sequence[str], settings: Settings) -> list[System]:
    """Return a system for each model at each level."""
    systems: list[System] = []
    for name in names:
        models = open_models(replace(settings, model=name, vision_model=""))
        assert models is not None
        for level in levels:
            trust: Trust = "lead" if level == "agent" else cast(Trust, level)
            plan = Plan(agent=level == "agent", max_steps=_STEPS)
            systems.append(System(f"{Path(name).name} {level}", replace(models, trust=trust), plan))
    return systems


def _ask_all(
    questions: Sequence[Mapping[str, Any]],
    systems: Sequence[System],
    data: Path,
    settings: Settings,
    kept: Mapping[tuple[str, str], Outcome],
) -> Iterator[Outcome]:
    """Ask the questions whose outcomes are not in `kept`, and yield their outcomes."""
    ordered = sorted(questions, key=lambda question: str(question["cluster"]))
    for cluster, asked in groupby(ordered, key=lambda question: str(question["cluster"])):
        with open_papers(cluster, data, settings) as session:
            for question in asked:
                for system in systems:
                    if (system.name, question["id"]) not in kept:
                        outcome = _ask_one(session, question, system)
                        print(f"{outcome.outcome:10}{system.name:40}{question['question']}", flush=True)
                        yield outcome


def _ask_one(session: Session, question: Mapping[str, Any], system: System) -> Outcome:
    begun, is_absent = time.perf_counter(), question["kind"] in REFUSED
    text, tokens, notes = "", (0, 0), tuple[str, ...]()
    outcome = "refused" if is_absent else "abstained"
    try:
        answer = ask(
            session,
            question["question"],
            anchor=question["anchor"] or None,
            figure=question["figure"] or None,
            models=system.models,
            plan=system.plan,
        )
        text, notes = answer.text, answer.notes
        tokens = answer.usage.prompt_tokens, answer.usage.completion_tokens
        if answer.status != "abstained":
            outcome = "right" if not is_absent and matches(dict(question), answer.text) else "wrong"
    except CitehopError as error:  # such as a figure that the paper lacks
        text = str(error)
    seconds = time.perf_counter() - begun
    return Outcome(system.name, question["id"], question["kind"], outcome, text, *tokens, seconds, notes)


def report(outcomes: Sequence[Outcome]) -> None:
    """Print one line for each system."""
    by_system: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_system.setdefault(outcome.system, []).append(outcome)
    plain = [outcome.score for outcome in by_system[""]]
    print(
        f"\n{'system':40}{'n':>4}{'right':>7}{'refused':>9}{'wrong':>7}{'abst.':>7}  {'difference':20}{'in':>6}{'out':>6}"
        f"{'seconds':>9}{'notes':>7}"
    )
    for name, rows in by_system.items():
        counts = [sum(row.outcome == kind for row in rows) for kind in _OUTCOMES]
        interval = ""
        if name:
            found = paired_bootstrap([row.score for row in rows], plain, [row.question for row in rows])
            interval = f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
        means = [statistics.mean(getattr(row, field) for row in rows) for field in _COSTS]
        print(
            f"{name or 'without a model':40}{len(rows):4}{counts[0]:7}{counts[1]:9}{counts[2]:7}{counts[3]:7}  {interval:20}"
            f"{means[0]:6.0f}{means[1]:6.0f}{means[2]:9.1f}{sum(bool(row.notes) for row in rows):7}"
        )


if __name__ == "__main__":
    main()
