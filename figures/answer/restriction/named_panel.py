"""Find the panel of a chart that a question names by its letter, its position or the words of its title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean

from ...figure_panels import LETTERS, PANEL_WORD
from ...label_match import stems
from ...operations import AtPosition, AtSide, Extreme
from ...request import FigureRequest
from ...types import FigureData
from .by_panel import entry_of, find_blocks, list_entries, restrict_to_block

_PLACE = re.compile(
    rf"\b(?P<before>left|right|top|upper|bottom|lower|middle|first|second|third|last)(?:-?\s?most|-hand|-side)?\s+"
    rf"(?:side\s+)?{PANEL_WORD}\b"
    rf"|\b(?P<one>left|right|top|upper|bottom|lower)(?:\s+one)?\s+of\s+the\s+(?:(?:two|three)\s+)?(?:\w+\s+)?{PANEL_WORD}\b"
    rf"|\b{PANEL_WORD}\s+(?:is\s+)?(?:\(\s*|on\s+the\s+|at\s+the\s+|to\s+the\s+)(?P<after>left|right|top|bottom|middle)\b",
    re.IGNORECASE,
)
_SUBCAPTION = re.compile(r"\(\s*([a-h])\s*\)\s*([^()]{3,})", re.IGNORECASE)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}


def restrict_to_panel(data: FigureData, question: FigureRequest) -> tuple[FigureData, FigureRequest]:
    """Keep the values of the panel that the question names; keep all values if it names no panel.

    Operations that only state the position of the panel are removed from the question.
    """
    blocks = find_blocks(data)
    panels = sorted(set(blocks))
    if data.kind not in ("line", "bar", "box", "scatter") or len(panels) < 2:
        return data, question
    titles = _titles(data, blocks)
    place = _PLACE.search(question.wording)
    chosen = None
    if question.panel:
        index = LETTERS.index(question.panel)
        chosen = index if index < len(panels) else None
    elif place is not None:
        chosen = _placed(data, blocks, (place["before"] or place["one"] or place["after"]).lower())
    if chosen is None:
        place, chosen = None, _named(titles, question.wording)
    if chosen is None:
        return data, question
    if place is not None:
        (start, end) = place.span()  # "lower" in "the lower panel" ranks nothing
        kept = [
            op for op in question.operations
            if not (isinstance(op, AtPosition | AtSide | Extreme) and op.span[0] < end and start < op.span[1])
        ]  # fmt: skip
        question = replace(question, operations=tuple(kept))
    return restrict_to_block(data, blocks, panels[chosen]), question


def _titles(data: FigureData, blocks: Sequence[int]) -> list[set[str]]:
    """Return the word stems of each panel's title and subcaption, without the stems that all panels share."""
    attributes = [attribute for attribute in list_entries(data).attributes if attribute.role == "panel"]
    panels = sorted(set(blocks))
    texts = [" ".join(a.names[blocks.index(panel)].text for a in attributes) for panel in panels]
    below = {m[1].lower(): m[2] for name in data.others for m in _SUBCAPTION.finditer(name.text)}
    if len(below) == len(panels):
        texts = [f"{text} {below[letter]}" for text, letter in zip(texts, sorted(below), strict=True)]
    words = [stems(text) if text.strip() else set[str]() for text in texts]
    shared = set[str].intersection(*words)
    return [own - shared for own in words]


def _named(titles: Sequence[set[str]], wording: str) -> int | None:
    """Return the panel whose title shares the most words with the question; None if no title shares a word or two
    panels tie.
    """
    stated = stems(wording)
    counts = [len(title & stated) for title in titles]
    best = max(counts)
    return counts.index(best) if best and counts.count(best) == 1 else None


def _placed(data: FigureData, blocks: Sequence[int], place: str) -> int | None:
    """Return the panel at this position.

    None if the boxes of the marks do not show the arrangement, or if several panels are at the position.
    """
    panels = sorted(set(blocks))
    if place in _PLACES:
        index = _PLACES[place]
        return index % len(panels) if index < len(panels) else None
    boxes = [
        [fact.box for fact in data.facts if fact.box and blocks[entry_of(data, fact)] == panel]
        for panel in panels
    ]
    if not all(boxes):
        return None
    across = [fmean((box.x0 + box.x1) / 2 for box in own) for own in boxes]
    down = [fmean((box.y0 + box.y1) / 2 for box in own) for own in boxes]
    width, height = (
        fmean(
            max(getattr(box, end) for box in own) - min(getattr(box, start) for box in own) for own in boxes
        )
        for start, end in (("x0", "x1"), ("y0", "y1"))
    )
    in_row = (max(across) - min(across)) * height >= (max(down) - min(down)) * width
    if in_row != (place in ("left", "right")) and place != "middle":
        return None
    at, extent = (across, width) if in_row else (down, height)
    if any(b - a < extent / 2 for a, b in pairwise(sorted(at))):
        return None
    order = sorted(range(len(panels)), key=at.__getitem__)
    if place == "middle":
        return order[len(order) // 2] if len(order) % 2 else None
    return order[0] if place in ("left", "top", "upper") else order[-1]
