"""Detect captions and collect their lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ....captions import TEXT_LABELS
from ....types import BBox, FigureKind
from ..layout.text_columns import TextColumn
from ..text.frame import bounding_box
from ..text.lines import Line, build_line
from .drawings import PageMark

_LABEL = re.compile(
    r"^(?P<prefix>(?:supplementary|supplemental|supp\.?|extended data|appendix|online|web|e)[\s-]+)?"
    r"(?P<word>fig(?:ures?|uras?|s?\.)?|tab(?:leaux?|les?|las?|elas?|elles?|ellen|\.)?|abb(?:ildung|\.)|рис(?:унок|\.)|табл(?:ица|\.)|"
    r"(?-i:(?:S(?:cheme|CHEME)|C(?:hart|HART)|B(?:ox|OX)|A(?:lgorithm|LGORITHM)))(?=\s))\s*"
    r"(?P<number>(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.-]\d{1,3})*|[IVXLC]{1,7})(?P<part>[a-z]?)(?![\w%])"
    r"(?P<mark>\s*\)?\s*[:.|\u2014\u2013]|\s+-\s|\s*\)|\s*[,(\[]?\s*cont(?:inued|'?d)?\b|$)?",
    re.IGNORECASE,
)
_UNNUMBERED = re.compile(
    r"^(?P<word>Table|Figure):\s+(?=[A-Z])"
)  # The Lancet prints this label if a paper has a single table or figure
_OWN_WORDS = ("scheme", "chart", "box", "algorithm")  # words of labels other than "Figure" and "Table"
_CAPITAL_LABEL = re.compile(r"(?:FIG(?:\.|URE|URA)|TABL(?:E|A|EAU)|РИС\.|ТАБЛИЦА)\s+[\dIVX]")
_LABEL_STARTS = frozenset("FfTtSsEeAaOoWwРрТтBC")  # letters with which a label or its prefix begins
_ROMAN_OR_UPPER = re.compile(r"^[A-Z\d.-]+$")
_LABEL_SIZE = 2.2  # points by which the title may be smaller or larger than a label alone on its line
_TITLE_STEP = 2.7  # most font sizes between a label alone on its line and the title below it
_NOTE_STEP, _NOTE_MARKS = (
    1.7,
    "*∗†‡§¶",
)  # most line distances from a caption to its notes; marks that begin a note
_SINGLE_SPACING, _DOUBLE_SPACING = 1.5, 2.2  # distance of two lines in font sizes
_LEADERS = re.compile(r"(?:\.\s?){5,}")


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption: its label and its lines.

    `label` is normalized ("Table 2", "Figure A1", "Scheme 1"). `lines` extend from the label to the end of the caption.
    """

    kind: FigureKind
    label: str
    lines: tuple[Line, ...]
    bbox: BBox

    @property
    def above_text(self) -> bool:
        """True for a box or an algorithm, whose lines are part of the running text."""
        return self.label.startswith(TEXT_LABELS)


def find_captions(
    lines: Sequence[Line], marks: Sequence[PageMark], columns: Sequence[TextColumn]
) -> list[Caption]:
    """Find the captions of a page, from top to bottom.

    `lines` are all pieces of lines on the page, `marks` its drawings, `columns` its text columns.
    """
    ordered = sorted(lines, key=lambda line: (line.baseline, line.bbox.x0))
    starts = [line for line in ordered if _opens_caption(line, ordered)]
    rules = [mark.bbox for mark in marks if mark.rule]
    return [_build_caption(start, _collect_lines(start, ordered, starts, rules, columns)) for start in starts]


def collect_caption(start: Line, lines: Sequence[Line], marks: Sequence[PageMark]) -> Caption:
    """Collect the caption that begins with `start`, which is one of `lines`."""
    ordered = sorted(lines, key=lambda line: (line.baseline, line.bbox.x0))
    rules = [mark.bbox for mark in marks if mark.rule]
    return _build_caption(start, _collect_lines(start, ordered, [start], rules, ()))


def _build_caption(start: Line, taken: Sequence[Line]) -> Caption:
    label = parse_figure_label(start.text)
    assert label is not None
    return Caption(label[0], label[1], tuple(taken), bounding_box([line.bbox for line in taken]))


