"""Tables of the sample papers: booktabs, plain rules, a full grid or zebra rows, with headers of one or two levels."""

from __future__ import annotations

from typing import Any

from reportlab.lib import colors
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Table

from .citations import Bibliography
from .content import Float

LEVEL = " / "  # "CRESTA / NSE" is column NSE below the spanning header CRESTA
PADDING = 3.2
HEAVY, LIGHT = 0.9, 0.4


def draw_table(item: Float, bibliography: Bibliography, width: float, family: str) -> Table:
    """Return the table, fitted to about `width` points."""
    spec = item.spec
    size = spec.get("size", 8.8)
    header = _header(spec["columns"])
    body = [[bibliography.render(cell) for cell in row] for row in spec["rows"]]
    cells = header + [row + [""] * (len(spec["columns"]) - len(row)) for row in body]
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), _face(family, ""), size, size * 1.2),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), 1.3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
    ]
    style += (
        _spans(spec["columns"])
        + _groups(body, len(header), family, size)
        + _bold(spec, body, len(header), family)
    )
    style += _rules(spec["rules"], len(header), len(cells), _group_rows(body))
    # Spanning cells do not determine column widths.
    full = [header[-1], *(row for row in body if len(row) > 1)]
    widths = [
        max(stringWidth(row[column], _face(family, "Bold"), size) for row in full) + 2 * PADDING
        for column in range(len(spec["columns"]))
    ]
    return Table(cells, colWidths=_fit(widths, width), style=style)


def _face(family: str, variant: str) -> str:
    italic = "Italic" if family == "Times" else "Oblique"
    plain = "Times-Roman" if family == "Times" else family
    return {"": plain, "Bold": f"{family}-Bold", "Italic": f"{family}-{italic}"}[variant]


def _runs(columns: list[str]) -> list[tuple[str, int, int]]:
    """Return each upper header with the first and last column that it spans."""
    heads = [column.partition(LEVEL)[0] if LEVEL in column else "" for column in columns]
    runs: list[tuple[str, int, int]] = []
    for index, head in enumerate(heads):
        if head and index and heads[index - 1] == head:
            runs[-1] = (head, runs[-1][1], index)
        elif head:
            runs.append((head, index, index))
    return runs


def _header(columns: list[str]) -> list[list[str]]:
    leaves = [column.split(LEVEL)[-1] for column in columns]
    if leaves == columns:
        return [leaves]
    top = [""] * len(columns)
    for head, first, _ in _runs(columns):
        top[first] = head
    return [top, leaves]


def _spans(columns: list[str]) -> list[tuple[Any, ...]]:
    style: list[tuple[Any, ...]] = []
    for _, first, last in _runs(columns):
        style += [("SPAN", (first, 0), (last, 0)), ("LINEBELOW", (first, 0), (last, 0), LIGHT, colors.black)]
    return style


def _group_rows(body: list[list[str]]) -> list[int]:
    return [index for index, row in enumerate(body) if len(row) == 1]


def _groups(body: list[list[str]], top: int, family: str, size: float) -> list[tuple[Any, ...]]:
    style: list[tuple[Any, ...]] = []
    for index in _group_rows(body):
        style += [
            ("SPAN", (0, top + index), (-1, top + index)),
            ("FONT", (0, top + index), (0, top + index), _face(family, "Italic"), size),
        ]
    return style


def _bold(spec: dict[str, Any], body: list[list[str]], top: int, family: str) -> list[tuple[Any, ...]]:
    style = []
    for column, rule in enumerate(spec.get("best", ())):
        values = {i: _number(row[column]) for i, row in enumerate(body) if len(row) > 1 and rule}
        known = {index: value for index, value in values.items() if value is not None}
        if known:
            best = (max if rule == "max" else min)(known.values())
            style += [
                ("FONTNAME", (column, top + index), (column, top + index), _face(family, "Bold"))
                for index, value in known.items()
                if value == best
            ]
    return style


def _number(cell: str) -> float | None:
    try:
        return float(cell.rstrip("*"))
    except ValueError:
        return None


def _rules(kind: str, top: int, rows: int, groups: list[int]) -> list[tuple[Any, ...]]:
    black = colors.black
    if kind == "grid":
        return [("GRID", (0, 0), (-1, -1), LIGHT, black)]
    style: list[tuple[Any, ...]] = [
        ("LINEABOVE", (0, 0), (-1, 0), HEAVY, black),
        ("LINEBELOW", (0, top - 1), (-1, top - 1), LIGHT, black),
        ("LINEBELOW", (0, -1), (-1, -1), HEAVY, black),
    ]
    if kind == "booktabs":
        style += [("LINEABOVE", (0, top + row), (-1, top + row), LIGHT, black) for row in groups if row]
    elif kind == "ruled":
        style += [("LINEBELOW", (0, row), (-1, row), LIGHT, colors.gray) for row in range(top, rows - 1)]
    elif kind == "zebra":
        style += [
            ("BACKGROUND", (0, row), (-1, row), colors.Color(0.92, 0.94, 0.92)) for row in range(top, rows, 2)
        ]
    return style


def _fit(widths: list[float], width: float) -> list[float]:
    """Return column widths that add up to about `width`. The slack is shared equally, at most 14 points per column."""
    slack = (width - sum(widths)) / len(widths)
    return [natural + min(max(slack, -2 * PADDING + 1.5), 14.0) for natural in widths]
