"""Convert TeX to plain text. pylatexenc handles accents, symbols and formulas; this module handles the rest."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from .tokens import parse_argument, parse_options

_PIECE = 4_000  # characters converted at once, because pylatexenc's time grows faster than its input
_DEEPEST = 8  # most levels of nested arguments
_COMMAND = re.compile(r"\\([A-Za-z@]+)\*?")
# Commands that typeset nothing, by number of arguments.
_HIDDEN: dict[int, list[str]] = {
    0: [
        "addlinespace", "arraystretch", "clearpage", "footnotemark", "hskip", "maketitle", "newpage", "tableofcontents",
        "today", "vskip",
    ],
    1: [
        "adjustbox", "affiliation", "arrayrulecolor", "bibliography", "bibliographystyle", "captionsetup", "cellcolor", "cline",
        "cmidrule", "color", "columncolor", "email", "footnote", "footnotetext", "graphicspath", "hphantom",
        "hspace", "hypersetup", "include", "includegraphics", "index", "input", "label", "linespread", "nocite",
        "pagestyle", "phantom", "raisebox", "rowcolor", "scalebox", "thanks", "thispagestyle", "usepackage",
        "vphantom", "vspace",
    ],
    2: [
        "addtocounter", "addtolength", "fontsize", "newcolumntype", "pdfbookmark", "resizebox", "rule",
        "setcounter", "setlength",
    ],
    3: [
        "definecolor",
    ],
}  # fmt: skip
# Commands that typeset one of their arguments, by (number of arguments, index of the typeset argument).
_SHOWING: dict[tuple[int, int], list[str]] = {
    (1, 0): ["texttt", "textsf", "mbox", "hbox", "fbox", "makebox", "framebox", "lowercase", "uline", "url", "path"],
    (2, 0): ["texorpdfstring"],
    (2, 1): ["href", "textcolor", "colorbox", "parbox", "rotatebox"],
    (3, 2): ["multirow", "multicolumn"],
}  # fmt: skip
_ARGUMENTS: dict[str, tuple[int, int | None]] = {
    **{name: (count, None) for count, names in _HIDDEN.items() for name in names},
    **{name: shape for shape, names in _SHOWING.items() for name in names},
}
_VERBATIM = re.compile(r"\\(?:verb|lstinline)\*?([^\sA-Za-z*{])(.{0,500}?)\1")
# Symbols unknown to pylatexenc.
_SIGNS = {
    r"\S": "§",
    r"\checkmark": "✓",
    r"\ding{51}": "✓",
    r"\ding{52}": "✓",
    r"\ding{55}": "✗",
    r"\ding{56}": "✗",
}
_SIGN = re.compile(r"\\(?:S|checkmark)(?![A-Za-z])|\\ding\{5[1256]\}|\\looseness\s*=\s*-?\d+")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]{0,60}\}(?:\[[^\]]{0,60}\])?")
# \xspace: a blank unless punctuation follows.
_XSPACE = re.compile(r"\\xspace(?![A-Za-z])(?:\{\})?[ \t]*\n?[ \t]*(?=([^\s.,;:!?)\]'}~/-])?)")
_LINE_BREAK = re.compile(r"\\\\\*?(?:\[[^\]]{0,20}\]|[ \t]+\[\s*-?[\d.]+\s*(?:pt|mm|cm|ex|em|in)\s*\])?")
_SPACE = re.compile(r"[\s\u00a0]+")
_LEFT_OVER = re.compile(r"\\[A-Za-z@]+\*?|[{}]")
_BEFORE_MARK = re.compile(r"\s+([,.;:!?)\]])")


def convert_to_text(tex: str) -> str:
    """Convert a passage to text on one line, with formulas approximated by characters, in linear time.

    This never fails.
    """
    tex = _VERBATIM.sub(lambda m: re.sub(r"([\\\\{}$&#_%^~])", r" ", m[2]), tex)
    tex = _LINE_BREAK.sub(" ", tex)
    tex = _SIGN.sub(lambda m: _SIGNS.get(m[0], ""), tex)
    tex = _ENVIRONMENT.sub(" ", _drop_hidden_commands(_XSPACE.sub(lambda m: " " if m[1] else "", tex)))
    text = "".join(_convert_piece(piece) for piece in _split_text(tex))
    return _BEFORE_MARK.sub(r"\1", _SPACE.sub(" ", text)).strip()


def _drop_hidden_commands(tex: str, depth: int = 0) -> str:
    """Drop commands that typeset nothing, even inside the arguments of other commands, down to _DEEPEST levels."""
    kept, place = [], 0
    for match in _COMMAND.finditer(tex):
        if match.start() < place or match[1] not in _ARGUMENTS:
            continue
        count, shown = _ARGUMENTS[match[1]]
        kept.append(tex[place : match.start()])
        place = match.end()
        for number in range(count):
            _, place = parse_options(tex, place)
            value, place = parse_argument(tex, place)
            if number == shown:
                kept.append(_drop_hidden_commands(value, depth + 1) if depth < _DEEPEST else value)
        if shown is None:
            kept.append(" ")
    return "".join([*kept, tex[place:]])


def _split_text(tex: str) -> list[str]:
    """Split `tex` into pieces of at most _PIECE characters, after a sentence or at a blank if possible."""
    pieces, start = [], 0
    while len(tex) - start > _PIECE:
        cut = tex.rfind(". ", start, start + _PIECE)
        cut = cut + 1 if cut > start else tex.rfind(" ", start, start + _PIECE)
        cut = cut if cut > start else start + _PIECE
        pieces.append(tex[start:cut])
        start = cut
    return [*pieces, tex[start:]]


def _convert_piece(tex: str) -> str:
    if "\\" not in tex and not any(c in tex for c in "${}~`'-^_&"):
        return tex
    try:
        return str(_create_converter().latex_to_text(tex))
    except (RecursionError, ValueError, IndexError, KeyError, AttributeError):
        return _LEFT_OVER.sub("", tex).replace("$", "").replace("~", " ")


@cache
def _create_converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", strict_latex_spaces=False, keep_comments=True)
