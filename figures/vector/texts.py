"""Read the texts of a pypdfium2 page as runs on one baseline, with their direction and color."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median
from typing import Any

import numpy as np
from pypdfium2 import raw

from ...papers.parsing.pdf.text.characters import Characters, read_poses
from ...papers.parsing.pdf.text.frame import read_page_frame
from ...papers.parsing.pdf.text.glyphs import normalize_glyphs
from ...papers.parsing.pdf.text.hidden_text import find_hidden
from ...papers.parsing.pdf.text.pdfium_compat import Address, bind_function
from ...papers.parsing.pdf.text.text_page import load_text_page
from ...papers.types import BBox
from ..numbers import parse_number
from ..primitives import RGB, Point
from .types import VectorText

# The next sizes are in font sizes, unless stated otherwise.
SPACE = 0.3  # least gap between two words; the gap between a one and a zero comes close
OBJECT_SPACE = 0.22  # SPACE between characters of different text objects
LOOSE = 1.8  # SPACE between such characters, relative to their median gap
DIGIT_SPACE = 0.42  # SPACE between two digits: "150" may be kerned like "1 50"
HALO = (
    0.06  # largest distance between two copies of one character, drawn twice to stand out from the background
)
COLUMN = 0.9  # least gap between two labels
OTHER_OBJECT = 0.36  # the same if different text objects draw the labels
OVERLAP = -0.3  # least gap between two objects of one label
SINGLE_OBJECT = 0.62  # the same on pages that draw each character as a separate text object
SINGLE = 1.5  # a page with fewer characters per text object is such a page
CAPITAL = 0.7  # height of capitals and digits
SHIFT = 0.6  # largest shift of the baseline of a raised or lowered character
EVEN, UNEVEN = (
    3,
    0.05,
)  # least number of equal steps between tick labels, and their largest relative difference
MAX_CHARACTERS = 30_000

# Codes of ligatures in TeX's encodings OT1 and T1.
TEX_LIGATURES = {
    **dict(zip(range(11, 16), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
    **dict(zip(range(27, 32), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
}
HYPHENS = {2, 0xFFFE}  # pdfium's codes of a hyphen at the end of a line
READABLE = 0.6  # least share of known characters; with fewer, the page's text is left to OCR
# Letters of unusual width, needed for slanted text because its boxes do not give the width.
NARROW, BROAD = set("iljtfrI.,:;'|!()[]1-"), set("mwMW%@")
# Codes are ASCII if this share of them is letters, digits and common punctuation,
# and if the share of vowels among the letters is in this range.
PLAIN, VOWELS = 0.85, (0.15, 0.65)

_fill_of = bind_function(raw.FPDFPageObj_GetFillColor, ctypes.c_int, Address, *[Address] * 4)


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A character.

    `start` and `end` are its extent in the writing direction, and `across` is the position of its baseline.
    """

    letter: str
    place: int
    object: int
    angle: float
    size: float
    start: float
    end: float
    across: float


def page_texts(page: Any) -> tuple[VectorText, ...]:
    """Return the runs of text in painting order; () if too few characters are known.

    Codes of fonts without a map to Unicode (TeX's bitmap fonts) are read as ASCII if they look like text;
    otherwise they are left out.
    """
    runs: list[list[_Glyph]] = []
    characters, glyphs = _glyphs(page)
    if len(glyphs) < READABLE * characters:
        return ()
    single = len(glyphs) < SINGLE * len({glyph.object for glyph in glyphs})
    if not single:  # pdfium interleaves the characters of overlapping objects
        first = {glyph.object: place for place, glyph in reversed(list(enumerate(glyphs)))}
        glyphs.sort(key=lambda glyph: first[glyph.object])
    for glyph in glyphs:
        if runs and _continues(runs[-1], glyph, single):
            runs[-1].append(glyph)
        else:
            runs.append([glyph])
    runs = _split_at_pitch(runs)
    texts = [text for run in runs if (text := _text(run)) is not None]
    return tuple(texts)


