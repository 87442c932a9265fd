"""Seconds that reading one figure and ranking the papers takes, stage by stage."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from PIL import Image

from citehop.agent.figures.read_figure import read_figure
from citehop.figures.types import Entity, Reading
from citehop.papers.parsing.ocr.words import recognise_words
from citehop.papers.types import Paper, Word
from citehop.retrieval.linking.rank import rank_papers
from citehop.settings import Settings

from .cases import dev_cases
from .names import DEV, distinct

CANVAS = (1500, 700)
CANDIDATES = 164
REPEATS = 5
STYLES = {"table": "booktabs-cites", "chart": "lines-right"}


Seconds = tuple[float, float]  # as the clock says, and of all processor cores together


def measure(settings: Settings) -> dict[str, Seconds]:
    """Median seconds of each stage; models are loaded before the clock starts."""
    seconds = {}
    for kind, style in STYLES.items():
        cases = list(dev_cases(kind, style, per_style=REPEATS))
        images = [_fitted(case.image) for case in cases]
        words = [recognise_words(image, settings) for image in images]
        asked = [case.questions[0].text for case in cases]

        seconds[f"OCR of a {kind}, {CANVAS[0]} x {CANVAS[1]} px"] = _median(
            partial(_recognise, images=images, settings=settings)
        )
        seconds[f"reading a {kind}, words at hand"] = _median(
            partial(_read, images=images, words=words, asked=asked, settings=settings)
        )
    seconds[f"ranking {CANDIDATES} candidates, no vectors"] = _ranking()
    return seconds


def _recognise(at: int, images: list[Image.Image], settings: Settings) -> None:
    recognise_words(images[at], settings)


def _read(
    at: int, images: list[Image.Image], words: list[tuple[Word, ...]], asked: list[str], settings: Settings
) -> None:
    read_figure(images[at], asked[at], words=words[at], settings=settings)


def _ranking() -> Seconds:
    rng = Random(0)
    names = distinct(rng, DEV.method, CANDIDATES)
    papers = [_paper(rng, at, name) for at, name in enumerate(names)]
    reading = Reading(tuple(Entity(name, 1 / 6) for name in names[:6]), "max", abstained=False)
    return _median(lambda _: rank_papers("Which method has the highest F1 score?", reading, papers))


def _median(call: Callable[[int], object]) -> Seconds:
    spent, busy = [], []
    for at in range(REPEATS):
        began, worked = time.perf_counter(), time.process_time()
        call(at)
        spent.append(time.perf_counter() - began)
        busy.append(time.process_time() - worked)
    return median(spent), median(busy)


def _fitted(image: Image.Image) -> Image.Image:
    """The image scaled to fit the canvas, white around it."""
    scale = min(CANVAS[0] / image.width, CANVAS[1] / image.height)
    canvas = Image.new("RGB", CANVAS, "white")
    canvas.paste(image.resize((int(image.width * scale), int(image.height * scale))))
    return canvas


def _paper(rng: Random, at: int, name: str) -> Paper:
    parts = DEV.stems + DEV.cores + DEV.plain + DEV.groups
    words = [rng.choice(parts).lower() for _ in range(150)]
    return Paper(f"p{at}", f"{name}: {' '.join(words[:8])}", abstract=" ".join(words), abstract_only=True)
