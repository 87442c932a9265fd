"""MMSci's types of a user's own figures: by the figure reader where it is sure, of the others by a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ....agent.figures.paper_figures import open_paper_figure
from ....agent.llm.types import LLM
from ....errors import CitehopError
from ....figures.read import read_data
from ....figures.types import FigureKind
from ....papers.clusters.cluster import Cluster
from ....papers.files import write_atomic
from ....papers.types import Figure
from ...types import Example, Picture
from ..common.cluster_figures import Captioned
from .figure_types import TYPES, classify_with, types_in

LABELS = "figure_types.jsonl"
CHART, DIAGRAM = TYPES.index("Charts and graphs") + 1, TYPES.index("Schematic diagrams") + 1
_CHARTS: frozenset[FigureKind] = frozenset({"bar", "line", "scatter", "pie", "radar", "heatmap", "box"})
_NUMBER, _DECIMAL = re.compile(r"[-−+]?\d[\d.,]*%?"), re.compile(r"[-−+]?\d*\.\d+")
_TICKS = 3  # numbers of an axis or a colour bar

Types = Mapping[str, int]
"""The type of each lettered panel of a figure, 1 to 7; under "" that of all of its panels."""


def label_types(
    clusters: Sequence[Cluster],
    figures: Sequence[Captioned],
    llm: LLM | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> dict[int, Types]:
    """The types of `figures` by their place; without `llm` only of those that are charts or diagrams for sure.

    `progress` is called with the number of figures done and of all.
    """
    by_name = {cluster.name: cluster for cluster in clusters}
    found: dict[int, Types] = {}
    for number, one in enumerate(figures):
        progress(number, len(figures))
        cluster = by_name[one.cluster]
        figure = next(f for f in cluster.paper(one.paper_id).figures if f.id == one.figure_id)
        kind = read_type(cluster, one.paper_id, figure)
        types = {"": kind} if kind else _ask(llm, cluster.path / figure.image) if llm else {}
        if types:
            found[number] = types
    return found


def read_type(cluster: Cluster, paper_id: str, figure: Figure) -> int | None:
    """The type of a figure that is read from the paths of its page, if the numbers in it agree: a chart has those of an axis, a
    diagram no decimal ones. None for all other figures."""
    try:
        image = open_paper_figure(cluster, paper_id, figure) if figure.words else None
        data = read_data(image) if image is not None and image.drawing is not None else None
    except CitehopError:
        return None
    if data is None or not data.exact:
        return None
    texts = [word.text for word in figure.words]
    if data.kind in _CHARTS:
        return CHART if sum(map(bool, map(_NUMBER.fullmatch, texts))) >= _TICKS else None
    decimals = sum(map(bool, map(_DECIMAL.fullmatch, texts)))
    return DIAGRAM if data.kind == "diagram" and decimals < _TICKS else None


def write_labels(path: Path, images: Sequence[str], types: Mapping[int, Types]) -> None:
    """Write the labels for `citehop bench mmsci --task figure-type --labels`; `images` are the names of all figures."""
    rows = [
        {"image": images[number], "panel": panel, "type": TYPES[kind - 1]}
        for number, found in sorted(types.items())
        for panel, kind in sorted(found.items())
    ]
    write_atomic(path, "".join(json.dumps(row) + "\n" for row in rows))


def _ask(llm: LLM, picture: Path) -> Types:
    example = Example(picture.name, "", pictures=(Picture(picture.name, str(picture)),))
    return types_in(classify_with(llm, 0)(example).answer)
