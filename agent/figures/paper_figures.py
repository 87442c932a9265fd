"""Find figures of a paper by a label, an id or a region of a page, and open them as images."""

from __future__ import annotations

import re
from dataclasses import replace

from ...errors import CitehopError, UsageError
from ...figures.image import load_image, open_figure
from ...figures.read import read_data
from ...figures.types import FigureData, FigureImage
from ...figures.vector.types import VectorFigure
from ...papers.captions import find_page_label
from ...papers.clusters.cluster import Cluster
from ...papers.parsing.crops import crop_region
from ...papers.types import BBox, Figure, Paper, Word
from ...retrieval.figure_selection import named_figure
from ...settings import Settings

_REGION = re.compile(
    r"region of page (\d{1,5}) \((\d{1,5}), (\d{1,5}), (\d{1,5}), (\d{1,5})\)", re.IGNORECASE
)
_REGION_ID = re.compile(r"p(\d{1,5}):region-(\d{1,5})-(\d{1,5})-(\d{1,5})-(\d{1,5})")
_ID = re.compile(r"p\d{1,5}:")  # at the beginning of each id of a figure or region
_LEAST_SIDE = 8  # least width and height of a region, in points
_READABLE = (
    0.7  # least share of readable words with which a figure needs no OCR; some fonts map to no characters
)
# A word with at least _MOST_SIGNS of these characters, and without three letters in a row, is unreadable.
_SIGNS, _MOST_SIGNS = re.compile(r"[!\"#$&*;=?@\\^`{|}~]"), 2
_LETTERS = re.compile(r"[^\W\d_]{3}")
_COVERED = 0.9  # a figure is an image if an image of the PDF covers at least this share of it
_IN_FIGURE = 0.7  # a region belongs to a figure if at least this share of the region is in the figure


def region_label(page: int, box: BBox) -> str:
    """Return the label of a region of a page, in whole points: "Region of page 3 (72, 100, 300, 240)"."""
    sides = ", ".join(str(max(0, round(side))) for side in (box.x0, box.y0, box.x1, box.y1))
    return f"Region of page {page} ({sides})"


def is_region(label: str) -> bool:
    """True if `label` is the label of a region of a page."""
    return bool(_REGION.fullmatch(label))


def is_place(label: str) -> bool:
    """True if `label` gives the place of a figure (page, id or region).

    Another paper may have a figure at the same place.
    """
    return bool(find_page_label(label) or _ID.match(label) or is_region(label.strip()))


def labeled_figure(cluster: Cluster, paper: Paper, label: str) -> Figure:
    """Return the figure of `paper` that `label` names, which is the label or id of a figure or of a region of a page.

    Raises UsageError for an unknown label, and for a region that is too small or on a page that the paper does not
    have.
    """
    match = _REGION.fullmatch(label.strip()) or _REGION_ID.fullmatch(label)
    if match:
        return _region(cluster, paper, *map(int, match.groups()))
    return named_figure(paper.figures, label, paper.title)


def table_parts(paper: Paper, table: Figure) -> list[Figure]:
    """Return `table` and its continuations on other pages or columns, in order; a part without a caption gets the
    caption of `table`."""
    parts = [table]
    while following := next((figure for figure in paper.figures if figure.continues == parts[-1].id), None):
        parts.append(replace(following, caption=following.caption or table.caption))
    return parts


def printed_words(paper: Paper, figure: Figure) -> str:
    """Return the words of a figure, or of all parts of a table, joined by spaces; "" if no words are known."""
    return " ".join(word.text for part in table_parts(paper, figure) for word in part.words)


def figure_by_id(cluster: Cluster, paper_id: str, figure_id: str) -> Figure | None:
    """Return the figure or page region with the id `figure_id`; None if it does not exist or the paper has left the
    cluster."""
    if not figure_id or not cluster.has_paper(paper_id):
        return None
    paper = cluster.paper(paper_id)
    found = next((figure for figure in paper.figures if figure.id == figure_id), None)
    match = _REGION_ID.fullmatch(figure_id)
    try:
        return found or (_region(cluster, paper, *map(int, match.groups())) if match else None)
    except UsageError:
        return None


def _region(cluster: Cluster, paper: Paper, page: int, x0: int, y0: int, x1: int, y1: int) -> Figure:
    """Return a part of a page as a figure.

    If it is part of a known figure, it gets the caption and kind of that figure, and the words inside the region.
    Raises UsageError for an unknown page or a region that is too small.
    """
    box = BBox(float(x0), float(y0), float(x1), float(y1))
    if cluster.source_path(paper.id) is None or not 1 <= page <= paper.pages:
        raise UsageError(f"{paper.id} has no page {page}")
    if min(box.width, box.height) < _LEAST_SIDE:
        raise UsageError("the region is too small; mark a larger one")
    box = _without_captions(paper, page, box)
    area = box.width * box.height
    around = (
        f for f in paper.figures if f.page == page and f.bbox.intersection_area(box) >= _IN_FIGURE * area
    )
    whole = next(around, None)
    label, figure_id = region_label(page, box), f"p{page}:region-{x0}-{y0}-{x1}-{y1}"
    if whole is None:
        return Figure(figure_id, "figure", label, "", page, box)
    words = tuple(word for word in whole.words if word.bbox.intersection_area(box) > 0)
    return Figure(figure_id, whole.kind, label, whole.caption, page, box, words=words)


