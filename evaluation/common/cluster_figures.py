"""The figures of a user's own cluster with their captions, as material for questions.

Pictures are compared by a page model or, without one, by their gradients and the words in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from PIL import Image as Pixels

from ...figures.image import load_image
from ...indexes.pages.types import PageEncoder
from ...papers.captions import split_caption
from ...papers.clusters.cluster import Cluster
from ...papers.parsing.ocr.words import recognize_words
from ...papers.types import Figure
from ...settings import Settings

Matrix = npt.NDArray[np.float32]

SIDE = 64  # pixels of the square that a picture is fitted into
_CELL, _BINS = 8, 9  # side of a cell in pixels, and orientations, as in Dalal and Triggs, CVPR 2005


def picture_vectors(pictures: Sequence[bytes], encoder: PageEncoder | None = None) -> Matrix:
    """Return an array (n, dimension) with a unit row for each picture, or zeros for a picture without any feature.

    `pictures` are encoded as PNG or JPEG. With `encoder`, a row is the mean of the picture's vectors. Without, it is
    the picture's histograms of oriented gradients (Dalal and Triggs, CVPR 2005; not normalized by block) on a white
    square. The mean over all pictures is subtracted from these histograms because they have no negative values and
    would otherwise all be similar.
    """
    if not pictures:
        return np.zeros((0, 1), np.float32)
    opened = (Image.open(BytesIO(data)).convert("RGB") for data in pictures)
    if encoder is not None:
        rows = np.stack([_encode(encoder, picture) for picture in opened])
    else:
        rows = np.stack([_describe_gradients(picture) for picture in opened])
        rows = rows - rows.mean(axis=0)
    return unit_rows(rows)


def unit_rows(rows: npt.NDArray[Any]) -> Matrix:
    """Return `rows` divided by their lengths. Rows of zeros are unchanged."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Matrix = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 1e-9).astype(np.float32)
    return unit


def _encode(encoder: PageEncoder, picture: Image.Image) -> Matrix:
    (page,) = encoder.encode(encoder.prepare([picture]))
    mean: Matrix = page.vectors.mean(axis=0)
    return mean


def _describe_gradients(picture: Image.Image) -> Matrix:
    """Return an array (8 * 8 * 9,): the square root of the gradient magnitude for each cell and unsigned orientation."""
    square = Image.new("L", (SIDE, SIDE), 255)
    fitted = picture.convert("L")
    fitted.thumbnail((SIDE, SIDE), Image.Resampling.BILINEAR)
    square.paste(fitted, ((SIDE - fitted.width) // 2, (SIDE - fitted.height) // 2))
    down, right = np.gradient(np.asarray(square, dtype=np.float32))
    orientation = np.minimum((np.arctan2(down, right) % np.pi) / np.pi * _BINS, _BINS - 1).astype(int)
    cells = np.arange(SIDE) // _CELL
    histogram = np.zeros((SIDE // _CELL, SIDE // _CELL, _BINS), np.float32)
    np.add.at(histogram, (cells[:, None], cells[None, :], orientation), np.hypot(down, right))
    features: Matrix = np.sqrt(histogram).ravel()
    return features


SHORTEST = 4  # fewest words of an informative caption
SAME = 0.95  # two captions, or two figures with captions, count as the same above this cosine

Vectors = npt.NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class Captioned:
    """A figure with its caption.

    `caption` is without the label, `words` are the words in the picture, and `png` is the picture.
    """

    paper_id: str
    caption: str
    words: str
    png: bytes
    figure_id: str = ""
    label: str = ""
    page: int = 0
    cluster: str = ""


def captioned_figures(
    cluster: Cluster,
    settings: Settings,
    kinds: Sequence[str] = ("figure",),
    words: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> list[Captioned]:
    """Return the figures of `cluster` that have a picture and a caption of at least `SHORTEST` words, in the order of
    papers and pages.

    With `words`, the words in a picture come from the PDF page or, if it has none there, from OCR. `progress` is
    called with the number of papers done and the number of all papers.
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
            pixels = load_image(path)  # its error names a damaged picture
            text = _words_in(figure, pixels, settings) if words else ""
            found.append(
                Captioned(
                    paper.id,
                    caption,
                    text,
                    path.read_bytes(),
                    figure.id,
                    figure.label,
                    figure.page,
                    cluster.name,
                )
            )
    return found


def _words_in(figure: Figure, pixels: Pixels.Image, settings: Settings) -> str:
    words = figure.words or recognize_words(pixels, settings, settings.home_path / "cache" / "ocr")
    return " ".join(word.text for word in words)


@dataclass(frozen=True, slots=True)
class JointVectors:
    """Embeddings of n figures in two parts, as in SciFIBench: `captions` (n, d) and `pictures` (n, e), with unit
    rows.
    """

    captions: Vectors
    pictures: Vectors

    @property
    def joint(self) -> Vectors:
        """An array (n, d + e) with unit rows. The cosine of two rows is the mean of the cosines of their captions and
        pictures.
        """
        return unit_rows(np.concatenate([self.captions, self.pictures], axis=1))

    def take(self, rows: Sequence[int]) -> JointVectors:
        """Return only the vectors of the figures with the indexes `rows`."""
        return JointVectors(self.captions[list(rows)], self.pictures[list(rows)])


def joint_vectors(
    figures: Sequence[Captioned], encode: Encode, encoder: PageEncoder | None = None
) -> JointVectors:
    """Embed the captions and the pictures of `figures`.

    With `encoder`, it alone embeds the pictures. Without, half of a picture's vector comes from its words (or from
    its caption if it has none) and half from its gradients.
    """
    captions = encode([figure.caption for figure in figures])
    pictures = picture_vectors([figure.png for figure in figures], encoder)
    if encoder is None:
        words = encode([figure.words or figure.caption for figure in figures])
        pictures = unit_rows(np.concatenate([words, pictures], axis=1))
    return JointVectors(captions, pictures)


def without_duplicates(
    figures: Sequence[Captioned], vectors: JointVectors
) -> tuple[list[Captioned], JointVectors]:
    """Return the figures without duplicates, and their vectors; the first figure of each set of duplicates is kept.

    Two figures are duplicates if they have the same picture, or if their captions, or captions and pictures jointly,
    are nearly the same (`SAME`).
    """
    joint = vectors.joint
    kept: list[int] = []
    for n, figure in enumerate(figures):
        same_picture = any(figures[other].png == figure.png for other in kept)
        both = joint[kept] @ joint[n]
        captions = vectors.captions[kept] @ vectors.captions[n]
        if not same_picture and not (both > SAME).any() and not (captions > SAME).any():
            kept.append(n)
    return [figures[n] for n in kept], vectors.take(kept)
