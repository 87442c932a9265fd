"""Extract the tokens of a PDF page: words with ink box, baseline and font, in content-stream order."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from ....types import BBox
from .characters import Characters, read_poses
from .combine_accents import attach_stray_accents, combine_accents, move_stray_accents
from .fonts import FaceTable, Font
from .frame import PageFrame, read_page_frame
from .glyphs import ACCENTS, normalize_glyphs
from .hidden_text import find_hidden
from .symbol_fonts import is_symbol_font, map_symbol
from .text_page import load_text_page
from .unmapped_fonts import UNKNOWN, decode_unmapped, measure_size

_LINE_END_HYPHEN = 2  # pdfium's code for a hyphen at a line end
# A minus sign without a known code: largest height, smallest width, and range of its height above the baseline, all in
# font sizes.
_MINUS, _BAR_HEIGHT, _BAR_WIDTH, _BAR_RISE = ord("\u2212"), 0.12, 0.35, (0.12, 0.42)
_SMALLEST_SIZE = 2.0  # points; text that people read is larger
# A shift of the baseline by more than this share of the font size ends a word: a script or another line begins.
_SCRIPT_SHIFT = 0.12
# A gap of this share of the font size ends a word even if the stream has no space.
_WORD_GAP = 0.35
# A wider gap to the right, or a change of line, means that two words are never joined again. They are cells of a table
# between which the stream has no space.
_CELL_GAP, _NEXT_LINE = 0.8, 1.0
_FAR = 1e5  # points; boxes further out come from a broken file

_TEXT_ROW, _ROW_HEIGHT = (
    45,
    2.0,
)  # fewest characters of a line of text in a narrow column; height of a row in points
_ACCENTS = np.array(sorted(map(ord, ACCENTS)))

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the content stream.

    `baseline` is its y on the page; `upright` is False for rotated text. `glued` says that no space precedes the token,
    as for a footnote mark or an exponent.
    """

    text: str
    bbox: BBox
    baseline: float
    font: Font
    upright: bool = True
    glued: bool = False


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page: its tokens, its number of visible characters, and numbers of characters with problems.

    `unmapped` counts visible characters without a Unicode mapping. `unmapped_text` counts unmapped characters in rows
    as long as lines of text; the other unmapped characters are labels of figures and similar text. `hidden` counts
    characters that are on the page but not visible. `raw` is the text as assembled by PDFium, including white space.
    """

    tokens: tuple[Token, ...]
    characters: int
    unmapped: int
    raw: str = ""
    hidden: int = 0
    unmapped_text: int = 0


@dataclass(frozen=True, slots=True)
class _TextObjectStyle:
    """The attributes that the characters of a text object share."""

    font: Font
    baseline: float
    upright: bool
    unmapped: bool
    address: int  # of PDFium's font


def extract_tokens(page: Any) -> PageText:
    """Extract all words of a pypdfium2 page, including rotated words, in drawing order."""
    text_page, frame = load_text_page(page), read_page_frame(page)
    characters = Characters(text_page)
    firsts = np.flatnonzero(np.diff(characters.objects, prepend=np.uint64(0)))
    runs = _read_runs(text_page, characters, firsts, frame)
    run_of = np.searchsorted(firsts, np.arange(len(characters.codes)), side="right") - 1
    codes = _map_to_unicode(text_page.raw, characters)
    boxes = frame.boxes(characters.boxes)
    unmapped = np.array([run.unmapped for run in runs], bool)[run_of] | (codes == UNKNOWN)
    if unmapped.any():
        codes, unmapped = _decode(
            characters, codes, unmapped, np.array([run.address for run in runs])[run_of]
        )
        bars = unmapped & _find_bars(boxes, run_of, runs)
        codes[bars], unmapped[bars] = _MINUS, False
    unmapped_text = _count_in_long_rows(np.array([run.baseline for run in runs])[run_of][unmapped])
    codes = _map_symbols(codes, run_of, runs)
    runs = _correct_sizes(runs, run_of, codes, boxes)
    alphanumeric = np.array([chr(code).isalnum() for code in codes.tolist()], bool)
    hidden = find_hidden(page, characters.objects, boxes, alphanumeric)
    kept = (codes != 0) & ~hidden
    codes, run_of, boxes = codes[kept], run_of[kept], boxes[kept]
    shown = int((~hidden).sum())
    # A gap in the indexes is a blank or a line end.
    after_blank = np.diff(characters.places[kept], prepend=-2) != 1
    letters = list(map(chr, codes.tolist()))
    if np.isin(codes, _ACCENTS).any():
        order = move_stray_accents(letters, boxes, after_blank)
        letters = [letters[place] for place in order.tolist()]
        boxes, run_of, after_blank = boxes[order], run_of[order], after_blank[order]
    alive = combine_accents(letters, boxes, after_blank)
    letters = [letter for letter, living in zip(letters, alive.tolist(), strict=True) if living]
    words = _WordBuilder(letters, boxes[alive], run_of[alive], after_blank[alive], runs)
    return PageText(
        tuple(words.tokens()),
        shown,
        int((unmapped & ~hidden).sum()),
        characters.text,
        int(hidden.sum()),
        unmapped_text,
    )


def _find_bars(
    boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp], runs: list[_TextObjectStyle]
) -> Mask:
    """Return a mask of the characters whose ink is a flat bar at the height of a minus sign, whatever their code."""
    sizes = np.array([run.font.size for run in runs])[run_of]
    upright = np.array([run.upright for run in runs], bool)[run_of]
    rise = np.array([run.baseline for run in runs])[run_of] - (boxes[:, 1] + boxes[:, 3]) / 2
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    flat = (height > 0) & (height < _BAR_HEIGHT * sizes) & (width > _BAR_WIDTH * sizes)
    return upright & flat & (rise > _BAR_RISE[0] * sizes) & (rise < _BAR_RISE[1] * sizes)


def _count_in_long_rows(baselines: npt.NDArray[np.float64]) -> int:
    """Return the number of characters that are in rows of at least `_TEXT_ROW` characters.

    A row is the characters whose baselines round to the same multiple of `_ROW_HEIGHT`.
    """
    _, sizes = np.unique(np.round(baselines / _ROW_HEIGHT), return_counts=True)
    return int(sizes[sizes >= _TEXT_ROW].sum())


def _map_to_unicode(handle: Any, characters: Characters) -> npt.NDArray[np.int64]:
    """Return the Unicode code of each character; 0 for white space."""
    codes = characters.codes.copy()
    odd = (codes < 32) | ((codes >= 0xD800) & (codes < 0xE000)) | (codes > 0x10FFFF)
    for number in np.flatnonzero(odd).tolist():
        codes[number] = _map_control_code(handle, int(codes[number]), int(characters.places[number]))
    return codes


def _map_control_code(handle: Any, code: int, place: int) -> int:
    """Map a control code or surrogate to a hyphen, to 0 for white space, or to the replacement character."""
    if code == _LINE_END_HYPHEN and raw.FPDFText_IsHyphen(handle, place) == 1:
        return ord("-")
    if code in (9, 10, 13) and raw.FPDFText_HasUnicodeMapError(handle, place) != 1:
        return 0
    return UNKNOWN


def _read_runs(
    text_page: Any, characters: Characters, firsts: npt.NDArray[np.intp], frame: PageFrame
) -> list[_TextObjectStyle]:
    """Read the attributes of each text object from its first character; `firsts` are indexes into `characters`."""
    faces, runs = FaceTable(), []
    places, objects = characters.places[firsts].tolist(), characters.objects[firsts].tolist()
    for text_object, pose in zip(objects, read_poses(text_page, places), strict=True):
        origin = frame.point(pose.x, pose.y)
        ahead = frame.point(pose.x + pose.a, pose.y + pose.b)
        upright = ahead[0] > origin[0] and abs(ahead[1] - origin[1]) < 0.1 * (ahead[0] - origin[0])
        font = faces.font(text_object, pose.size * math.hypot(pose.c, pose.d))
        address = faces.address(text_object)
        runs.append(_TextObjectStyle(font, origin[1], upright, pose.unmapped, address))
    return runs


def _decode(
    characters: Characters,
    codes: npt.NDArray[np.int64],
    unmapped: Mask,
    fonts: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], Mask]:
    """Decode the `codes` of fonts without a mapping; also return a mask of the characters that remain unmapped."""
    # PDFium recognizes hyphens at line ends in any font, and replaces their codes.
    hyphens = (characters.codes == _LINE_END_HYPHEN) & (codes == ord("-"))
    coded = np.where(hyphens, ord("-"), characters.codes)
    after_blank = np.diff(characters.places, prepend=-2) != 1
    return decode_unmapped(coded, codes, fonts, after_blank, unmapped & ~hyphens)


def _map_symbols(
    codes: npt.NDArray[np.int64], run_of: npt.NDArray[np.intp], runs: list[_TextObjectStyle]
) -> npt.NDArray[np.int64]:
    """Replace the letters in `codes` that represent symbols of symbol fonts by the symbols' codes."""
    mapped = codes.copy()
    symbols = [number for number, run in enumerate(runs) if is_symbol_font(run.font.name)]
    for place in np.flatnonzero(np.isin(run_of, symbols) & (codes != 0)).tolist():
        mapped[place] = map_symbol(runs[run_of[place]].font.name, int(codes[place]))
    return mapped


