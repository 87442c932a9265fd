"""Draws a grid as a PDF page of its own size; the page is then rendered to the image a user would have."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import pypdfium2
from PIL import Image
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.types import BBox, Word

from .fonts import face
from .grid import Cell, Grid, Run
from .style import Style

MARGIN = 8.0
COLOURS = {"black": (0, 0, 0), "blue": (0.1, 0.2, 0.6), "grey": (0.55, 0.55, 0.55)}
SHADE = (0.91, 0.92, 0.94)
POINTS_PER_INCH = 72


@dataclass(slots=True)
class Drawing:
    """A table on its page, y upwards as PDF has it."""

    canvas: Any
    style: Style
    lefts: list[float]  # left edge of each column, and the right edge of the last
    height: float
    words: list[tuple[str, float, float, float, float]]  # text, x0, y0, x1, y1

    def top(self, row: int) -> float:
        return self.height - MARGIN - row * self.style.size * self.style.leading


def draw_table(grid: Grid, style: Style) -> tuple[Image.Image, tuple[Word, ...]]:
    """The image at the style's resolution, and its words in pixels."""
    widths = _widths(grid, style)
    lefts = [MARGIN + sum(widths[:index]) for index in range(len(widths) + 1)]
    size = (lefts[-1] + MARGIN, grid.rows * style.size * style.leading + 2 * MARGIN)
    buffer = io.BytesIO()
    drawing = Drawing(Canvas(buffer, pagesize=size, invariant=1), style, lefts, size[1], [])
    _shade(drawing, grid)
    for cell in grid.cells:
        _draw_cell(drawing, cell)
    _rule(drawing, grid)
    drawing.canvas.save()
    scale = style.dpi / POINTS_PER_INCH
    image = pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=scale).to_pil().convert("RGB")
    words = tuple(
        Word(text, BBox(x0 * scale, (size[1] - y1) * scale, x1 * scale, (size[1] - y0) * scale))
        for text, x0, y0, x1, y1 in drawing.words
    )
    return image, words


def _width(runs: tuple[Run, ...], style: Style) -> float:
    return float(
        sum(stringWidth(run.text, face(style.font, run.variant), style.size * run.scale) for run in runs)
    )


def _widths(grid: Grid, style: Style) -> list[float]:
    widths = [0.0] * grid.columns
    for cell in grid.cells:
        if cell.columns == 1:
            own = style.size if cell.rotated else _width(cell.runs, style)
            widths[cell.column] = max(widths[cell.column], own + style.gap)
    for cell in grid.cells:
        if 1 < cell.columns < grid.columns:
            inside = range(cell.column, cell.column + cell.columns)
            lack = _width(cell.runs, style) + style.gap - sum(widths[column] for column in inside)
            for column in inside:
                widths[column] += max(0.0, lack) / cell.columns
    return widths


def _draw_cell(drawing: Drawing, cell: Cell) -> None:
    style = drawing.style
    left, right = drawing.lefts[cell.column], drawing.lefts[cell.column + cell.columns]
    width = _width(cell.runs, style)
    middle = (drawing.top(cell.row) + drawing.top(cell.row + cell.rows)) / 2
    if cell.rotated:
        _draw_rotated(drawing, cell, (left + right) / 2, middle, width)
        return
    baseline = middle - 0.34 * style.size
    x = {"left": left + style.gap / 2, "centre": (left + right - width) / 2}[cell.align]
    spot = x
    pieces: list[tuple[str, float, float]] = []  # letters with their extent, to be split into words
    for run in cell.runs:
        font, size = face(style.font, run.variant), style.size * run.scale
        drawing.canvas.setFont(font, size)
        drawing.canvas.setFillColorRGB(*COLOURS[run.colour])
        drawing.canvas.drawString(spot, baseline + run.shift * style.size, run.text)
        for index, letter in enumerate(run.text):
            start = spot + stringWidth(run.text[:index], font, size)
            pieces.append((letter, start, start + stringWidth(letter, font, size)))
        spot += stringWidth(run.text, font, size)
    if cell.underline:
        drawing.canvas.setLineWidth(0.5)
        drawing.canvas.line(x, baseline - 1.6, x + width, baseline - 1.6)
    drawing.words += _words(pieces, baseline, style.size)


def _words(
    pieces: list[tuple[str, float, float]], baseline: float, size: float
) -> list[tuple[str, float, float, float, float]]:
    words: list[tuple[str, float, float, float, float]] = []
    text, start, end = "", 0.0, 0.0
    for letter, x0, x1 in [*pieces, (" ", 0.0, 0.0)]:
        if letter == " ":
            if text:
                words.append((text, start, baseline - 0.22 * size, end, baseline + 0.7 * size))
            text = ""
        else:
            start = start if text else x0
            text, end = text + letter, x1
    return words


def _draw_rotated(drawing: Drawing, cell: Cell, x: float, y: float, width: float) -> None:
    """Text from bottom to top, smaller where its rows are too few for it."""
    room = drawing.top(cell.row) - drawing.top(cell.row + cell.rows) - 2
    shrink = min(1.0, room / width)
    size, width = drawing.style.size * shrink, width * shrink
    canvas = drawing.canvas
    canvas.saveState()
    canvas.translate(x + 0.34 * size, y - width / 2)
    canvas.rotate(90)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont(face(drawing.style.font), size)
    canvas.drawString(0, 0, cell.text)
    canvas.restoreState()
    drawing.words.append((cell.text, x - 0.4 * size, y - width / 2, x + 0.5 * size, y + width / 2))


def _shade(drawing: Drawing, grid: Grid) -> None:
    drawing.canvas.setFillColorRGB(*SHADE)
    for first, last, left, right in grid.fills:
        x0, x1 = drawing.lefts[left], drawing.lefts[right + 1]
        y0, y1 = drawing.top(last + 1), drawing.top(first)
        drawing.canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)


def _rule(drawing: Drawing, grid: Grid) -> None:
    kind = drawing.style.rules
    canvas = drawing.canvas
    if kind == "none":
        return
    left, right = drawing.lefts[0], drawing.lefts[-1]

    def across(row: int, width: float, x0: float = left, x1: float = right) -> None:
        canvas.setLineWidth(width)
        canvas.line(x0, drawing.top(row), x1, drawing.top(row))

    for row in {0, grid.rows}:
        across(row, 1.0)
        if kind == "double":
            canvas.line(left, drawing.top(row) + 1.8, right, drawing.top(row) + 1.8)
    across(grid.header, 0.6)
    for row, first, last in grid.spans:
        inset = drawing.style.gap / 3
        across(row + 1, 0.4, drawing.lefts[first] + inset, drawing.lefts[last + 1] - inset)
    if kind == "dashed":
        canvas.setDash(2.2, 2.0)
    for row in grid.breaks:
        across(row, 0.5)
    canvas.setDash()
    if kind in {"ruled", "grid"}:
        for row in range(grid.header, grid.rows):
            across(row, 0.4)
    if kind in {"grid", "vertical"}:
        verticals = range(len(drawing.lefts)) if kind == "grid" else (1,)
        for index in verticals:
            canvas.line(drawing.lefts[index], drawing.top(0), drawing.lefts[index], drawing.top(grid.rows))
