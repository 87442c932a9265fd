"""Find the panel of a figure that a question is about, and make it a figure of its own."""

from __future__ import annotations

from dataclasses import replace

from ...figures.figure_panels import describe_panels, find_panels
from ...figures.image import open_figure
from ...indexes.text.analysis import analyze
from ...papers.types import BBox, Figure, Word
from ..request_context import RequestContext
from .paper_figures import open_paper_figure

# Least lead, in shared terms, of one panel's part of the caption over the parts of all other panels.
_MARGIN = 2


def find_asked_panel(context: RequestContext, paper_id: str, figure: Figure) -> Figure | None:
    """Return the panel of `figure` that the question names, as a figure.

    The question names a panel by its letter, or by words that the caption uses for this panel. The result is None if
    the question names no panel, or if the letters of the panels are not found in the figure.
    """
    if figure.kind != "figure" or context.session.cluster.source_path(paper_id) is None:
        return None
    described = describe_panels(figure.caption)
    letter = context.question.panel or _closest(context.question.text, described)
    if not letter:
        return None
    words = figure.words or _recognize_words(context, paper_id, figure)
    box = find_panels(words, figure.bbox).get(letter)
    if box is None:
        return None
    sides = "-".join(str(round(side)) for side in (box.x0, box.y0, box.x1, box.y1))
    return replace(
        figure,
        id=f"p{figure.page}:region-{sides}",
        label=f"{figure.label}{letter}",
        caption=described.get(letter, figure.caption),
        bbox=box,
        image="",
        words=tuple(word for word in figure.words if word.bbox.intersection_area(box) > 0),
    )


def _closest(question: str, described: dict[str, str]) -> str:
    """Return the letter of the panel whose part of the caption has most terms of the question; "" if no panel clearly
    leads."""
    asked = frozenset(analyze(question))
    counts = {letter: len(asked.intersection(analyze(text))) for letter, text in described.items()}
    best = max(counts, key=lambda letter: counts[letter], default="")
    others = max((count for letter, count in counts.items() if letter != best), default=0)
    return best if best and counts[best] - others >= _MARGIN else ""


def _recognize_words(context: RequestContext, paper_id: str, figure: Figure) -> tuple[Word, ...]:
    """Read the words of a figure by OCR, and return them with boxes in page coordinates."""
    session = context.session
    scene = open_paper_figure(session.cluster, paper_id, figure)
    if scene is None:
        return ()
    cache = session.settings.home_path / "cache" / "ocr"
    scene = open_figure(scene, settings=session.settings, cache=cache)
    (left, top), scale = scene.origin, scene.scale

    def place(box: BBox) -> BBox:
        return BBox(left + box.x0 / scale, top + box.y0 / scale, left + box.x1 / scale, top + box.y1 / scale)

    return tuple(replace(word, bbox=place(word.bbox)) for word in scene.words)
