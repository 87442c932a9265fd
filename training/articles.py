"""Turn papers into articles of text and figures in reading order, to pre-train models that read both (as MMSci, section
3.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ..papers.clusters.cluster import Cluster
from ..papers.types import Block, Figure, Paper
from .chat_types import Article, ContentPart

# Author lines and bibliographies teach no science, and a PDF does not store the symbols of a formula in reading order.
_LEFT_OUT = frozenset({"front", "reference", "equation"})


def interleave(cluster: Cluster, paper: Paper, names: Mapping[str, str]) -> Article | None:
    """Return `paper` as an article that begins with the title; None for a paper without text.

    The picture of each figure comes before its caption, followed by the pictures of parts that continue the figure.
    Figures whose caption is not in the text come at the end. `names` maps the id of a figure to the file of its
    picture; figures without a picture are left out. All text between two pictures is one part.
    """
    if paper.abstract_only or not paper.blocks:
        return None
    waiting = [figure for figure in paper.figures if figure.id in names]
    parts: list[ContentPart] = []
    images: list[str] = []
    texts = [paper.title]

    def place(figure: Figure) -> None:
        if texts:
            parts.append(ContentPart("text", "\n\n".join(texts)))
            texts.clear()
        parts.append(ContentPart("image"))
        images.append(names[figure.id])
        waiting.remove(figure)
        for part in [other for other in waiting if other.continues == figure.id]:
            place(part)

    for block in _text_blocks(paper):
        captioned = next((f for f in waiting if block.kind == "caption" and _captions(block, f)), None)
        if captioned is not None:
            place(captioned)
        texts.append(block.text)
    while waiting:
        figure = waiting[0]
        place(figure)
        texts += [figure.caption] if figure.caption else []
    if texts:
        parts.append(ContentPart("text", "\n\n".join(texts)))
    return Article(f"{cluster.name}-{paper.id}", paper.title, tuple(parts), tuple(images))


def picture_files(cluster: Cluster, paper: Paper) -> dict[str, Path]:
    """Map the id of each figure or table of `paper` that has a picture to the file of the picture, in order."""
    found = ((figure.id, cluster.path / figure.image) for figure in paper.figures if figure.image)
    return {figure_id: path for figure_id, path in found if path.is_file()}


def _text_blocks(paper: Paper) -> Iterator[Block]:
    in_text = (
        block
        for block in paper.blocks
        if block.kind not in _LEFT_OUT or (block.kind == "equation" and not block.page)
    )
    yield from (block for block in in_text if block.text.strip() and block.text != paper.title)


def _captions(block: Block, figure: Figure) -> bool:
    """True if `block` is the caption of `figure`. A figure that continues another figure has no caption of its own."""
    return not figure.continues and block.page == figure.page and block.text == figure.caption
