"""Text detection and recognition with rapidocr: words of an image.

Detected boxes are split at wide gaps of ink before recognition, so that neighbouring table cells or tick labels never
reach the recogniser as one line. Recognised lines are split into words at their spaces, located by the ink. Vertical
text is recognised in both directions and the more confident result kept. Long thin strokes are erased first, since
rules and axes would be recognised as "1" and "I".
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ...raster import (
    Mask,
    Pixels,
    cut_at_gaps,
    detect_ink,
    erase_rules,
    find_extent,
    is_dash,
    is_rule_segment,
    snap_words,
)
from ...types import BBox, Word
from .recognition import BATCH, RecognisedLine, recognise_lines

DETECT_SIDE = (
    736,
    2048,
)  # minimum of the shorter side (the detector's training size), maximum of the longer side
MAX_UPSCALE = 2.0  # a larger magnification of small images takes longer and finds nothing more
MIN_SCORE = 0.5  # rapidocr's own text_score
VERTICAL = 1.5  # height/width from which a box may contain rotated text (rapidocr's own rule)
ORIENTATION_SAMPLE = 9  # number of the longest lines that vote on whether the image is upside down
SLANT = 0.12  # tangent of the angle from which a line counts as slanted and is straightened first
_SIGNS = str.maketrans(
    {"一": "-", "丨": "|", "〇": "0", "、": ",", "。": ".", "「": "[", "」": "]", "【": "[", "】": "]"}
)
RULE_LENGTH = 2.0  # line heights; longer than any stroke of a letter


@lru_cache(maxsize=1)
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.use_rec": False,
            "Global.return_word_box": True,
            "Global.use_preprocess_img": False,
            "Det.limit_side_len": 32,  # images are scaled in _detect
            # The default width of 320 pads every short cell to 6.7 times its height: twice the time for the same
            # text.
            "Rec.rec_img_shape": [3, 48, 48],
            "Rec.rec_batch_num": BATCH,
            # More threads would spin while they wait for each other: minutes per image on a busy machine.
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def read_words(image: Pixels, threads: int) -> tuple[Word, ...]:
    """Words of `image` (BGR) with boxes in its pixels, in the reading order of the upright text.

    Lines are recognised on `threads` threads at once; the words do not depend on their number.
    """
    engine = _engine()
    quads = _detect(engine, image)
    upside_down = _is_upside_down(engine, image, quads)
    if upside_down:
        image = np.ascontiguousarray(image[::-1, ::-1])
        quads = [_rotate_quad(quad, image.shape) for quad in quads]
    if quads:
        image = erase_rules(
            image, round(RULE_LENGTH * float(np.median([_line_height(quad) for quad in quads])))
        )
    words = _recognise(engine, image, quads, threads)
    if upside_down:
        height, width = image.shape[:2]
        words = [
            Word(
                w.text,
                BBox(width - w.bbox.x1, height - w.bbox.y1, width - w.bbox.x0, height - w.bbox.y0),
                w.confidence,
            )
            for w in words
        ]
    return tuple(words)


def _detect(engine: Any, image: Pixels) -> list[npt.NDArray[np.float64]]:
    """Corner quads of text lines, clockwise from the top left, in pixels of `image`."""
    import cv2

    height, width = image.shape[:2]
    scale = min(max(1.0, DETECT_SIDE[0] / min(height, width)), MAX_UPSCALE)
    scale = min(scale, DETECT_SIDE[1] / max(height, width))
    size = max(32, round(width * scale)), max(32, round(height * scale))
    found = engine(cv2.resize(image, size))
    if found.boxes is None:
        return []
    ratio = np.array([width / size[0], height / size[1]])
    return [np.asarray(box, dtype=np.float64) * ratio for box in found.boxes]


def _line_height(quad: npt.NDArray[np.float64]) -> float:
    return float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])))


def _rotate_quad(quad: npt.NDArray[np.float64], shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    corners: npt.NDArray[np.float64] = np.array([shape[1], shape[0]]) - quad
    return corners[[2, 3, 0, 1]]


def _bounds(quad: npt.NDArray[np.float64], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    x0, y0 = np.floor(quad.min(axis=0)).astype(int)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    return max(0, int(x0)), max(0, int(y0)), min(shape[1], int(x1)), min(shape[0], int(y1))


def _is_upside_down(engine: Any, image: Pixels, quads: list[npt.NDArray[np.float64]]) -> bool:
    """True if the classifier considers most of the longest lines upside down."""
    crops = []
    for quad in sorted(quads, key=lambda q: float(q[:, 0].min() - q[:, 0].max()))[:ORIENTATION_SAMPLE]:
        x0, y0, x1, y1 = _bounds(quad, image.shape)
        if x1 - x0 > 2 * (y1 - y0) > 0:
            crops.append(image[y0:y1, x0:x1])
    if not crops:
        return False
    _, verdict = engine.cls_and_rotate(crops)
    turned = sum(1 for label, score in verdict.cls_res if label == "180" and score > 0.9)
    return turned > len(crops) / 2


def _recognise(engine: Any, image: Pixels, quads: list[npt.NDArray[np.float64]], threads: int) -> list[Word]:
    crops: list[Pixels] = []
    owners: list[tuple[int, str, BBox]] = []  # line, rotation and box of each crop

    def add(line: int, turn: str, crop: Pixels, box: BBox) -> None:
        if min(crop.shape[:2]) >= 3:
            crops.append(crop)
            owners.append((line, turn, box))

    words: list[Word] = []
    line = 0
    for quad in quads:
        for box, slanted in _split_quad(image, quad):
            line += 1
            if slanted is not None:
                add(line, "slant", slanted, box)
                continue
            crop = _crop(image, box)
            ink = detect_ink(crop)
            if is_dash(ink):  # the recogniser returns "1" or nothing for a lone stroke
                words.append(Word("-", _shrink_to_ink(box, ink)))
                continue
            if is_rule_segment(ink):
                continue
            add(line, "", crop, box)
            if ink.any() and _is_tall(ink):
                add(line, "left", np.ascontiguousarray(np.rot90(crop, -1)), box)  # read from bottom to top
                add(line, "right", np.ascontiguousarray(np.rot90(crop, 1)), box)
    if not crops:
        return words
    lines = recognise_lines(engine, crops, threads)
    best: dict[int, int] = {}
    for index, (number, _, _) in enumerate(owners):
        if number not in best or _rank(lines[index]) > _rank(lines[best[number]]):
            best[number] = index
    for index in best.values():
        read = lines[index]
        text = _normalise_signs(read.text)
        if read.score >= MIN_SCORE and text.strip():
            _, turn, box = owners[index]
            words.extend(_build_words(crops[index], text, read.score, read.places, box, turn))
    return sorted(words, key=lambda word: (round(word.bbox.y0 / 8), word.bbox.x0, word.text))


def _is_tall(ink: Mask) -> bool:
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    return y1 - y0 >= VERTICAL * (x1 - x0)


def _shrink_to_ink(box: BBox, ink: Mask) -> BBox:
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    return BBox(box.x0 + x0, box.y0 + y0, box.x0 + x1, box.y0 + y1)


def _normalise_signs(text: str) -> str:
    """Replace full-width and ideographic signs that the recogniser confuses with plain ones, keeping the length."""
    return "".join(
        plain if len(plain := unicodedata.normalize("NFKC", sign)) == 1 else sign for sign in text
    ).translate(_SIGNS)


def _rank(line: RecognisedLine) -> tuple[float, int]:
    return round(line.score, 2), len(line.text.strip())


def _crop(image: Pixels, box: BBox) -> Pixels:
    return np.ascontiguousarray(image[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)])


def _split_quad(image: Pixels, quad: npt.NDArray[np.float64]) -> list[tuple[BBox, Pixels | None]]:
    """Split the quad into upright boxes at wide gaps, or straighten it into one crop if it is slanted."""
    x0, y0, x1, y1 = _bounds(quad, image.shape)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return []
    run, rise = np.abs(quad[1] - quad[0])
    if SLANT * run < rise < run / SLANT and run > 3 * SLANT * (y1 - y0):
        return [(BBox(x0, y0, x1, y1), _straighten(image, quad))]
    box = BBox(x0, y0, x1, y1)
    if box.height >= VERTICAL * box.width:
        return [(box, None)]
    return [(piece, None) for piece in cut_at_gaps(_crop(image, box), box)]


def _straighten(image: Pixels, quad: npt.NDArray[np.float64]) -> Pixels:
    import cv2

    width = int(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3])))
    height = int(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat = cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    turned: Pixels = np.rot90(flat, -1) if height >= VERTICAL * width else flat
    return np.ascontiguousarray(turned)


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