def parse_figure_label(text: str) -> tuple[FigureKind, str] | None:
    """Return the kind and the normalized label of a text that begins like a caption; None for any other text.

    A label without a number gets the number 1.
    """
    if only := _UNNUMBERED.match(text):
        return ("table" if only["word"] == "Table" else "figure"), f"{only['word']} 1"
    match = _LABEL.match(text) if text[:1] in _LABEL_STARTS else None
    if (
        match is None
        or not _ROMAN_OR_UPPER.match(match["number"])
        or match["word"].casefold() in ("figures", "tables", "tablas", "figuras")
    ):
        return None
    kind: FigureKind = "table" if match["word"].casefold().startswith(("tab", "таб")) else "figure"
    prefix = " ".join((match["prefix"] or "").split())
    word = match["word"].casefold()
    label = f"{(word if word in _OWN_WORDS else kind).capitalize()} {match['number']}{match['part']}"
    return kind, f"{prefix.capitalize()} {label}" if prefix else label


def _opens_caption(line: Line, ordered: Sequence[Line]) -> bool:
    """True if a caption begins with this line.

    A line of running text may also start with "Table 1". It is recognized because it follows a line of the same type at
    the usual distance, or because the text after the number has neither punctuation before it nor another font.
    """
    text = line.text
    match = _LABEL.match(text) if text[:1] in _LABEL_STARTS else None
    if parse_figure_label(text) is None or _LEADERS.search(text):
        return False
    if match is not None and match["mark"] is None and not _is_label_distinct(line, match.end()):
        return False
    before = _find_line_above(line, ordered)
    if before is None:
        return True
    close = line.baseline - before.baseline < 1.35 * line.size
    alike = abs(before.size - line.size) < 0.3 and before.bold == line.bold
    return not (close and alike and before.bbox.width > 0.7 * line.bbox.width and len(before.tokens) > 4)


def _is_label_distinct(line: Line, end: int) -> bool:
    """True if the label, which ends at the index `end`, is set apart from the text after it.

    It is set apart if it is in capitals, has its own font, ends the line, is in a bold line, or has a title after it. A
    title begins with a capital, unlike the rest of a sentence ("Table 2 shows"). A single capital letter is not a
    title, because it may name a panel.
    """
    if _CAPITAL_LABEL.match(line.text):
        return True
    count = len(line.text[:end].split())
    head, tail = line.tokens[:count], line.tokens[count:]
    if not tail:
        return True
    label_font = head[-1].font
    if len(tail[0].text) > 1 and tail[0].text[0].isupper():
        return True
    return label_font.bold != tail[0].font.bold or (label_font.italic != tail[0].font.italic) or line.bold


def _find_line_above(line: Line, ordered: Sequence[Line]) -> Line | None:
    above = [
        other
        for other in ordered
        if other.baseline < line.baseline - 0.5 * line.size
        and _overlap(other.bbox, line.bbox) > 0.2 * line.bbox.width
    ]
    return max(above, key=lambda other: other.baseline, default=None)


def _collect_lines(
    start: Line,
    ordered: Sequence[Line],
    starts: Sequence[Line],
    rules: Sequence[BBox],
    columns: Sequence[TextColumn],
) -> list[Line]:
    """Collect the lines of the caption that begins with `start`."""
    edges = [column.left for column in columns]
    pitch = _measure_pitch(ordered)
    small = bool(columns) and start.size < columns[0].size - 0.4
    others = {id(line) for line in starts if line is not start}
    rows = _group_rows(
        [line for line in ordered if line.baseline >= start.baseline - 1 and id(line) not in others]
    )
    taken = [_join_neighbors(start, rows, edges)]
    step = 0.0
    while True:
        last = taken[-1]
        following = _find_line_below(last, taken, rows, edges)
        if (
            following is None
            or _is_separated_by_rule(last, following, rules)
            or _breaks_caption(taken, following, step, 2.1 if small else pitch)
        ):
            return taken
        if not _is_label_alone(taken):
            step = step or following.baseline - last.baseline
        taken.append(following)


