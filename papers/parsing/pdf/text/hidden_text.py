"""Text that a page contains but does not show: drawn invisibly, without opacity, in white on white, or tiny."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from .frame import read_page_frame
from .pdfium_compat import Address, bind_function

_INVISIBLE = (3, 7)  # modes of drawing text: not at all, and as a clipping path
_COVERED = 0.7  # share of the page covered by an image, over which invisible text is the OCR of a scan
_CLEAR = 13  # of 255: opacity below which nothing is seen
_WHITE = 245  # of 255: least channel of a color that a white page hides
_PAPER = 235  # of 255: darkest pixel of a place where nothing is printed
_TINY = 1.5  # points: height of characters that nobody reads

_mode_of = bind_function(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int, Address)
_fill_of = bind_function(raw.FPDFPageObj_GetFillColor, ctypes.c_int, Address, *[Address] * 4)

Mask = npt.NDArray[np.bool_]


def find_hidden(
    page: Any,
    objects: list[int],
    run_of: npt.NDArray[np.intp],
    boxes: npt.NDArray[np.float64],
    letters: Mask,
) -> Mask:
    """True for each character that is not seen. `objects` are the addresses of the text objects, `run_of` the number of the
    object of each character, `boxes` the characters' boxes on the page, `letters` True for letters and digits.
    """
    colors = [_read_fill(address) for address in objects]
    clear = np.array([color[3] < _CLEAR for color in colors], bool)
    white = np.array([min(color[:3]) >= _WHITE for color in colors], bool)
    invisible = np.array([_mode_of(address) in _INVISIBLE for address in objects], bool)
    if invisible.any() and measure_image_share(page) > _COVERED:
        invisible[:] = False
    hidden: Mask = (clear | invisible)[run_of]
    pale = np.flatnonzero(white[run_of] & ~hidden)
    if len(pale):
        hidden[pale] = _is_blank(page, boxes[pale], run_of[pale])
    hidden |= _find_tiny(boxes, run_of, len(objects), letters)
    return hidden


def measure_image_share(page: Any) -> float:
    """Share of a pypdfium2 page covered by its largest image."""
    box = read_page_frame(page).page
    largest = 0.0
    for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = found.get_bounds()
        largest = max(largest, (right - left) * (top - bottom))
    return largest / max(1.0, box.width * box.height)


def _read_fill(address: int) -> tuple[int, int, int, int]:
    """Red, green, blue and opacity, 0 to 255; opaque black if pdfium cannot tell."""
    values = (ctypes.c_uint * 4)(0, 0, 0, 255)
    start = ctypes.addressof(values)
    if not _fill_of(address, *(start + 4 * i for i in range(4))):
        return 0, 0, 0, 255
    return values[0], values[1], values[2], values[3]


def _is_blank(page: Any, boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp]) -> Mask:
    """True for the characters of white objects in whose place the rendered page is white."""
    image = np.asarray(page.render(scale=1, draw_annots=False, may_draw_forms=False).to_pil().convert("L"))
    blank = np.zeros(len(boxes), bool)
    for run in np.unique(run_of).tolist():
        own = run_of == run
        left, top = np.floor(boxes[own, :2].min(axis=0)).astype(int).clip(0)
        right, bottom = np.ceil(boxes[own, 2:].max(axis=0)).astype(int).clip(0)
        place = image[top:bottom, left:right]
        blank[own] = place.size == 0 or int(place.min()) >= _PAPER
    return blank


def _find_tiny(
    boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp], count: int, letters: Mask
) -> Mask:
    """True for the characters of objects with five letters or more, of which the tallest is tiny."""
    heights = np.zeros(count)
    np.maximum.at(heights, run_of[letters], (boxes[:, 3] - boxes[:, 1])[letters])
    many = np.bincount(run_of[letters], minlength=count) > 4
    tiny: Mask = ((heights < _TINY) & (heights > 0) & many)[run_of]
    return tiny
