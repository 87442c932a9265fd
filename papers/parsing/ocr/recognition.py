"""Recognition of cropped text lines with rapidocr, several batches in parallel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ...raster import Pixels

BATCH = 6  # crops recognised together (rapidocr's own rec_batch_num)


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A recognised crop; `places` is rapidocr's record of the positions of its characters."""

    text: str
    score: float
    places: Any


def recognise_lines(engine: Any, crops: Sequence[Pixels], threads: int) -> list[RecognisedLine]:
    """Recognise one line per crop. Batches group crops of similar proportions, independently of the number of threads."""
    order = sorted(range(len(crops)), key=lambda at: crops[at].shape[1] / crops[at].shape[0])
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]

    def read(batch: Sequence[int]) -> list[RecognisedLine]:
        found = engine.recognize_txt([crops[at] for at in batch])
        return [
            RecognisedLine(text, float(score), places)
            for text, score, places in zip(found.txts, found.scores, found.word_results, strict=True)
        ]

    lines: dict[int, RecognisedLine] = {}
    with ThreadPoolExecutor(threads) as pool:
        for batch, found in zip(batches, pool.map(read, batches), strict=True):
            lines.update(zip(batch, found, strict=True))
    return [lines[at] for at in range(len(crops))]
