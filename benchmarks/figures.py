"""How well and how fast figures are read: accuracy by kind, style and operation on drawn tables and charts.

    python benchmarks/figures.py [--split dev|heldout] [--wordings dev|heldout|blind] [--kind table|chart] [--style NAME]
                                 [--per-style N] [--words pdf|ocr] [--failures] [--save DIR] [--cache DIR] [--threads N]

Accuracy: the share of questions whose most probable name is the gold one (figure_styles/score.py); an abstention is
wrong, a crash too; both are counted apart. --words pdf gives the reader the exact words of drawn tables instead of OCR.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figure_styles.cases import dev_cases, heldout_cases  # type: ignore[import-not-found]  # found beside this script
from figure_styles.score import correct  # type: ignore[import-not-found]
from figure_styles.types import Asked, Case  # type: ignore[import-not-found]

from citehop.agent.figures.read_figure import read_figure
from citehop.papers.parsing.ocr.words import recognise_words
from citehop.papers.types import Word
from citehop.settings import Settings

COLUMNS = ("right", "abstained", "crashed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question put to the reader."""

    kind: str
    style: str
    operation: str
    right: bool
    abstained: bool = False
    crashed: bool = False


def main() -> None:
    options = _options()
    settings = Settings(threads=options.threads)
    outcomes: list[Outcome] = []
    for case in _cases(options):
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            case.image.save(options.save / f"{case.id}.png")
        words = words_of(case, options.words, settings, options.cache)
        outcomes += _outcomes(case, words, settings, options.failures)
    for title, key in (("style", "style"), ("operation", "operation"), ("kind", "kind")):
        print(f"\n{title:28} {'n':>5}" + "".join(f"{what:>11}" for what in COLUMNS))
        for line in _lines(outcomes, key):
            print(line)


def _cases(options: argparse.Namespace) -> Iterator[Case]:
    if options.split == "dev":
        return dev_cases(options.kind, options.style, options.per_style)  # type: ignore[no-any-return]
    return heldout_cases(options.kind, options.style, options.per_style, options.wordings)  # type: ignore[no-any-return]


def words_of(case: Case, source: str, settings: Settings, cache: Path) -> tuple[Word, ...]:
    """The exact words where asked for and there are any, else those of OCR, which are kept in `cache`."""
    if source == "pdf" and case.words:
        return case.words  # type: ignore[no-any-return]
    return recognise_words(case.image, settings, cache)


def _outcomes(case: Case, words: tuple[Word, ...], settings: Settings, show: bool) -> Iterator[Outcome]:
    for asked in case.questions:
        outcome, said = _put(case, asked, words, settings)
        if show and not outcome.right:
            print(f"{case.id:24} {asked.operation:16} {asked.text} -> {asked.answer}; read: {said}")
        yield outcome


def _put(case: Case, asked: Asked, words: tuple[Word, ...], settings: Settings) -> tuple[Outcome, str]:
    """The outcome of one question and what was read."""
    try:
        reading = read_figure(case.image, asked.text, words=words, caption=case.caption, settings=settings)
    except Exception as error:  # a crash is a wrong answer that is counted apart; the run goes on
        return Outcome(case.kind, case.style, asked.operation, False, crashed=True), repr(error)
    right = correct(reading, asked.answer, case.names)
    said = "abstained" if reading.abstained else reading.entities[0].text if reading.entities else "nothing"
    return Outcome(case.kind, case.style, asked.operation, right, reading.abstained), said


def _lines(outcomes: list[Outcome], key: str) -> Iterator[str]:
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.kind, getattr(outcome, key)), []).append(outcome)
    for (kind, name), members in groups.items():
        label, count = kind if kind == name else f"{kind}: {name}", len(members)
        shares = [sum(getattr(one, what) for one in members) / count for what in COLUMNS]
        yield f"{label:28} {count:5}" + "".join(f"{share:11.3f}" for share in shares)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How well figures are read.")
    parser.add_argument("--split", choices=("dev", "heldout"), default="dev")
    parser.add_argument(
        "--wordings", choices=("dev", "heldout", "blind"), default="heldout", help="of held-out questions"
    )
    parser.add_argument("--kind", choices=("", "table", "chart"), default="")
    parser.add_argument("--style", default="", help="one style by its name")
    parser.add_argument("--per-style", type=int, default=3, help="figures per style")
    parser.add_argument("--words", choices=("ocr", "pdf"), default="ocr")
    parser.add_argument("--failures", action="store_true", help="print the questions that are read wrong")
    parser.add_argument("--save", type=Path, help="folder for the images")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "citehop-ocr")
    parser.add_argument("--threads", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
