"""Parse tabular environments into grids of cells."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .text import convert_to_text
from .tokens import find_group_end, parse_argument, parse_options

_NAMES = "tabular|tabularx|tabulary|tabular\\*|longtable|supertabular|deluxetable|array|tblr|NiceTabular"
_BEGIN = re.compile(rf"\\begin\s*\{{(?P<name>{_NAMES})\*?\}}")
_WIDTH_FIRST = {"tabularx", "tabulary", "tabular*"}
_MARK = re.compile(r"\\\\\*?|\\tabularnewline|\\.|[{}&]|\\begin|\\end", re.DOTALL)
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|hhline\{[^}]*\}|specialrule(?:\{[^}]*\}){3}|"
    r"c(?:mid)?(?:line|rule)(?:\([^)]*\))?(?:\[[^\]]*\])?\{[^}]*\}|addlinespace(?:\[[^\]]*\])?|startdata|enddata|noalign\{[^}]*\}|"
    r"tablehead|colhead|rowcolor(?:\[[^\]]*\])?\{[^}]*\})(?![A-Za-z])"
)
_SPANNING = re.compile(r"\s*\\multicolumn(?![A-Za-z])")
_STACKED = re.compile(r"\\(?:makecell|shortstack|thead|specialcell|tabincell)(?![A-Za-z])")
_MOST_ROWS, _MOST_COLUMNS = 500, 100


@dataclass(frozen=True, slots=True)
class TabularCell:
    """The text of a cell, and the number of columns that it spans."""

    text: str
    span: int = 1


Grid = tuple[tuple[TabularCell, ...], ...]


def find_tabulars(tex: str) -> list[tuple[int, int]]:
    """Return the spans (start, end) of the outermost tabulars in `tex`, in order."""
    found, place = [], 0
    while match := _BEGIN.search(tex, place):
        end = _find_end(tex, match)
        found.append((match.start(), end))
        place = end
    return found


def parse_grid(tex: str) -> Grid:
    """Parse a tabular (from its \\begin to its \\end) into rows of cells; rows that contain only rules are skipped.

    The text of a cell includes citation markers. Cells covered by a \\multirow are empty.
    """
    opening = _BEGIN.match(tex)
    place = opening.end() if opening else 0
    if opening:
        _, place = parse_options(tex, place)
        for _ in range(2 if opening["name"] in _WIDTH_FIRST else 1):
            if tex[place : place + 1] == "{":
                _, place = parse_argument(tex, place)
    closing = tex.rfind("\\end")
    body = tex[place : closing if closing > place else len(tex)]
    rows = [
        tuple(_parse_cell(cell) for cell in row) for row in _split_rows(_RULES.sub(" ", body))[:_MOST_ROWS]
    ]
    return tuple(row for row in rows if any(cell.text for cell in row))


def _find_end(tex: str, opening: re.Match[str]) -> int:
    """Return the index after the \\end that matches a \\begin, counting nested tabulars.

    Return the end of `tex` if there is no such \\end.
    """
    name = re.escape(opening["name"])
    depth = 0
    for match in re.compile(rf"\\(begin|end)\s*\{{{name}\*?\}}").finditer(tex, opening.start()):
        depth += 1 if match[1] == "begin" else -1
        if depth == 0:
            return match.end()
    return len(tex)


def _split_rows(body: str) -> list[list[str]]:
    """Split the source into rows of cells at "\\\\" and "&" outside groups and inner environments."""
    rows: list[list[str]] = [[]]
    depth = start = 0
    for match in _MARK.finditer(body):
        mark = match[0]
        if mark in ("{", "\\begin"):
            depth += 1
        elif mark in ("}", "\\end"):
            depth = max(0, depth - 1)
        elif depth == 0 and mark == "&":
            rows[-1].append(body[start : match.start()])
            start = match.end()
        elif depth == 0 and (mark.startswith("\\\\") or mark == "\\tabularnewline"):
            rows[-1].append(body[start : match.start()])
            rows.append([])
            start = match.end()
            if body[start : start + 1] == "[" and (end := body.find("]", start, start + 20)) > 0:
                start = end + 1
    rows[-1].append(body[start:])
    return [row[:_MOST_COLUMNS] for row in rows]


def _parse_cell(source: str) -> TabularCell:
    span = 1
    spanning = _SPANNING.match(source)
    if spanning:
        count, place = parse_argument(source, spanning.end())
        _, place = parse_argument(source, place)
        text, _ = parse_argument(source, place)
        span = min(max(int(count), 1), _MOST_COLUMNS) if count.strip().isdigit() else 1
        source = text
    return TabularCell(convert_to_text(_join_stacked(source)), span)


def _join_stacked(source: str) -> str:
    """Join the lines of a stacked cell ("\\makecell{a \\\\ b}" or an inner tabular)."""
    if _STACKED.search(source) or "\\begin" in source:
        source = re.sub(r"\\\\(?:\[[^\]]*\])?", " ", source)
        source = re.sub(rf"\\begin\{{(?:{_NAMES})\}}(?:\[[^\]]*\])?\{{[^}}]*\}}", " ", source)
    match = _STACKED.search(source)
    if match:
        _, place = parse_options(source, match.end())
        end = find_group_end(source, place) if source[place : place + 1] == "{" else -1
        if end > 0:
            source = f"{source[: match.start()]} {source[place + 1 : end - 1]} {source[end:]}"
    return source
