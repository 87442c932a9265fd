"""Read a table from the words and pixels of an image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from ...papers.raster import Pixels
from ...papers.types import BBox, Word
from .body import Draft, FindDash, RowLabel, data_columns, draft_rows
from .columns import find_columns
from .dashes import dash_finder
from .header.paths import header_paths, join_under_titles
from .header.size import header_size, wide_rules
from .header.subtitles import move_subtitles
from .joined_words import join_scripts, join_thousands
from .lines import TableLine, bounds, find_lines, split_turned, text_height
from .marks import are_marks, are_mostly_marks, find_signs, read_mark
from .merged import is_merged, spread_labels
from .repeated_headers import split_at_headers, stack_repeated_columns
from .rules import Rules, find_rules
from .text_rows import draft_bands, draft_text_rows, is_running_text
from .text_style import detect_styles
from .types import Cell, Column, Row, Table
from .under_columns import Extent

_WORDS_OF_PROSE = 8  # least number of words in the longest segment of a line of running text


def read_table(image: Image.Image, words: Sequence[Word]) -> Table | None:
    """Return the table in `image`; None without a grid of at least two columns. `words` are in pixels of the image."""
    # Damaged files may have words without text or without size.
    words = [word for word in words if word.text.strip() and word.bbox.width > 0 and word.bbox.height > 0]
    height = text_height(words)
    words = join_scripts(words, height)
    words = [*words, *find_signs(image, words, height)]
    flat, turned = split_turned(words, height)
    if not flat:
        return None
    rules = find_rules(image, words, height)
    lines = _inside(find_lines(join_thousands(flat, height), height, rules.vertical), rules, height)
    columns = find_columns(lines, rules.vertical, height)
    if len(columns) < 2:
        return None
    wide = wide_rules(rules, columns[0][0], columns[-1][1], height)
    whole = wide_rules(rules, columns[0][0], columns[-1][1], height, whole=True)
    size = header_size(lines, columns, whole, wide)
    head, body = lines[:size], lines[size:]
    if not body:
        return None
    columns = join_under_titles(head, body, columns)
    if len(columns) < 2:
        return None
    head, body = move_subtitles(head, body, columns)
    drafts, floating = _draft(body, columns, wide, dash_finder(image, height))
    if not drafts:
        return None
    paths = header_paths(head, columns, rules, height)
    grid = detect_styles(image, [_column_cells(index, drafts) for index in range(len(columns))])
    _spread_leading(grid, drafts, floating, columns, rules)
    _read_marks(grid, drafts, columns, np.asarray(image.convert("RGB")), height)
    shown = [Column(path, *extent) for path, extent in zip(paths, columns, strict=True)]
    labels = [word for word in turned if word.bbox.y1 > drafts[0].y]
    _title_columns(shown, [word for word in turned if word not in labels])
    _add_turned(shown, grid, labels, drafts, rules)
    return stack_repeated_columns(split_at_headers(Table(tuple(shown), _rows(grid, drafts, wide, height))))


def _draft(
    body: Sequence[TableLine], columns: Sequence[Extent], wide: Sequence[float], find_dash: FindDash
) -> tuple[list[Draft], list[list[RowLabel]]]:
    """Return the rows, and for each column the labels between rows. Running text gives no rows."""
    nothing: list[list[RowLabel]] = [[] for _ in columns]
    bands = draft_bands(body, columns, wide)
    if bands is not None:
        return bands, nothing
    if any(data_columns(body, columns)):
        return draft_rows(body, columns, wide, find_dash)
    return [] if is_running_text(body, columns) else draft_text_rows(body, columns, wide), nothing


def _inside(lines: Sequence[TableLine], rules: Rules, height: float) -> list[TableLine]:
    """Return `lines` without captions and notes.

    These are single segments above or below all other lines and the long rules, and running text below a long rule.
    """
    if not lines:
        return []
    box = bounds([line.bbox for line in lines])
    wide = wide_rules(rules, box.x0, box.x1, height)
    if len(wide) < 2:
        return list(lines)
    parted = [line.y for line in lines if len(line.segments) > 1] or wide
    notes = (rule for rule in wide if _are_prose([line for line in lines if line.y > rule]))
    top, bottom = min(wide[0], parted[0]), next(notes, max(wide[-1], parted[-1]))
    return [line for line in lines if top <= line.y <= bottom]


def _are_prose(lines: Sequence[TableLine]) -> bool:
    """True for lines of running text, such as notes, possibly in two columns.

    All lines except the last must have a segment with more words than a cell has. All segments of the first line
    must be that long.
    """
    counts = [[len(segment.words) for segment in line.segments] for line in lines]
    longest = [max(line) for line in counts]
    return bool(counts) and min([*counts[0], *longest[:-1]]) >= _WORDS_OF_PROSE


def _column_cells(column: int, drafts: Sequence[Draft]) -> list[Cell | None]:
    return [
        Cell(draft.text_of(column), bounds([segment.bbox for segment in draft.cells[column]]))
        if draft.cells[column] else None
        for draft in drafts
    ]  # fmt: skip


def _spread_leading(
    grid: list[list[Cell | None]],
    drafts: Sequence[Draft],
    floating: Sequence[Sequence[RowLabel]],
    columns: Sequence[Extent],
    rules: Rules,
) -> None:
    """Fill the merged cells of the leading columns, from the left up to the first column without merged cells."""
    for column in range(len(columns) - 1):
        if not is_merged(column, drafts, floating[column]):
            return
        labels = [RowLabel(cell.text, cell.bbox) for cell in grid[column] if cell] + list(floating[column])
        covering = spread_labels(labels, [draft.y for draft in drafts], columns[column], rules.horizontal)
        grid[column] = [
            Cell(label.text, label.bbox, spread=True)
            if label and (not cell or label.text != cell.text)
            else cell
            for cell, label in zip(grid[column], covering, strict=True)
        ]


def _read_marks(
    grid: list[list[Cell | None]],
    drafts: Sequence[Draft],
    columns: Sequence[Extent],
    pixels: Pixels,
    height: float,
) -> None:
    """Read the cells in columns of check marks from their ink, because OCR drops some marks and reads others as
    letters.
    """
    for column, (x0, x1) in enumerate(columns):
        texts = [cell.text for cell in grid[column] if cell]
        single = all(len(text.strip()) <= 1 for text in texts)
        if not (single and are_marks(texts)) and not are_mostly_marks(texts):
            continue
        for row, draft in enumerate(drafts):
            window = BBox(
                x0 - 0.3 * height, draft.y - 0.6 * height, x1 + 0.3 * height, draft.y + 0.6 * height
            )
            found = read_mark(pixels, window, height)
            if found is not None:
                grid[column][row] = Cell(*found)


def _title_columns(columns: list[Column], turned: Sequence[Word]) -> None:
    """Add rotated words above the body to the titles of the columns under them, read from bottom to top."""
    groups: dict[int, list[Word]] = {}
    for word in turned:
        middle = (word.bbox.x0 + word.bbox.x1) / 2
        near = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - middle))
        groups.setdefault(near, []).append(word)
    for index, words in groups.items():
        ordered = sorted(words, key=lambda word: (round(word.bbox.x0 / word.bbox.width), -word.bbox.y1))
        *upper, lowest = columns[index].header or ("",)
        title = f"{lowest} {' '.join(word.text for word in ordered)}".strip()
        columns[index] = replace(columns[index], header=(*upper, title))


def _add_turned(
    columns: list[Column],
    grid: list[list[Cell | None]],
    turned: Sequence[Word],
    drafts: Sequence[Draft],
    rules: Rules,
) -> None:
    """Insert columns for rotated labels, at their position among the other columns."""
    groups: list[list[Word]] = []
    for word in sorted(turned, key=lambda word: word.bbox.x0):
        if groups and word.bbox.x0 < groups[-1][-1].bbox.x1:
            groups[-1].append(word)
        else:
            groups.append([word])
    for group in groups:
        extent = min(w.bbox.x0 for w in group), max(w.bbox.x1 for w in group)
        labels = [RowLabel(word.text, word.bbox) for word in group]
        covering = spread_labels(labels, [draft.y for draft in drafts], extent, rules.horizontal)
        at = sum(column.x0 < extent[0] for column in columns)
        columns.insert(at, Column((), *extent))
        grid.insert(at, [Cell(label.text, label.bbox, spread=True) if label else None for label in covering])


def _rows(
    grid: Sequence[Sequence[Cell | None]], drafts: Sequence[Draft], wide: Sequence[float], height: float
) -> tuple[Row, ...]:
    rows = []
    for index, draft in enumerate(drafts):
        boxes = [segment.bbox for segments in draft.cells for segment in segments]
        box = bounds(boxes) if boxes else BBox(0, draft.y, 0, draft.y)
        block = sum(drafts[0].y < rule < draft.y for rule in _distinct(wide, height))
        rows.append(Row(tuple(column[index] for column in grid), box.y0, box.y1, draft.group, block))
    return tuple(rows)


def _distinct(wide: Sequence[float], height: float) -> list[float]:
    """Return the positions of the rules, without the second line of a double rule."""
    kept: list[float] = []
    for rule in wide:
        if not kept or rule - kept[-1] > 0.6 * height:
            kept.append(rule)
    return kept
