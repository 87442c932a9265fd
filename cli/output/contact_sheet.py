"""Export figures: one PNG for each figure, and one HTML page with thumbnails of all figures."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ...figures.image import load_image
from ...integrations.html import render_page
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.ids import describe_location
from ...papers.types import Figure, Paper
from ...web.images import encode_thumbnail
from .terminal.values import describe_content

SHEET = "figures.html"


@dataclass(frozen=True, slots=True)
class _Tile:
    """A figure on the page.

    `file` is the name of its PNG next to the page, and `thumbnail` a base64 JPEG; both are "" without an image.
    """

    label: str
    place: str
    caption: str
    file: str = ""
    thumbnail: str = ""


def export_figures(
    cluster: Cluster,
    figures: Sequence[tuple[Paper, Figure]],
    folder: Path,
    listen: Callable[[int, int], None] = lambda *_: None,
) -> int:
    """Copy the images of figures to `folder` as PAPER_FIGURE.png and write the page. Return the number of images.

    `listen` is called with (done, total) figures.
    """
    papers: list[tuple[Paper, list[_Tile]]] = []
    for done, (paper, figure) in enumerate(figures):
        listen(done, len(figures))
        if not papers or papers[-1][0] is not paper:
            papers.append((paper, []))
        papers[-1][1].append(_export(cluster, paper, figure, folder))
    listen(len(figures), len(figures))
    page = render_page("citehop.cli.output", "figures.html", cluster=cluster.name, papers=papers)
    (folder / SHEET).write_text(page, "utf-8")
    return sum(bool(tile.file) for _, tiles in papers for tile in tiles)


def _export(cluster: Cluster, paper: Paper, figure: Figure, folder: Path) -> _Tile:
    place = describe_location(paper, figure.page)
    if not figure.image:
        return _Tile(figure.label, place, describe_content(figure))
    source, name = cluster.path / figure.image, f"{paper.id}_{figure.id.replace(':', '-')}.png"
    shutil.copyfile(source, folder / name)
    return _Tile(figure.label, place, describe_content(figure), name, _thumbnail(load_image(source)))


def _thumbnail(image: Image.Image) -> str:
    return base64.b64encode(encode_thumbnail(image)).decode("ascii")
