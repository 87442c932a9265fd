"""The figures of a user's own cluster with their captions, as material for questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....figures.image import load_image
from ....papers.captions import split_caption
from ....papers.clusters.cluster import Cluster
from ....papers.parsing.ocr.words import recognise_words
from ....settings import Settings

SHORTEST = 4  # words of an informative caption
SAME = 0.95  # cosine from which on two captions, or two figures with their captions, are the same

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Captioned:
    """A figure: its paper, its caption without the label, the words in it, its picture as PNG."""

    paper_id: str
    caption: str
    words: str
    png: bytes


def captioned_figures(
    cluster: Cluster,
    settings: Settings,
    kinds: Sequence[str] = ("figure",),
    progress: Callable[[int, int], None] | None = None,
) -> list[Captioned]:
    """The figures of `cluster` that have a picture and a caption of a few words, in the order of papers and pages.

    Words come from the page where it has them, else by OCR. `progress` is called with the number of papers done and of all.
    """
    found = []
    papers = list(cluster.papers())
    for done, paper in enumerate(papers):
        if progress:
            progress(done, len(papers))
        for figure in paper.figures:
            caption = split_caption(" ".join(figure.caption.split()))[1]
            path = cluster.path / figure.image
            if (
                figure.kind not in kinds
                or not figure.image
                or len(caption.split()) < SHORTEST
                or not path.is_file()
            ):
                continue
            words = figure.words or recognise_words(
                load_image(path), settings, settings.home_path / "cache" / "ocr"
            )
            found.append(
                Captioned(paper.id, caption, " ".join(word.text for word in words), path.read_bytes())
            )
    return found


def joint_vectors(figures: Sequence[Captioned], encode: Encode) -> npt.NDArray[np.float32]:
    """(n, 2 d), rows of length 1: the embedding of the caption beside that of the words in the figure.

    The cosine of two rows is the mean of the cosines of their captions and of their words.
    """
    captions = encode([figure.caption for figure in figures])
    words = encode([figure.words or figure.caption for figure in figures])
    joint = np.concatenate([captions, words], axis=1) / np.float32(2**0.5)
    return joint.astype(np.float32, copy=False)


def without_duplicates(
    figures: Sequence[Captioned], vectors: npt.NDArray[np.float32]
) -> tuple[list[Captioned], npt.NDArray[np.float32]]:
    """The first of every set of figures that are the same picture, or nearly the same by caption or by both."""
    half = vectors.shape[1] // 2
    kept: list[int] = []
    for n, figure in enumerate(figures):
        same_picture = any(figures[other].png == figure.png for other in kept)
        both = vectors[kept] @ vectors[n]
        captions = 2 * (vectors[kept, :half] @ vectors[n, :half])  # each half has length 1 / sqrt 2
        if not same_picture and not (both > SAME).any() and not (captions > SAME).any():
            kept.append(n)
    return [figures[n] for n in kept], vectors[kept]
