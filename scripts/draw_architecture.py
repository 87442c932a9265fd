"""Draw docs/architecture.svg: the packages as rows, and the paths of a question and of a PDF through them.

python scripts/draw_architecture.py [FILE]      FILE defaults to docs/architecture.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

# Packages and their contents, from the top layer to the bottom layer.
LAYERS = (
    ("cli", "commands, chat, output"),
    ("web", "page in the browser"),
    ("integrations", "LlamaIndex, MCP"),
    ("evaluation", "benchmarks, metrics, runs"),
    ("agent", "asking, quotes, models"),
    ("retrieval", "linking, ranking, search"),
    ("acquisition", "papers by identifier"),
    ("indexes", "build, embeddings, stores"),
    ("figures", "tables, charts, diagrams"),
    ("papers", "parsing, clusters on disk"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path: the package that performs it, and two lines of text (`title` and `detail`)."""

    package: str
    title: str
    detail: str


QUESTION = (
    Step("cli", "citehop ask", "parse the command line"),
    Step("agent", "open, ask", "select the figure"),
    Step("figures", "read the figure", "names, probabilities"),
    Step("retrieval", "rank cited papers", "name, mention, reference"),
    Step("indexes", "search passages", "BM25 and vectors, fused"),
    Step("agent", "compose the answer", "sentences, read by a model"),
    Step("agent", "verify each quote", "word for word, on its page"),
    Step("cli", "print", "answer, sources, ranking"),
)
PDF = (
    Step("cli", "citehop index, add", "parse the command line"),
    Step("acquisition", "add: download", "ledger, rate limits"),
    Step("indexes", "scan", "changed files only"),
    Step("papers", "parse in workers", "text, figures, references"),
    Step("papers", "resolve references", "to papers of the cluster"),
    Step("indexes", "chunk and embed", "cached by content"),
    Step("indexes", "write the store", "then the manifest"),
)
PATHS = ((QUESTION, "a question", "#1f5fa8", "#e4eefa"), (PDF, "a PDF", "#a65a12", "#fbeeda"))

_LEFT, _TOP, _COLUMN, _GAP = 226, 60, 196, 26
_BOX_HEIGHT, _LINE, _PADDING = 40, 46, 8
_FONT = "font-family='system-ui, Helvetica, Arial, sans-serif'"


def draw() -> str:
    """Return the drawing as SVG."""
    rows = _row_tops()
    bottom = rows[-1][1] + rows[-1][2]
    width = _LEFT + len(QUESTION) * _COLUMN + 10
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {bottom + 34}' {_FONT}>",
        "<title>Packages of citehop, and the paths of a question and of a PDF through them</title>",
        f"<rect width='{width}' height='{bottom + 34}' fill='#ffffff'/>",
        *_legend(),
        *_draw_rows(rows, width),
    ]
    for index, (steps, _, stroke, fill) in enumerate(PATHS):
        parts += _draw_path(steps, index, stroke, fill, {name: top for name, top, _ in rows})
    parts.append(
        _text(
            14, bottom + 22, "A package imports only from packages below it (import-linter).", 13, "#555555"
        )
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row_tops() -> list[tuple[str, int, int]]:
    """Return (package, top, height) of each row. A row has one line for each path that uses it, and at least one."""
    rows, top = [], _TOP
    for package, _ in LAYERS:
        lines = sum(any(step.package == package for step in steps) for steps, *_ in PATHS)
        height = max(1, lines) * _LINE + _PADDING
        rows.append((package, top, height))
        top += height
    return rows


def _legend() -> Iterator[str]:
    x = _LEFT
    for _, name, stroke, fill in PATHS:
        yield f"<rect x='{x}' y='18' width='26' height='16' rx='4' fill='{fill}' stroke='{stroke}'/>"
        yield _text(x + 34, 31, f"path of {name}", 14, "#222222")
        x += 190


def _draw_rows(rows: Sequence[tuple[str, int, int]], width: int) -> Iterator[str]:
    for number, ((package, top, height), (_, contents)) in enumerate(zip(rows, LAYERS, strict=True)):
        fill = "#f6f7f9" if number % 2 == 0 else "#ffffff"
        yield f"<rect x='0' y='{top}' width='{width}' height='{height}' fill='{fill}'/>"
        middle = top + height // 2
        yield _text(14, middle - 2, f"{package}/", 15, "#111111", bold=True)
        yield _text(14, middle + 15, contents, 12, "#555555")


def _draw_path(
    steps: Sequence[Step], index: int, stroke: str, fill: str, tops: dict[str, int]
) -> Iterator[str]:
    marker = f"arrow{index}"
    yield (
        f"<marker id='{marker}' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto'>"
        f"<path d='M0 0 L8 4 L0 8 z' fill='{stroke}'/></marker>"
    )
    places = [_place(step, column, index, tops) for column, step in enumerate(steps)]
    width = _COLUMN - _GAP
    for (x, y), (next_x, next_y) in pairwise(places):
        turn = x + width + _GAP // 2 + (5 if index else -5)  # so that the paths share no vertical line
        middle, next_middle = y + _BOX_HEIGHT // 2, next_y + _BOX_HEIGHT // 2
        yield (
            f"<path d='M{x + width} {middle} H{turn} V{next_middle} H{next_x - 1}' fill='none' "
            f"stroke='{stroke}' stroke-width='1.6' marker-end='url(#{marker})'/>"
        )
    for number, (step, (x, y)) in enumerate(zip(steps, places, strict=True), 1):
        yield (
            f"<rect x='{x}' y='{y}' width='{width}' height='{_BOX_HEIGHT}' rx='6' fill='{fill}' stroke='{stroke}'/>"
        )
        yield _text(x + 8, y + 17, f"{number}. {step.title}", 12, "#111111", bold=True)
        yield _text(x + 8, y + 32, step.detail, 11, "#333333")


def _place(step: Step, column: int, index: int, tops: dict[str, int]) -> tuple[int, int]:
    """Return the top left corner of a step's box. If both paths use a row, each has its own line in it."""
    above = index and any(other.package == step.package for other in PATHS[0][0])
    return _LEFT + column * _COLUMN, tops[step.package] + _PADDING // 2 + 3 + (_LINE if above else 0)


def _text(x: int, y: int, text: str, size: int, fill: str, *, bold: bool = False) -> str:
    weight = " font-weight='600'" if bold else ""
    return f"<text x='{x}' y='{y}' font-size='{size}' fill='{fill}'{weight}>{escape(text)}</text>"


if __name__ == "__main__":
    default = Path(__file__).resolve().parent.parent / "docs" / "architecture.svg"
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?", default=default)
    parser.parse_args().file.write_text(draw(), "utf-8")
