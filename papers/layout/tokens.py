"""Characters of a PDF page -> tokens: words with their ink box, baseline and font, in content-stream order."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any

from pypdfium2 import raw

from ..types import BBox
from .frame import Frame, frame_of
from .glyphs import ACCENTS, accented, plain

_LINE_END_HYPHEN = 2  # pdfium's code for a hyphen at the end of a line
# A jump of the baseline of more than this share of the size ends a word (a script, or another line).
_SCRIPT_SHIFT = 0.12
# A gap of this share of the size ends a word even where the stream holds no space.
_WORD_GAP = 0.35


@dataclass(frozen=True, slots=True)
class Font:
    """A font at a size. `size` is what is seen on the page, in points."""

    name: str
    size: float
    bold: bool
    italic: bool


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


def page_tokens(page: Any) -> PageText:
    """All words of a pypdfium2 page, turned ones included, in the order in which the file draws them."""
    return _Reader(page).read()


class _Reader:
    """One pass over the characters; holds the half-built word."""

    def __init__(self, page: Any) -> None:
        self._text_page = page.get_textpage()
        self._handle = self._text_page.raw
        self._frame = frame_of(page)
        self._faces: dict[int, tuple[str, bool, bool]] = {}
        self._tokens: list[Token] = []
        self._letters: list[str] = []
        self._boxes: list[tuple[float, float, float, float]] = []
        self._run: _Run | None = None
        self._glued = False
        self._characters = self._unmapped = 0

    def read(self) -> PageText:
        handle, run, last = self._handle, None, None
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        for index in range(self._text_page.count_chars()):
            code = raw.FPDFText_GetUnicode(handle, index)
            text_object = raw.FPDFText_GetTextObject(handle, index)
            address = ctypes.cast(text_object, ctypes.c_void_p).value
            if address is None or code in (32, 0xA0):
                self._flush()
                continue
            if address != last:
                last, run = address, self._run_of(text_object, index)
            if code < 32:
                code = self._control(code, index)
            if code and run is not None:
                raw.FPDFText_GetCharBox(handle, index, left, right, bottom, top)
                box = _corners(self._frame, left.value, bottom.value, right.value, top.value)
                self._add(chr(code), box, run)
        self._flush()
        return PageText(tuple(self._tokens), self._characters, self._unmapped)

    def _control(self, code: int, index: int) -> int:
        """What a control code stands for: a hyphen, nothing, or a character of an unmapped font (U+FFFD)."""
        if code == _LINE_END_HYPHEN and raw.FPDFText_IsHyphen(self._handle, index) == 1:
            return ord("-")
        if code in (9, 10, 13) and raw.FPDFText_HasUnicodeMapError(self._handle, index) != 1:
            self._flush()
            return 0
        self._unmapped += 1
        return 0xFFFD

    def _run_of(self, text_object: Any, index: int) -> _Run:
        matrix, x, y = raw.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetMatrix(self._handle, index, matrix)
        raw.FPDFText_GetCharOrigin(self._handle, index, x, y)
        origin = self._frame.point(x.value, y.value)
        ahead = self._frame.point(x.value + matrix.a, y.value + matrix.b)
        upright = ahead[0] > origin[0] and abs(ahead[1] - origin[1]) < 0.1 * (ahead[0] - origin[0])
        size = raw.FPDFText_GetFontSize(self._handle, index) * math.hypot(matrix.c, matrix.d)
        return _Run(
            Font(self._face(text_object)[0], round(size, 2), *self._face(text_object)[1:]), origin[1], upright
        )

    def _face(self, text_object: Any) -> tuple[str, bool, bool]:
        """Name, bold, italic of the object's font."""
        font = raw.FPDFTextObj_GetFont(text_object)
        address = ctypes.cast(font, ctypes.c_void_p).value or 0
        if address not in self._faces:
            buffer = ctypes.create_string_buffer(256)
            length = raw.FPDFFont_GetBaseFontName(font, buffer, 256) if address else 0
            name = buffer.raw[: max(0, min(length, 256) - 1)].decode("utf-8", "replace").rpartition("+")[2]
            self._faces[address] = (name, _is_bold(name), _is_italic(name))
        return self._faces[address]

    def _add(self, char: str, box: tuple[float, float, float, float], run: _Run) -> None:
        self._characters += 1
        if self._letters and self._run is not None:
            if self._accent(char, box):
                return
            if self._breaks(box, run):
                self._flush()
                self._glued = True
        if not self._letters:
            self._run = run
        self._letters.append(char)
        self._boxes.append(box)

    def _accent(self, char: str, box: tuple[float, float, float, float]) -> bool:
        """Melt an accent and its letter, whichever came first, where one stands over the other."""
        before = self._letters[-1]
        if before in ACCENTS and char not in ACCENTS:
            letter = accented(char, before)
        elif char in ACCENTS and before not in ACCENTS:
            letter = accented(before, char)
        else:
            return False
        last = self._boxes[-1]
        if not letter or min(last[2], box[2]) - max(last[0], box[0]) < 0.3 * min(
            last[2] - last[0], box[2] - box[0]
        ):
            return False
        self._letters[-1] = letter
        self._boxes[-1] = (
            min(last[0], box[0]),
            min(last[1], box[1]),
            max(last[2], box[2]),
            max(last[3], box[3]),
        )
        return True

    def _breaks(self, box: tuple[float, float, float, float], run: _Run) -> bool:
        """Does a character start a new token although no space stands before it?"""
        word = self._run
        assert word is not None
        if word is run:
            if not run.upright:
                return False
            gap = box[0] - self._boxes[-1][2]
            return gap > _WORD_GAP * run.font.size or gap < -2 * run.font.size
        size = max(word.font.size, run.font.size)
        if word.upright != run.upright or abs(word.baseline - run.baseline) > _SCRIPT_SHIFT * size:
            return True
        gap = box[0] - self._boxes[-1][2]
        return gap > _WORD_GAP * size or gap < -0.5 * size

    def _flush(self) -> None:
        """Close the half-built word."""
        run, letters, boxes = self._run, self._letters, self._boxes
        if letters and run is not None:
            x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
            x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
            text = plain("".join(letters))
            if text:
                self._tokens.append(
                    Token(text, BBox(x0, y0, x1, y1), run.baseline, run.font, run.upright, self._glued)
                )
        self._letters, self._boxes, self._glued = [], [], False


def _corners(
    frame: Frame, left: float, bottom: float, right: float, top: float
) -> tuple[float, float, float, float]:
    (xa, ya), (xb, yb) = frame.point(left, bottom), frame.point(right, top)
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


_BOLD = ("bold", "black", "heavy", "demi", "medi", "cmbx", "cmb1", "cmssbx", "-bd", "sfbx", "ecbx", "bx1")
_ITALIC = ("italic", "oblique", "slant", "cmti", "cmsl", "-it", "sfti", "ecti", "regu", "ital")


def _is_bold(name: str) -> bool:
    """By name: PDF's own flags are unset in most files. TeX's bold faces are CMBX, Times bold is NimbusRomNo9L-Medi."""
    low = name.lower()
    return any(mark in low for mark in _BOLD) and not low.endswith("mediital-light")


def _is_italic(name: str) -> bool:
    low = name.lower()
    return any(mark in low for mark in _ITALIC) and not low.endswith("-regu") and "regular" not in low
