"""Recognize text lines with rapidocr: crops of an image, in several batches at once, become words with boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...raster import Mask, Pixels, detect_ink, find_extent, is_dash, is_rule_segment, snap_words
from ...types import BBox, Word
from .quads import Quad, crop_box, is_vertical, split_quad

_MIN_SCORE = 0.5  # smallest confidence; the default of rapidocr's text_score
_SIGNS = str.maketrans(
    {"一": "-", "丨": "|", "〇": "0", "、": ",", "。": ".", "「": "[", "」": "]", "【": "[", "】": "]"}
)
BATCH = 6  # crops recognized together (the default of rapidocr's rec_batch_num)


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """The text recognized in a crop. `places` is rapidocr's record of the positions of its characters."""

    text: str
    score: float
    places: Any


def _recognize_lines(engine: Any, crops: Sequence[Pixels], threads: int) -> list[RecognizedLine]:
    """Recognize one line per crop.

    Batches group crops of similar proportions, independently of the number of threads.
    """
    order = sorted(range(len(crops)), key=lambda at: crops[at].shape[1] / crops[at].shape[0])
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]

    def read(batch: Sequence[int]) -> list[RecognizedLine]:
        found = engine.recognize_txt([crops[at] for at in batch])
        return [
            RecognizedLine(text, float(score), places)
            for text, score, places in zip(found.txts, found.scores, found.word_results, strict=True)
        ]

    lines: dict[int, RecognizedLine] = {}
    with ThreadPoolExecutor(threads) as pool:
        for batch, found in zip(batches, pool.map(read, batches), strict=True):
            lines.update(zip(batch, found, strict=True))
    return [lines[at] for at in range(len(crops))]


def recognize_quads(engine: Any, image: Pixels, quads: list[Quad], threads: int) -> list[Word]:
    """Recognize the words of the lines in `quads`, row by row; lines without confident text are dropped."""
    crops: list[Pixels] = []
    owners: list[tuple[int, str, BBox]] = []  # line, rotation and box of each crop

    def add(line: int, turn: str, crop: Pixels, box: BBox) -> None:
        if min(crop.shape[:2]) >= 3:
            crops.append(crop)
            owners.append((line, turn, box))

    words: list[Word] = []
    line = 0
    for quad in quads:
        for box, slanted in split_quad(image, quad):
            line += 1
            if slanted is not None:
                add(line, "slant", slanted, box)
                continue
            crop = crop_box(image, box)
            ink = detect_ink(crop)
            if is_dash(ink):  # the recognizer returns "1" or nothing for a lone stroke
                words.append(Word("-", _shrink_to_ink(box, ink)))
                continue
            if is_rule_segment(ink):
                continue
            add(line, "", crop, box)
            if ink.any() and is_vertical(ink):
                add(line, "left", np.ascontiguousarray(np.rot90(crop, -1)), box)  # read from bottom to top
                add(line, "right", np.ascontiguousarray(np.rot90(crop, 1)), box)
    if not crops:
        return words
    lines = _recognize_lines(engine, crops, threads)
    best: dict[int, int] = {}
    for index, (number, _, _) in enumerate(owners):
        if number not in best or _rank(lines[index]) > _rank(lines[best[number]]):
            best[number] = index
    for index in best.values():
        read = lines[index]
        text = _normalize_signs(read.text)
        if read.score >= _MIN_SCORE and text.strip():
            _, turn, box = owners[index]
            words.extend(_build_words(crops[index], text, read.score, read.places, box, turn))
    return sorted(words, key=lambda word: (round(word.bbox.y0 / 8), word.bbox.x0, word.text))


def _shrink_to_ink(box: BBox, ink: Mask) -> BBox:
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    return BBox(box.x0 + x0, box.y0 + y0, box.x0 + x1, box.y0 + y1)


def _normalize_signs(text: str) -> str:
    """Replace full-width and ideographic characters that the recognizer confuses with plain ones.

    The length of the text does not change.
    """
    return "".join(
        plain if len(plain := unicodedata.normalize("NFKC", sign)) == 1 else sign for sign in text
    ).translate(_SIGNS)


def _rank(line: RecognizedLine) -> tuple[float, int]:
    return round(line.score, 2), len(line.text.strip())


def _build_words(crop: Pixels, text: str, score: float, info: Any, box: BBox, turn: str) -> list[Word]:
    if turn:
        return [Word(" ".join(text.split()), box, score)]
    columns = [column for group in info.word_cols for column in group]
    positions = [(column + 0.5) / info.line_txt_len * crop.shape[1] for column in columns]
    ink = detect_ink(crop)
    top, bottom = find_extent(np.any(ink, axis=1))
    parts = snap_words(text, positions, ink)
    return [
        Word(part, BBox(box.x0 + x0, box.y0 + top, box.x0 + x1, box.y0 + bottom), score)
        for part, x0, x1 in parts
    ]