def _glyphs(page: Any) -> tuple[int, list[_Glyph]]:
    """Return the number of characters of the page, and the known characters. Copies that form a halo are left out
    of both.
    """
    text_page, frame = load_text_page(page), read_page_frame(page)
    characters = Characters(text_page)
    letters = np.array([chr(code).isalnum() for code in characters.codes.tolist()], bool)
    hidden = find_hidden(page, characters.objects, frame.boxes(characters.boxes), letters)
    places = characters.places.tolist()[:MAX_CHARACTERS]
    codes, objects = characters.codes.tolist(), characters.objects.tolist()
    edges = characters.boxes.tolist()
    found = list(read_poses(text_page, places))
    ascii_codes = _are_ascii([code for code, pose in zip(codes, found, strict=False) if pose.unmapped])
    glyphs: list[_Glyph] = []
    drawn: dict[tuple[str, int, int], Point] = {}
    copies = 0
    for number, pose in enumerate(found):
        letter = _letter(codes[number], pose.unmapped and ascii_codes)
        if hidden[number] or not letter or (pose.unmapped and not ascii_codes):
            continue
        origin = frame.point(pose.x, pose.y)
        if _is_copy(letter, origin, HALO * pose.size * math.hypot(pose.c, pose.d), drawn):
            copies += 1
            continue
        ahead = frame.point(pose.x + pose.a, pose.y + pose.b)
        angle = math.degrees(math.atan2(origin[1] - ahead[1], ahead[0] - origin[0]))
        size = pose.size * math.hypot(pose.c, pose.d)
        left, right, bottom, top = edges[number]
        if not all(map(math.isfinite, (*origin, angle, size, left, right, bottom, top))) or size <= 0:
            continue
        box = frame.box(left, bottom, right, top)
        turn = math.radians(angle)
        start, end = _extent(letter, size, box, origin, turn)
        across = origin[0] * math.sin(turn) + origin[1] * math.cos(turn)
        glyphs.append(_Glyph(letter, places[number], objects[number], angle, size, start, end, across))
    return len(places) - copies, glyphs


def _is_copy(letter: str, origin: Point, reach: float, drawn: dict[tuple[str, int, int], Point]) -> bool:
    """True if `letter` was already drawn within `reach` points of `origin`. Otherwise `letter` is added to `drawn`."""
    column, row = int(origin[0]), int(origin[1])
    near = (drawn.get((letter, column + dx, row + dy)) for dx in (0, -1, 1) for dy in (0, -1, 1))
    if any(other is not None and math.dist(other, origin) <= reach for other in near):
        return True
    drawn[letter, column, row] = origin
    return False


def _letter(code: int, tex: bool) -> str:
    """Return the character of a code; "" for none. `tex` is True for codes in TeX's own encodings."""
    if tex and code in TEX_LIGATURES:
        return TEX_LIGATURES[code]
    if code in HYPHENS:
        return "-"
    return chr(code) if 32 < code < 0xD800 or 0xE000 <= code < 0x110000 else ""


def _are_ascii(codes: Sequence[int]) -> bool:
    """True if the codes of fonts without a map to Unicode read as English text."""
    letters = [chr(code).lower() for code in codes if 64 < code < 128 and chr(code).isalpha()]
    common = sum(32 < code < 128 and (chr(code).isalnum() or chr(code) in ".,-()[]%/:;") for code in codes)
    if not letters or common < PLAIN * len(codes):
        return False
    vowels = sum(letter in "aeiou" for letter in letters) / len(letters)
    return VOWELS[0] < vowels < VOWELS[1]


def _extent(letter: str, size: float, box: BBox, origin: Point, turn: float) -> tuple[float, float]:
    """Return the start and end of a glyph in the writing direction.

    They come from its box, or, for slanted text, from its origin and a typical width.
    """
    cos, sin = math.cos(turn), math.sin(turn)
    begin = origin[0] * cos - origin[1] * sin
    if abs(sin) < 0.05 or abs(cos) < 0.05:
        ends = [box.x0 * cos - box.y0 * sin, box.x1 * cos - box.y1 * sin]
        ends += [box.x0 * cos - box.y1 * sin, box.x1 * cos - box.y0 * sin]
        return min(ends), max(ends)
    narrow, wide = letter in NARROW, letter.isupper()
    return begin, begin + (0.26 if narrow else 0.9 if letter in BROAD else 0.66 if wide else 0.5) * size


def _continues(run: Sequence[_Glyph], glyph: _Glyph, single: bool) -> bool:
    """True if the glyph continues the run: same direction, on its baseline or raised, no wide gap.

    `single` is True if the page draws most characters as separate text objects.
    """
    last = run[-1]
    size = max(last.size, glyph.size)
    if abs(last.angle - glyph.angle) > 2.0 or abs(last.across - glyph.across) > SHIFT * size:
        return False
    gap = glyph.start - last.end
    same = last.object == glyph.object
    if "\u00d7" in (last.letter, glyph.letter):
        return -0.8 * size < gap < COLUMN * size
    if not same and abs(last.across - glyph.across) < 0.05 * size and gap > SPACE * size:
        # Adjacent tick labels are two objects, but so are the words of some lines of text.
        text = "".join(g.letter for g in run)
        if parse_number(text) is not None and (glyph.letter.isdigit() or glyph.letter in "-+."):
            return False
    limit = COLUMN if same else SINGLE_OBJECT if single else OTHER_OBJECT
    return (-0.8 if same or single else OVERLAP) * size < gap < limit * size


