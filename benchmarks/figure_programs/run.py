"""Draw charts, diagrams or tables with the programs on this machine, and ask questions about the PNGs and the PDFs.

    python benchmarks/figure_programs/run.py [--figures charts|diagrams|tables] [--per-kind 3] [--seed 1]
                                             [--programs gnuplot,pgfplots] [--keep DIR] [--save RESULTS.jsonl]

Prints, for PNG and PDF, the share of right answers per program and kind, the share of wrong answers with a
probability above .6, and the median seconds of an answer without the time to open the file and run OCR.
`training/recipes/figure_probabilities.py` reads RESULTS.jsonl.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import diagram_programs  # type: ignore[import-not-found]  # found beside this script
import diagram_questions  # type: ignore[import-not-found]
import diagram_specs  # type: ignore[import-not-found]
import programs  # type: ignore[import-not-found]
import specs  # type: ignore[import-not-found]
import table_programs  # type: ignore[import-not-found]
import table_questions  # type: ignore[import-not-found]
import table_specs  # type: ignore[import-not-found]
import wordings  # type: ignore[import-not-found]
from program import Program  # type: ignore[import-not-found]

from citehop.agent.figures.read_figure import read_figure
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.calibration import count_ties, find_group
from citehop.figures.answer.execute import answer_question
from citehop.figures.image import open_figure
from citehop.figures.read import read_data
from citehop.figures.types import FigureImage, Reading
from citehop.figures.vector.load import open_pdf_figure

SURE = 0.6


@dataclass(frozen=True, slots=True)
class Figures:
    """Kinds of figures, the programs that draw them, and the functions that make a figure and ask about it."""

    kinds: tuple[str, ...]
    programs: tuple[Program, ...]
    make: Callable[[str, int], Any]
    ask: Callable[[Any], Sequence[specs.Asked]]


def _ask_about_chart(spec: specs.Spec) -> list[specs.Asked]:
    return [*specs.ask(spec), *wordings.ask_in_other_words(spec)]


FIGURES = {
    "charts": Figures(specs.KINDS, programs.PROGRAMS, specs.make_spec, _ask_about_chart),
    "diagrams": Figures(
        diagram_specs.KINDS, diagram_programs.PROGRAMS, diagram_specs.make_diagram, diagram_questions.ask
    ),
    "tables": Figures(
        table_specs.KINDS, table_programs.PROGRAMS, table_specs.make_table, table_questions.ask
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--figures", choices=FIGURES, default="charts")
    parser.add_argument("--per-kind", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    figures = FIGURES[options.figures]
    chosen = [p for p in figures.programs if not options.programs or p.name in options.programs.split(",")]
    found = []
    for program in chosen:
        if program.missing:
            print(f"{program.name}: {program.missing} not found, skipped")
        else:
            found.append(program)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = range(options.seed, options.seed + options.per_kind)
        rows = [row for program in found for row in _results(figures, program, folder, seeds)]
    if options.save:
        options.save.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for form in ("png", "pdf"):
        print(f"\n{form}")
        for line in table(
            [row for row in rows if row["form"] == form], figures.kinds, [p.name for p in found]
        ):
            print(line)


def _results(
    figures: Figures, program: Program, folder: Path, seeds: Iterable[int]
) -> Iterator[dict[str, Any]]:
    """Yield a row per question about the figures of a program, first as PNG, then as PDF."""
    for kind in figures.kinds:
        for number in seeds:
            spec = figures.make(kind, number)
            base = folder / f"{program.name}-{kind}-{number}".replace(" ", "-")
            if not base.with_suffix(".pdf").exists() and not program.draw(spec, base):
                continue
            png = base.with_suffix(".png")
            if not png.exists():
                open_pdf_figure(base.with_suffix(".pdf")).pixels.save(png)
            for form in ("png", "pdf"):
                yield from _asked(
                    base.with_suffix(f".{form}"),
                    figures.ask(spec),
                    {"engine": program.name, "kind": kind, "form": form},
                )


def _asked(path: Path, questions: Sequence[specs.Asked], row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    figure = open_figure(path)
    for number, asked in enumerate(questions):
        start = time.process_time()
        reading = read_figure(figure, asked.text)
        seconds = time.process_time() - start
        yield {
            **row,
            "image": path.name,
            "operation": asked.operation,
            "question": asked.text,
            "right": is_right(reading, asked),
            "abstained": reading.abstained,
            "read": [[entity.text, entity.probability] for entity in reading.entities[:5]],
            "seconds": 0.0 if number else seconds,  # the first question reads the figure; later ones reuse it
            **_evidence(figure, asked),
        }


def _evidence(figure: FigureImage, asked: specs.Asked) -> dict[str, Any]:
    """Return {"share": evidence for the first name and its ties, "group": group of the figure}.

    The result is {} if the answer is a value or yes or no, or if the figure cannot be read.
    """
    data = read_data(figure)
    if data is None or asked.value is not None or asked.answer in ("yes", "no"):
        return {}
    shares = answer_question(data, parse_question(asked.text), calibrated=False).entities
    if not shares:
        return {}
    return {"share": count_ties(shares) * shares[0].probability, "group": find_group(data)}


def is_right(reading: Reading, asked: specs.Asked) -> bool:
    """True if the first name or the verdict is right, ignoring case and punctuation, or if a value is within its
    tolerance.
    """
    if asked.value is not None:
        number = re.search(r"-?\d+(?:\.\d+)?", reading.value)
        return number is not None and abs(float(number[0]) - asked.value) <= asked.tolerance
    if asked.answer in ("yes", "no"):
        return bool(reading.value == asked.answer)
    right = {_plain(name) for name in (asked.answer, *asked.others)}
    return not reading.abstained and bool(reading.entities) and _plain(reading.entities[0].text) in right


def _plain(name: str) -> str:
    """Return the letters and digits of a name; characters that OCR confuses are made equal."""
    return "".join(c for c in name.lower() if c.isalnum()).translate(str.maketrans("01i|", "olll"))


def table(rows: Sequence[dict[str, Any]], kinds: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the table: shares of right answers per kind and program, sure but wrong answers, median
    seconds.
    """
    yield f"{'':12}" + "".join(f"{name:>13}" for name in (*names, "all"))
    for kind in (*kinds, ""):
        of_kind = [row for row in rows if not kind or row["kind"] == kind]
        cells = [[row for row in of_kind if row["engine"] == name] for name in names] + [of_kind]
        yield f"{kind or 'all':12}" + "".join(f"{_share(cell, 'right'):>13}" for cell in cells)
    for row in rows:
        row["sure"] = (
            not row["right"] and not row["abstained"] and bool(row["read"]) and row["read"][0][1] > SURE
        )
    groups = [[row for row in rows if row["engine"] == name] for name in names] + [list(rows)]
    yield f"{'sure, wrong':12}" + "".join(f"{_share(group, 'sure'):>13}" for group in groups)
    yield f"{'seconds':12}" + "".join(
        f"{median(r['seconds'] for r in group if r['seconds']) if group else 0:>13.3f}" for group in groups
    )


def _share(rows: Sequence[dict[str, Any]], key: str) -> str:
    return f"{sum(row[key] for row in rows) / len(rows):.2f} ({len(rows)})" if rows else "-"


if __name__ == "__main__":
    main()
