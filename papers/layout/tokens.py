"""Characters of a PDF page -> tokens: words with their ink box, baseline and font, in content-stream order."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdfium2 import raw

from ..types import BBox
from .characters import BLANKS, Characters
from .fonts import FaceTable, Font
from .frame import frame_of
from .glyphs import ACCENTS, accented, plain

_LINE_END_HYPHEN = 2  # pdfium's code for a hyphen at the end of a line
_UNKNOWN = 0xFFFD
# A jump of the baseline of more than this share of the size ends a word (a script, or another line).
_SCRIPT_SHIFT = 0.12
# A gap of this share of the size ends a word even where the stream holds no space.
_WORD_GAP = 0.35
_FAR = 1e5  # points; boxes out there are a broken file's

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it stands in the stream. `baseline` is its y on the page; `upright` is False for turned text.

    `glued`: no space stands between this token and the one before it (a footnote mark, an exponent).
    """

    text: str
    bbox: BBox
    baseline: float
    font: Font
    upright: bool = True
    glued: bool = False


@dataclass(frozen=True, slots=True)
class PageText:
    """Tokens of a page and how many of its characters have no Unicode meaning (unmapped fonts)."""

    tokens: tuple[Token, ...]
    characters: int
    unmapped: int


@dataclass(frozen=True, slots=True)
class _Run:
    """What the characters of one text object share."""

    font: Font
    baseline: float
    upright: bool
    unmapped: bool


@dataclass(slots=True)
class _Word:
    """A word in the making: its characters, each with its box and run."""

    glued: bool
    letters: list[str] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)

    @property
    def run(self) -> _Run:
        """The run of most characters: "n-grams" with an italic "n" in a bold heading is bold."""
        first = self.runs[0]
        if len(set(map(id, self.runs))) == 1:
            return first
        return Counter(self.runs).most_common(1)[0][0]


def page_tokens(page: Any) -> PageText:
    """All words of a pypdfium2 page, turned ones included, in the order in which the file draws them."""
    return _Reader(page).read()


class _Reader:
    """One pass over the characters of a page."""

    def __init__(self, page: Any) -> None:
        self._text_page = page.get_textpage()
        self._handle = self._text_page.raw
        self._frame = frame_of(page)
        self._faces = FaceTable()
        self._words: list[_Word] = []
        self._open = False  # does the last word go on?
        self._characters = self._unmapped = 0

    def read(self) -> PageText:
        last, run = None, None
        characters = Characters(self._text_page)
        boxes = self._frame.boxes(characters.boxes)
        for index, (code, text_object) in enumerate(zip(characters.codes, characters.objects, strict=True)):
            if text_object is None or code in BLANKS:
                self._open = False
                continue
            if text_object != last:
                last, run = text_object, self._run_of(index)
            if code < 32 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
                code = self._odd(code, index)
            if code and run is not None:
                self._add(chr(code), boxes[index], run)
        _attach_accents(self._words)
        tokens = [token for word in self._words if (token := _token(word)) is not None]
        return PageText(tuple(tokens), self._characters, self._unmapped)

    def _odd(self, code: int, index: int) -> int:
        """What a control code or half a surrogate stands for: a hyphen, white space (0) or an unknown character."""
        if code == _LINE_END_HYPHEN and raw.FPDFText_IsHyphen(self._handle, index) == 1:
            return ord("-")
        if code in (9, 10, 13) and raw.FPDFText_HasUnicodeMapError(self._handle, index) != 1:
            self._open = False
            return 0
        return _UNKNOWN

    def _run_of(self, index: int) -> _Run:
        text_object = raw.FPDFText_GetTextObject(self._handle, index)
        matrix, x, y = raw.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetMatrix(self._handle, index, matrix)
        raw.FPDFText_GetCharOrigin(self._handle, index, x, y)
        origin = self._frame.point(x.value, y.value)
        ahead = self._frame.point(x.value + matrix.a, y.value + matrix.b)
        upright = ahead[0] > origin[0] and abs(ahead[1] - origin[1]) < 0.1 * (ahead[0] - origin[0])
        size = raw.FPDFText_GetFontSize(self._handle, index) * math.hypot(matrix.c, matrix.d)
        unmapped = raw.FPDFText_HasUnicodeMapError(self._handle, index) == 1
        return _Run(self._faces.font(text_object, size), origin[1], upright, unmapped)

    def _add(self, char: str, box: Box, run: _Run) -> None:
        self._characters += 1
        self._unmapped += run.unmapped or char == chr(_UNKNOWN)
        word = self._words[-1] if self._open else None
        if (
            word is not None
            and (char in ACCENTS) != (word.letters[-1] in ACCENTS)
            and _melts(word, char, box)
        ):
            return
        if word is None or _breaks(word, box, run):
            word = _Word(glued=self._open)
            self._words.append(word)
        word.letters.append(char)
        word.boxes.append(box)
        word.runs.append(run)
        self._open = True


def _breaks(word: _Word, box: Box, run: _Run) -> bool:
    """Does a character start a new token although no space stands before it?"""
    gap, last = box[0] - word.boxes[-1][2], word.runs[-1]
    if last is run:
        return run.upright and not -2 * run.font.size <= gap <= _WORD_GAP * run.font.size
    size = max(last.font.size, run.font.size)
    if last.upright != run.upright or abs(last.baseline - run.baseline) > _SCRIPT_SHIFT * size:
        return True
    return not -0.5 * size <= gap <= _WORD_GAP * size


def _melts(word: _Word, char: str, box: Box) -> bool:
    """Make an accent and its letter one character, whichever came first, where one stands over the other."""
    last, last_box = word.letters[-1], word.boxes[-1]
    letter = accented(char, last) if last in ACCENTS else accented(last, char)
    shared = min(last_box[2], box[2]) - max(last_box[0], box[0])
    if not letter or shared < 0.3 * min(last_box[2] - last_box[0], box[2] - box[0]):
        return False
    word.letters[-1] = letter
    word.boxes[-1] = _union(last_box, box)
    return True


def _attach_accents(words: list[_Word]) -> None:
    """Accents that the file draws apart from their word go to the letter below them."""
    stray = [word for word in words if len(word.letters) == 1 and word.letters[0] in ACCENTS]
    for accent in stray:
        x0, _, x1, _ = accent.boxes[0]
        middle = (x0 + x1) / 2
        for word in words:
            first = word.runs[0]
            near = abs(first.baseline - accent.runs[0].baseline) < 0.5 * first.font.size
            if not near or word is accent or not word.boxes[0][0] <= middle <= word.boxes[-1][2]:
                continue
            under = [i for i, box in enumerate(word.boxes) if box[0] <= middle <= box[2]]
            letter = accented(word.letters[under[0]], accent.letters[0]) if under else ""
            if letter:
                word.letters[under[0]] = letter
                accent.letters.clear()
                break


def _token(word: _Word) -> Token | None:
    text = plain("".join(word.letters))
    if not text:
        return None
    lefts, tops, rights, bottoms = zip(*word.boxes, strict=True)
    x0, y0, x1, y1 = min(lefts), min(tops), max(rights), max(bottoms)
    run = word.run
    if not all(math.isfinite(v) and abs(v) < _FAR for v in (x0, y0, x1, y1, run.baseline, run.font.size)):
        return None
    return Token(text, BBox(x0, y0, x1, y1), run.baseline, run.font, run.upright, word.glued)


def _union(a: Sequence[float], b: Sequence[float]) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