def _split_at_pitch(runs: Sequence[list[_Glyph]]) -> list[list[_Glyph]]:
    """Split runs whose text objects are evenly spaced along their baseline, because they are tick labels that touch."""
    lines: dict[tuple[int, int], list[list[_Glyph]]] = {}
    parted = [[list(part) for _, part in groupby(run, key=lambda g: g.object)] for run in runs]
    for parts in parted:
        first = parts[0][0]
        lines.setdefault((round(first.across), round(first.angle)), []).extend(parts)
    done: list[list[_Glyph]] = []
    for run, parts in zip(runs, parted, strict=True):
        line = lines[round(run[0].across), round(run[0].angle)]
        middles = sorted((part[0].start + part[-1].end) / 2 for part in line)
        steps = [b - a for a, b in pairwise(middles)]
        even = len(steps) >= EVEN and max(steps) - min(steps) < UNEVEN * max(steps)
        done += parts if len(parts) > 1 and even and sum(map(len, line)) > 1.5 * len(line) else [run]
    return done


def _text(run: Sequence[_Glyph]) -> VectorText | None:
    letters = [run[0].letter]
    words = [[run[0].start, run[0].end]]
    size = max(g.size for g in run)
    base = _baseline(run)
    space = _object_space(run, size)
    for before, glyph in pairwise(run):
        if _has_blank(before, glyph, size, space):
            letters.append(" ")
            words.append([glyph.start, glyph.end])
        words[-1][1] = glyph.end
        raised = (
            glyph.size < 0.85 * size
            and glyph.across < base - 0.15 * size
            and glyph.letter in "0123456789-\u2212"
        )
        before_it = "".join(letters).rstrip()
        powered = raised and (before_it.endswith("10") or before_it == "2")
        if powered and letters[-1] == " ":
            letters.pop()
        letters.append("^" + glyph.letter if powered and not letters[-1].startswith("^") else glyph.letter)
    text = normalize_glyphs("".join(letters)).strip()
    if not text:
        return None
    extents = tuple((start, end) for start, end in words) if len(words) == len(text.split()) else ()
    return VectorText(text, _box(run, base, size), size, run[0].angle, _color(run[0].object), extents)


def _object_space(run: Sequence[_Glyph], size: float) -> float:
    """Return the gap, in font sizes, between words drawn letter by letter. It is wider if the letters are set
    loosely.
    """
    gaps = [(b.start - a.end) / size for a, b in pairwise(run) if a.object != b.object]
    return min(SPACE, max(OBJECT_SPACE, LOOSE * median(gaps))) if gaps else OBJECT_SPACE


def _has_blank(before: _Glyph, glyph: _Glyph, size: float, object_space: float) -> bool:
    """True if a space is between two characters. If they belong to different objects, only the gap counts."""
    gap = (glyph.start - before.end) / size
    if before.letter.isdigit() and glyph.letter.isdigit():
        return gap > DIGIT_SPACE
    if before.object != glyph.object:
        return gap > object_space
    return gap > SPACE or (glyph.place - before.place != 1 and gap > 0.05)


def _baseline(run: Sequence[_Glyph]) -> float:
    """Return the highest baseline of the largest glyphs."""
    size = max(g.size for g in run)
    return sorted(g.across for g in run if g.size > 0.9 * size)[0]


def _box(run: Sequence[_Glyph], base: float, size: float) -> BBox:
    turn = math.radians(run[0].angle)
    cos, sin = math.cos(turn), math.sin(turn)
    start, end = min(g.start for g in run), max(g.end for g in run)
    corners = [
        (along * cos + across * sin, across * cos - along * sin)
        for along in (start, end)
        for across in (base - CAPITAL * size, base)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return BBox(min(xs), min(ys), max(xs), max(ys))


def _color(text_object: int) -> RGB:
    values = (ctypes.c_uint * 4)()
    at = ctypes.addressof(values)
    if not _fill_of(text_object, at, at + 4, at + 8, at + 12):
        return (0, 0, 0)
    return (min(255, values[0]), min(255, values[1]), min(255, values[2]))
