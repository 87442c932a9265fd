"""Detect and recognize the words of an image with rapidocr.

Detected boxes are split at wide gaps of ink before recognition, so that the recognizer never sees neighboring table
cells or tick labels as one line. Recognized lines are split into words at their spaces, located by the ink. Vertical
text is recognized in both directions, and the more confident result is kept. Long thin strokes are erased first,
because rules and axes would be recognized as "1" and "I".
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...raster import Pixels, erase_rules
from ...types import BBox, Word
from .quads import Quad, find_bounds, measure_line_height, rotate_half_turn
from .recognition import BATCH, recognize_quads

# Smallest length of the shorter side (the detector's training size) and largest length of the longer side, in pixels.
_DETECT_SIDE = (736, 2048)
_MAX_UPSCALE = 2.0  # a larger magnification of small images takes longer and finds nothing more
_ORIENTATION_SAMPLE = 9  # number of the longest lines that vote on whether the image is upside down
_RULE_LENGTH = 2.0  # line heights; longer than any stroke of a letter


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
    """Read the words of `image` (BGR) with boxes in its pixels, in the reading order of the upright text.

    Lines are recognized on `threads` threads at once; the words do not depend on the number of threads.
    """
    engine = _engine()
    quads = _detect(engine, image)
    upside_down = _is_upside_down(engine, image, quads)
    if upside_down:
        image = np.ascontiguousarray(image[::-1, ::-1])
        quads = [rotate_half_turn(quad, image.shape) for quad in quads]
    if quads:
        image = erase_rules(
            image, round(_RULE_LENGTH * float(np.median([measure_line_height(quad) for quad in quads])))
        )
    words = recognize_quads(engine, image, quads, threads)
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


def _detect(engine: Any, image: Pixels) -> list[Quad]:
    """Detect the text lines of `image` as quads: corners in its pixels, clockwise from the top left."""
    import cv2

    height, width = image.shape[:2]
    scale = min(max(1.0, _DETECT_SIDE[0] / min(height, width)), _MAX_UPSCALE)
    scale = min(scale, _DETECT_SIDE[1] / max(height, width))
    size = max(32, round(width * scale)), max(32, round(height * scale))
    found = engine(cv2.resize(image, size))
    if found.boxes is None:
        return []
    ratio = np.array([width / size[0], height / size[1]])
    return [np.asarray(box, dtype=np.float64) * ratio for box in found.boxes]


def _is_upside_down(engine: Any, image: Pixels, quads: list[Quad]) -> bool:
    """True if the classifier considers most of the longest lines upside down."""
    crops = []
    for quad in sorted(quads, key=lambda q: float(q[:, 0].min() - q[:, 0].max()))[:_ORIENTATION_SAMPLE]:
        x0, y0, x1, y1 = find_bounds(quad, image.shape)
        if x1 - x0 > 2 * (y1 - y0) > 0:
            crops.append(image[y0:y1, x0:x1])
    if not crops:
        return False
    _, verdict = engine.cls_and_rotate(crops)
    turned = sum(1 for label, score in verdict.cls_res if label == "180" and score > 0.9)
    return turned > len(crops) / 2
