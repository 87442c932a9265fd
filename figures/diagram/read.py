"""Read a diagram from an image and its words, and convert it to figure data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from PIL import Image

from ...papers.types import BBox, Word
from ..names import parse_name
from ..raster.canvas import Canvas, build_canvas, on_canvas, window
from ..raster.cell_blocks import EM
from ..raster.flat import scaled_shape
from ..raster.labels import extract_labels
from ..shapes.label import text_height
from ..shapes.shape import scaled_box
from ..types import Appearance, Attribute, Edge, Entries, FigureData
from .frames import with_dashed_frames
from .from_shapes import link_nodes
from .hierarchy import find_frames
from .nodes import build_nodes
from .traced_lines import find_lines
from .types import Diagram

FEWEST = 3  # nodes
JOINED = 0.9  # least share of the nodes that the lines of a tree reach
ARROWS = "\u2190\u2191\u2192\u2193\u2794\u279c\u27a1 "
SOLID = 0.18  # least half width of a filled tip, as a share of its side; the strokes of a letter are thinner
BESIDE = 0.5  # largest gap between a word and a letter that continues it, as a share of the word's height
LEAST = 6  # pixels; least side of a tip


def read_diagram(image: Image.Image, words: Sequence[Word]) -> Diagram | None:
    """Return the tree, nested boxes or flow diagram that the image shows; None if no node is connected.

    `words` are in pixels of the image. The result is deterministic, and no image raises an error.
    """
    canvas = build_canvas(image)
    written = on_canvas(words, canvas)
    texts = [_without_arrows(w) for w in written if not _is_arrow_head(w, written, canvas)]
    phrases = extract_labels([w for w in texts if w.text], canvas, slanted=False)
    if len(phrases) < FEWEST:
        return None
    canvas = replace(canvas, em=text_height(phrases))
    found = with_dashed_frames(canvas, build_nodes(canvas, phrases), phrases)
    around = set(find_frames([node.box for node in found]).values())
    nodes = [node for index, node in enumerate(found) if index not in around]
    frames = [found[index] for index in sorted(around)]
    lines, heads = find_lines(canvas, nodes, phrases, [frame.box for frame in frames])
    unit = EM / canvas.em
    boxed = {index for index, node in enumerate(nodes) if node.boxed}
    placed, outer = ([replace(n, box=scaled_box(n.box, unit)) for n in some] for some in (nodes, frames))
    strokes, tips = ([scaled_shape(shape, unit) for shape in some] for some in (lines, heads))
    diagram = link_nodes(placed, boxed, outer, strokes, tips, EM, is_exact=False)
    return None if diagram is None else replace(diagram, scale=canvas.scale * unit)


def _without_arrows(word: Word) -> Word:
    """Return the word without the arrows that OCR read as part of it."""
    text = word.text.strip(ARROWS)
    if text == word.text:
        return word
    before = len(word.text) - len(word.text.lstrip(ARROWS))
    letter = word.bbox.width / len(word.text)
    box = word.bbox
    left = box.x0 + before * letter
    return Word(text, BBox(left, box.y0, left + len(text) * letter, box.y1), word.confidence)


def _is_arrow_head(word: Word, others: Sequence[Word], canvas: Canvas) -> bool:
    """True for a filled tip that OCR took for a letter: its ink is thicker than the strokes of letters.

    A letter directly next to a word on the same line is part of the text.
    """
    ink = canvas.ink[window(word.bbox, canvas)].astype(np.uint8)
    if len(word.text) > 1 or word.text.isdigit() or min(ink.shape) < LEAST:
        return False
    box = word.bbox
    if any(len(w.text) > 1 and _is_beside(w.bbox, box) for w in others):
        return False
    thickest = float(cv2.distanceTransform(ink, cv2.DIST_L2, 3).max())
    return bool(thickest > SOLID * min(ink.shape))


def _is_beside(one: BBox, other: BBox) -> bool:
    """True for two boxes on one line that are as close as the letters of a word."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    apart = max(one.x0 - other.x1, other.x0 - one.x1)
    return shared > BESIDE * min(one.height, other.height) and apart < BESIDE * one.height


def is_one_tree(diagram: Diagram) -> bool:
    """True if lines without arrow heads connect nearly all nodes into one tree."""
    children = [child for node in diagram.nodes for child in node.children]
    roots = sum(bool(node.children) and i not in children for i, node in enumerate(diagram.nodes))
    return not diagram.arrows and roots == 1 and len(children) >= JOINED * (len(diagram.nodes) - 1)


def build_diagram_data(diagram: Diagram) -> FigureData:
    """Return the figure data of a diagram, with one row per name. Several names of one node share its block, its
    box and its edges.
    """
    first: list[int] = []
    owner: list[int] = []
    for index, node in enumerate(diagram.nodes):
        first.append(len(owner))
        owner += [index] * len(node.items)
    rows_of = [
        range(start, start + len(node.items)) for start, node in zip(first, diagram.nodes, strict=True)
    ]
    edges = [
        Edge(first[index], row)
        for index, node in enumerate(diagram.nodes)
        for child in node.children
        for row in rows_of[child]
    ]
    edges += [Edge(first[a], first[b], "arrow") for a, b in diagram.arrows]
    names = tuple(parse_name(item) for node in diagram.nodes for item in node.items)
    boxes = tuple(scaled_box(diagram.nodes[index].box, 1 / diagram.scale) for index in owner)
    rows = Entries(
        len(owner),
        (Attribute("node", names, boxes),),
        tuple(Appearance(diagram.nodes[index].color) for index in owner),
        blocks=tuple(owner),
    )
    return FigureData("diagram", rows, edges=tuple(edges), others=tuple(map(parse_name, diagram.labels)))