def _without_captions(paper: Paper, page: int, box: BBox) -> BBox:
    """Return a region without captions: the part below the captions in its upper half and above the captions in its
    lower half."""
    middle, y0, y1 = (box.y0 + box.y1) / 2, box.y0, box.y1
    for block in paper.blocks:
        if block.kind != "caption" or block.page != page or not block.bbox.intersection_area(box):
            continue
        if block.bbox.y1 <= middle:
            y0 = max(y0, block.bbox.y1)
        elif block.bbox.y0 >= middle:
            y1 = min(y1, block.bbox.y0)
    return BBox(box.x0, y0, box.x1, y1)


def open_paper_figure(cluster: Cluster, paper_id: str | None, figure: Figure | None) -> FigureImage | None:
    """Open a figure of a paper as an image; None if it has no image.

    The result has the words of the page, if they are readable, and the vector paths of the PDF unless the figure is a
    table. If the figure is itself an image, such as a scan, its words are left out, because they come from an unknown
    OCR program; our OCR reads the figure later.
    """
    if figure is None:
        return None
    if not figure.image:
        return _open_region(cluster, paper_id, figure)
    pixels = load_image(cluster.path / figure.image)
    region = crop_region(figure.bbox, *pixels.size)
    scale = pixels.width / max(region.width, 1e-6)
    readable = sum(map(_is_readable, figure.words)) >= _READABLE * len(figure.words)
    drawing = _load_drawing(cluster, paper_id, figure, region) if figure.kind == "figure" else None
    scanned = drawing is not None and drawing.is_image(_COVERED)
    words = () if scanned or not readable else tuple(_in_pixels(w, region, scale) for w in figure.words)
    drawing = drawing if drawing is not None and drawing.paths and not scanned else None
    return FigureImage(pixels, words, figure.caption, drawing, scale, (region.x0, region.y0))


def _is_readable(word: Word) -> bool:
    """True unless the text of `word` is garbled because its font maps to no characters or to wrong characters.

    An example is ")*\"\"\"\"%" for 2500000.
    """
    return "\ufffd" not in word.text and (
        len(_SIGNS.findall(word.text)) < _MOST_SIGNS or _LETTERS.search(word.text) is not None
    )


def read_paper_figure(
    cluster: Cluster, paper_id: str, figure: Figure, settings: Settings
) -> FigureData | None:
    """Read the data of a paper's figure; None if it has no image or cannot be read."""
    image = open_paper_figure(cluster, paper_id, figure)
    if image is None:
        return None
    return read_data(open_figure(image, settings=settings, cache=settings.home_path / "cache" / "ocr"))


def _open_region(cluster: Cluster, paper_id: str | None, figure: Figure) -> FigureImage | None:
    """Render a region from its page; None if `figure` is not a region or the PDF is missing."""
    source = cluster.source_path(paper_id) if paper_id and _REGION_ID.fullmatch(figure.id) else None
    if source is None:
        return None
    from ...figures.vector.load import open_pdf_figure

    image = open_pdf_figure(source, figure.page, figure.bbox, figure.caption)
    has_paths = image.drawing is not None and bool(image.drawing.paths) and figure.kind == "figure"
    return image if has_paths else replace(image, drawing=None)


def _load_drawing(
    cluster: Cluster, paper_id: str | None, figure: Figure, region: BBox
) -> VectorFigure | None:
    """Load the paths, images and texts in a region of the PDF's page; None if the PDF is missing or damaged."""
    source = cluster.source_path(paper_id) if paper_id else None
    if source is None or source.suffix.lower() != ".pdf" or figure.page < 1:
        return None
    from ...figures.vector.load import load_vector_figure

    try:
        return load_vector_figure(source, figure.page, region)
    except CitehopError:
        return None


def _in_pixels(word: Word, origin: BBox, scale: float) -> Word:
    """Convert the box of a word from page points to pixels of a crop; the crop has the same upper left corner as
    `origin`."""
    b = word.bbox
    x0, y0 = (b.x0 - origin.x0) * scale, (b.y0 - origin.y0) * scale
    return Word(word.text, BBox(x0, y0, x0 + b.width * scale, y0 + b.height * scale), word.confidence)