def _correct_sizes(
    runs: list[_TextObjectStyle],
    run_of: npt.NDArray[np.intp],
    codes: npt.NDArray[np.int64],
    boxes: npt.NDArray[np.float64],
) -> list[_TextObjectStyle]:
    """Correct the sizes of bitmap fonts in `runs`, which are declared in pixels, by measuring their characters."""
    groups: dict[tuple[int, float], list[int]] = {}
    for number, run in enumerate(runs):
        if run.font.size < _SMALLEST_SIZE:
            groups.setdefault((run.address, run.font.size), []).append(number)
    corrected = list(runs)
    for (_, declared), numbers in groups.items():
        at = np.flatnonzero(np.isin(run_of, numbers))
        heights = boxes[at, 3] - boxes[at, 1]
        size = measure_size(heights, codes[at])
        if size > _SMALLEST_SIZE > declared:
            for number in numbers:
                font = replace(runs[number].font, size=round(2 * size) / 2)
                corrected[number] = replace(runs[number], font=font)
    return corrected


class _WordBuilder:
    """Split characters into words: word w spans the characters from `starts[w]` to `starts[w + 1]`."""

    def __init__(
        self,
        letters: list[str],
        boxes: npt.NDArray[np.float64],
        run_of: npt.NDArray[np.intp],
        after_blank: Mask,
        runs: list[_TextObjectStyle],
    ) -> None:
        self._letters, self._boxes, self._run_of, self._runs = letters, boxes, run_of, runs
        self._sizes = np.array([run.font.size for run in runs])[run_of]
        self._baselines = np.array([run.baseline for run in runs])[run_of]
        self._upright = np.array([run.upright for run in runs], bool)[run_of]
        self._starts = np.flatnonzero(after_blank | self._breaks())
        self._glued = ~(after_blank | self._far_apart())[self._starts]

    def _breaks(self) -> Mask:
        """Return a mask of the characters that start a new token although no space precedes them."""
        gap = self._boxes[1:, 0] - self._boxes[:-1, 2]
        sizes, upright = self._sizes, self._upright
        size = np.maximum(sizes[1:], sizes[:-1])
        same = self._run_of[1:] == self._run_of[:-1]
        back = np.where(same, -2.0, -0.5) * size
        apart = (gap < back) | (gap > _WORD_GAP * size) | np.isnan(gap)
        shifted = np.abs(np.diff(self._baselines)) > _SCRIPT_SHIFT * size
        breaks = np.where(same, upright[1:] & apart, (upright[1:] != upright[:-1]) | shifted | apart)
        return np.concatenate(([True], breaks)) if len(self._letters) else np.zeros(0, bool)

    def _far_apart(self) -> Mask:
        """Return a mask of the characters that belong to another word than the previous character.

        They are far to the right of it, or on another line.
        """
        if not self._letters:
            return np.zeros(0, bool)
        size = np.maximum(self._sizes[1:], self._sizes[:-1])
        right = self._boxes[1:, 0] - self._boxes[:-1, 2] > _CELL_GAP * size
        lines = np.abs(np.diff(self._baselines)) > _NEXT_LINE * size
        return np.concatenate(([False], right | lines))

    def tokens(self) -> list[Token]:
        if not self._letters:
            return []
        starts = self._starts
        ends = np.append(starts[1:], len(self._letters))
        gone = attach_stray_accents(self._letters, self._boxes, starts, self._baselines, self._sizes)
        low = np.minimum.reduceat(self._boxes[:, :2], starts)
        high = np.maximum.reduceat(self._boxes[:, 2:], starts)
        boxes = np.concatenate((low, high), axis=1)
        sane = (np.abs(boxes) < _FAR).all(axis=1)  # False for NaN
        sane[list(gone)] = False
        tokens = []
        rows = (starts[sane], ends[sane], self._run_of[starts[sane]], self._run_of[ends[sane] - 1])
        parts = (*rows, self._glued[sane], boxes[sane])
        for start, end, first, last, glued, box in zip(*(part.tolist() for part in parts), strict=True):
            text = normalize_glyphs("".join(self._letters[start:end]))
            run = (
                self._runs[first] if first == last else self._main_run(start, end)
            )  # run numbers never decrease
            if text and abs(run.baseline) < _FAR and abs(run.font.size) < _FAR:
                tokens.append(Token(text, BBox(*box), run.baseline, run.font, run.upright, glued))
        return tokens

    def _main_run(self, start: int, end: int) -> _TextObjectStyle:
        """Return the style of most characters: the word "n-grams" with an italic "n" in a bold heading is bold."""
        numbers: list[int] = self._run_of[start:end].tolist()
        return Counter(map(self._runs.__getitem__, numbers)).most_common(1)[0][0]
