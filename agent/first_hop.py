"""The first hop: pick the anchor's figure, read it, rank the papers it may lead to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from ..figures.read import read_figure
from ..figures.types import Reading
from ..papers.types import BBox, Figure, Paper, Word
from ..retrieval.hops import Hops, split_hops
from ..retrieval.pick import likely_figure, named_figure, same_label
from ..retrieval.rank import rank_papers
from ..retrieval.types import RankedPaper
from .session import Session


@dataclass(frozen=True, slots=True)
class FirstHop:
    """What was looked at, what it says, where it leads.

    `figure` is None when an image of the user's own was read or nothing was; `chosen` tells that the figure was
    picked by its likeness to the question, not named.
    """

    figure: Figure | None
    reading: Reading | None
    ranking: tuple[RankedPaper, ...]
    chosen: bool = False


def first_hop(
    session: Session,
    question: str,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    image: Path | None = None,
) -> FirstHop:
    """Read `image`, or the figure that `figure` or the question names, or else the likeliest one; rank the papers.

    `anchor` defaults to the cluster's. A question with one hop that names no figure is ranked by its text alone.
    Raises UsageError for an unknown anchor, a label that the anchor does not have, or an unreadable image.
    """
    hops = split_hops(question)
    anchor_id = session.anchor_id(anchor)
    paper = session.cluster.paper(anchor_id) if anchor_id else None
    if image is not None:
        reading: Reading | None = read_figure(image, hops.visual, settings=session.settings)
        return FirstHop(None, reading, _rank(session, hops.visual, reading, paper))
    seen = _pick(paper, hops, figure)
    reading = _read(session, seen, hops.visual) if seen else None
    named = bool(figure or hops.figure)
    return FirstHop(seen, reading, _rank(session, hops.visual, reading, paper), bool(seen) and not named)


def _pick(anchor: Paper | None, hops: Hops, label: str | None) -> Figure | None:
    if label and anchor is None:
        raise UsageError(f"whose {label}? name the paper with --anchor")
    if anchor is None:
        return None
    if label:
        return named_figure(anchor.figures, label)
    if hops.figure and any(same_label(f.label, hops.figure) for f in anchor.figures):
        return named_figure(anchor.figures, hops.figure)
    return likely_figure(anchor.figures, hops.visual) if hops.is_two_hop else None


def _read(session: Session, figure: Figure, question: str) -> Reading | None:
    from PIL import Image

    if not figure.image:
        return None
    path = session.cluster.path / figure.image
    with Image.open(path) as image:
        scale = image.width / max(figure.bbox.width, 1e-6)
    words = tuple(_in_pixels(w, figure.bbox, scale) for w in figure.words)
    return read_figure(path, question, words=words, caption=figure.caption, settings=session.settings)


def _in_pixels(word: Word, origin: BBox, scale: float) -> Word:
    """A word's page box as a box on the crop, whose corner is `origin`."""
    b = word.bbox
    x0, y0 = (b.x0 - origin.x0) * scale, (b.y0 - origin.y0) * scale
    return Word(word.text, BBox(x0, y0, x0 + b.width * scale, y0 + b.height * scale), word.confidence)


def _rank(
    session: Session, question: str, reading: Reading | None, anchor: Paper | None
) -> tuple[RankedPaper, ...]:
    """The cited papers when the anchor's bibliography is known, else every other paper of the cluster."""
    candidates = [p for p in session.cluster.papers() if p is not anchor]
    return tuple(rank_papers(question, reading, candidates, anchor=anchor, encode=session.index.encoder()))