def _measure_pitch(ordered: Sequence[Line]) -> float:
    """Return the largest distance between two lines of a caption, in font sizes.

    This is the distance of single spacing, or that of the page's text if its spacing is wider.
    """
    long = [line for line in ordered if len(line.tokens) > 6 and line.size > 0]
    steps = [
        (below.baseline - above.baseline) / above.size
        for above, below in pairwise(long)
        if abs(above.size - below.size) < 0.5 and above.baseline < below.baseline
    ]
    return max(_SINGLE_SPACING, 1.05 * min(median(steps), _DOUBLE_SPACING)) if steps else _SINGLE_SPACING


def _is_label_alone(taken: Sequence[Line]) -> bool:
    return len(taken) == 1 and len(taken[0].tokens) <= 3


def _group_rows(lines: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(line.baseline - rows[-1][0].baseline) < 0.2 * max(line.size, 1.0):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _join_neighbors(line: Line, rows: Sequence[Sequence[Line]], edges: Sequence[float]) -> Line:
    """Join `line` with the pieces to its right on the same baseline, up to the next text column.

    `edges` are the left edges of the columns.
    """
    row = next(row for row in rows if any(piece is line for piece in row))
    pieces = [line]
    for piece in sorted(row, key=lambda piece: piece.bbox.x0):
        gap = piece.bbox.x0 - pieces[-1].bbox.x1
        column = any(abs(piece.bbox.x0 - edge) < 3 for edge in edges)
        if 0 <= gap < 2.2 * line.size and abs(piece.size - line.size) < 0.6 and not column:
            pieces.append(piece)
    return line if len(pieces) == 1 else build_line(token for piece in pieces for token in piece.tokens)


def _find_line_below(
    last: Line, taken: Sequence[Line], rows: Sequence[Sequence[Line]], edges: Sequence[float]
) -> Line | None:
    """Return the next row below the caption; None if no row follows or the row has several separate pieces of text."""
    box = bounding_box([line.bbox for line in taken])
    for row in rows:
        if row[0].baseline <= last.baseline + 0.5 * last.size:
            continue
        under = [piece for piece in row if _overlap(piece.bbox, box) > 0.3 * min(piece.bbox.width, box.width)]
        if not under:
            continue
        joined = _join_neighbors(under[0], rows, edges)
        wide = [piece for piece in under if piece.bbox.x0 > joined.bbox.x1 + last.size]
        return None if wide else joined
    return None


def _is_separated_by_rule(last: Line, following: Line, rules: Sequence[BBox]) -> bool:
    """True if there is a rule between the two lines."""
    return any(
        last.baseline - 1 < rule.y0 < following.baseline - 0.3 * following.size
        and _overlap(rule, following.bbox) > 0.3 * following.bbox.width
        for rule in rules
    )


def _breaks_caption(taken: Sequence[Line], following: Line, step: float, pitch: float) -> bool:
    """True if `following` cannot continue the caption.

    `step` is the distance between the caption's first two lines, 0 if unknown; then `pitch` is the largest distance
    allowed, in font sizes.
    """
    first, last = taken[0], taken[-1]
    only_label = _is_label_alone(taken)
    # A label alone on its line may have a title in another size below it, in small capitals.
    if abs(following.size - first.size) > (_LABEL_SIZE if only_label else 0.4):
        return True
    distance = following.baseline - last.baseline
    if only_label:
        return distance > _TITLE_STEP * max(first.size, last.size)
    if step and distance < _NOTE_STEP * step and _is_note(first, following):
        return False
    if distance > (1.12 * step + 0.5 if step else pitch * max(first.size, last.size)):
        return True
    right = max(line.bbox.x1 for line in (*taken, following))
    room = right - last.bbox.x1 - 0.3 * last.size
    centered = abs((following.bbox.x0 + following.bbox.x1) - (last.bbox.x0 + last.bbox.x1)) < 2 * last.size
    if not centered and following.bbox.x0 < first.bbox.x0 - 2 * first.size:
        return True
    return following.tokens[0].bbox.width < room - 2.5 * last.size and not centered


def _is_note(first: Line, following: Line) -> bool:
    """True if `following` begins with the mark of a note, at the caption's left edge and in its font size."""
    marked = following.text[0] in _NOTE_MARKS and abs(following.size - first.size) < 0.3
    return marked and abs(following.bbox.x0 - first.bbox.x0) < first.size


def _overlap(a: BBox, b: BBox) -> float:
    return min(a.x1, b.x1) - max(a.x0, b.x0)
