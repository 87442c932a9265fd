"""Exported figures: one PNG each, and a contact sheet of all."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from ...papers.clusters.cluster import Cluster
from ...papers.clusters.ids import describe_location
from ...papers.types import Figure, Paper

SHEET = "contact-sheet.png"
_COLUMNS, _CELL, _CAPTION, _MARGIN = 4, 320, 28, 12


def export_figures(cluster: Cluster, figures: Sequence[tuple[Paper, Figure]], folder: Path) -> int:
    """Copy the crops to `folder` as PAPER_FIGURE.png, draw the contact sheet, and return the number of crops."""
    folder.mkdir(parents=True, exist_ok=True)
    tiles: list[tuple[str, Path]] = []
    for paper, figure in figures:
        if figure.image:
            target = folder / f"{paper.id}_{figure.id.replace(':', '-')}.png"
            shutil.copyfile(cluster.path / figure.image, target)
            tiles.append((f"{figure.label}, {describe_location(paper, figure.page)}, {paper.id}", target))
    _draw_sheet(tiles).save(folder / SHEET)
    return len(tiles)


def _draw_sheet(tiles: Sequence[tuple[str, Path]]) -> Image.Image:
    rows = max(1, -(-len(tiles) // _COLUMNS))
    step = _CELL + _MARGIN
    sheet = Image.new("RGB", (_COLUMNS * step + _MARGIN, rows * (step + _CAPTION) + _MARGIN), "white")
    draw = ImageDraw.Draw(sheet)
    for place, (caption, path) in enumerate(tiles):
        x = _MARGIN + place % _COLUMNS * step
        y = _MARGIN + place // _COLUMNS * (step + _CAPTION)
        with Image.open(path) as image:
            thumbnail = image.convert("RGB")
            thumbnail.thumbnail((_CELL, _CELL))
        sheet.paste(thumbnail, (x, y))
        draw.text((x, y + _CELL + 4), caption[:52], fill="black")
    return sheet
