"""Taxonomies: boxes on branches, drawn from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from matplotlib.axes import Axes
from PIL import Image

from ..names import Lexicon, distinct, uncited
from ..types import Asked
from ..wording import Wordings, ask
from .style import PALETTES, Style, new_figure, themed, to_image

BRANCH_AT, LEAF_AT = 0.36, 0.74


@dataclass(frozen=True, slots=True)
class Tree:
    """A root, its branches and their leaves, all from top to bottom."""

    noun: str
    root: str
    branches: tuple[str, ...]
    leaves: tuple[tuple[str, ...], ...]


def random_tree(rng: Random, style: Style, lexicon: Lexicon) -> Tree:
    branches = distinct(rng, lexicon.group, rng.randint(*style.series))
    counts = [rng.randint(1, 3) for _ in branches]
    names = distinct(rng, lexicon.method, sum(counts))
    if style.cited:
        names = [f"{name} {lexicon.citation(rng)}" for name in names]
    starts = [sum(counts[:at]) for at in range(len(counts))]
    leaves = tuple(tuple(names[start : start + size]) for start, size in zip(starts, counts, strict=True))
    return Tree(
        rng.choice(["method", "model"]),
        rng.choice(["Methods", "Approaches", "Survey"]),
        tuple(branches),
        leaves,
    )


def draw_tree(tree: Tree, style: Style) -> Image.Image:
    """The tree as an image; one box per leaf, or one box per branch with its leaves in a row (style.labels)."""
    palette = [value for _, value in PALETTES[style.palette]]
    rows = len(tree.leaves) if style.labels else sum(map(len, tree.leaves))
    with themed(style):
        figure = new_figure(style)
        figure.set_size_inches(style.size[0], 0.42 * rows + 0.5)
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_xlim(0, 1.12)
        axes.set_ylim(rows - 0.4, -0.6)
        row, middles = 0, []
        for at, (branch, leaves) in enumerate(zip(tree.branches, tree.leaves, strict=True)):
            shown = (", ".join(leaves),) if style.labels else leaves
            middle = row + (len(shown) - 1) / 2
            middles.append(middle)
            for place, leaf in enumerate(shown, row):
                _edge(axes, BRANCH_AT, middle, LEAF_AT, place)
                _box(axes, LEAF_AT, place, leaf, "white", palette[at % len(palette)])
            _box(
                axes, BRANCH_AT, middle, branch, palette[at % len(palette)] + "40", palette[at % len(palette)]
            )
            row += len(shown)
        centre = sum(middles) / len(middles)
        for middle in middles:
            _edge(axes, 0.06, centre, BRANCH_AT, middle)
        _box(axes, 0.06, centre, tree.root, "#eeeeee", "black")
        return to_image(figure)


def _box(axes: Axes, x: float, y: float, text: str, fill: str, edge: str) -> None:
    box = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": edge}
    axes.text(x, y, text, ha="center", va="center", fontsize=8, bbox=box, zorder=3)
    axes.text(x, y, text, ha="center", va="center", fontsize=8, bbox=box | {"facecolor": fill}, zorder=4)


def _edge(axes: Axes, x0: float, y0: float, x1: float, y1: float) -> None:
    bend = x0 + 0.5 * (x1 - x0)
    axes.plot([x0, bend, bend, x1], [y0, y0, y1, y1], color="0.4", linewidth=0.8, zorder=1)


def tree_questions(rng: Random, tree: Tree, wordings: Wordings, count: int) -> tuple[Asked, ...]:
    """Questions about the only leaf, the first leaf and the one other leaf of a branch."""
    asked = []
    for branch, leaves in zip(tree.branches, tree.leaves, strict=True):
        slots = {"n": tree.noun, "g": branch}
        if len(leaves) == 1:
            asked.append(Asked(ask(rng, wordings, "leaf", **slots), leaves[0], "leaf"))
        else:
            asked.append(Asked(ask(rng, wordings, "leaf-first", **slots), leaves[0], "leaf-first"))
        if len(leaves) == 2:
            here, other = rng.sample(leaves, 2)
            text = ask(rng, wordings, "leaf-beside", **slots, a=uncited(here))
            asked.append(Asked(text, other, "leaf-beside"))
    rng.shuffle(asked)
    return tuple(asked[:count])
