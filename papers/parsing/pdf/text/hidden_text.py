"""Find text that a page contains but does not show: the page looks the same without it.

The page is rendered with its text and without it. Therefore it does not matter how text is hidden: by its drawing mode,
color or opacity, by objects that cover or clip it, by a layer that is off, or by a position outside of the page.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from pypdfium2 import raw

from .frame import read_page_frame
from .page_contents import list_drawings
from .pdfium_compat import Address, bind_function

_SCALE = 1.5  # rendered pixels per point
_LONGEST = 3000  # most pixels of a side of a rendered page
_UNSEEN = (95, 23, 47)  # largest changes of blue, green and red (of 255) that no reader sees
_SOFTENED = (255, 69, 139)  # the same for the soft edges of other characters
_RIM = 2.0  # points around a drawing that it may blur
_TINY = 1.5  # points: largest mean of width and height of characters that are too small to read
_STACKED = 0.6  # share of a character's box above which other characters count as drawn over it
_MOST_STACKED = 2000  # most characters of a page whose boxes are compared one by one
_LAYERS = 4  # most texts drawn in one place that are told apart; nobody can read more of them
_COVERED = 0.7  # share of the page; invisible text over an image larger than this is the OCR of a scan
_SCANNED = 0.3  # largest share of visible letters in a scan, such as in stamps and running heads
_INK = 40  # smallest difference (of 255) between ink and paper in a scan

_set_active = bind_function(raw.FPDFPageObj_SetIsActive, ctypes.c_int, Address, ctypes.c_int)

_get_mode = bind_function(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int, Address)

Mask = npt.NDArray[np.bool_]
Boxes = npt.NDArray[np.intp]  # (n, 4) pixels: left, top, right and bottom, the last two excluded
Image = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.float32]


def find_hidden(
    page: Any, objects: npt.NDArray[np.uint64], boxes: npt.NDArray[np.float64], letters: Mask
) -> Mask:
    """Return a mask that is True for each character of a pypdfium2 page that is not visible.

    `objects` are the addresses of the characters' text objects, `boxes` the characters' boxes on the page. `letters` is
    True for letters and digits.
    """
    if not letters.any():
        return np.zeros(len(boxes), bool)
    addresses, run_of = _number_objects(objects)
    scale = min(_SCALE, _LONGEST / max(1.0, *page.get_size()))
    width, height = (math.ceil(side * scale) for side in page.get_size())
    places = _to_pixels(boxes, scale, (height, width))
    cells = np.concatenate((places[:, :2] // 2, (places[:, 2:] + 1) // 2), axis=1)
    counts = _count_places(cells, (height // 2 + 1, width // 2 + 1))
    distant, is_blank = _list_distant(page, counts, scale / 2)

    def render(gone: Sequence[int]) -> Image:
        with _deactivate([*distant, *addresses[list(gone)].tolist()]):
            return _render(page, scale)

    whole = render(())
    is_same = all(_get_mode(address) == raw.FPDF_TEXTRENDERMODE_INVISIBLE for address in addresses.tolist())
    bare = whole if is_same else np.full_like(whole, 255) if is_blank else render(range(len(addresses)))
    seen = _is_any(_differs(whole, bare), places) & ~_find_tiny(boxes, run_of, letters)
    stacked = _find_stacked(boxes, run_of, places, seen, counts)
    seen &= ~_find_overprinted(whole, render, run_of, places, stacked)
    if seen[letters].mean() < _SCANNED and measure_image_share(page) > _COVERED:
        seen |= _find_inked(bare, run_of, places)
    return _follow_letters(~seen, run_of, letters)


def _number_objects(
    objects: npt.NDArray[np.uint64],
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.intp]]:
    """Return the distinct addresses in order of occurrence, and for each character the index of its address.

    Addresses are not sorted, because they change from run to run.
    """
    addresses, firsts, run_of = np.unique(objects, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    return addresses[order], np.argsort(order)[run_of]


def _follow_letters(hidden: Mask, run_of: npt.NDArray[np.intp], letters: Mask) -> Mask:
    """Return `hidden`, with each other character hidden if the last letter or digit before it in its text object is."""
    last = np.maximum.accumulate(np.where(letters, np.arange(len(letters)), -1))
    followed: Mask = (last >= 0) & (run_of[last] == run_of) & hidden[last]
    return followed


def measure_image_share(page: Any) -> float:
    """Return the share of a pypdfium2 page that its largest image covers."""
    box = read_page_frame(page).page
    largest = 0.0
    for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = found.get_bounds()
        largest = max(largest, (right - left) * (top - bottom))
    return largest / max(1.0, box.width * box.height)


def _render(page: Any, scale: float) -> Image:
    """Render the page as a viewer shows it, with its annotations, as an array (height, width, 3).

    Images are drawn fast and coarsely, because only changes by text matter.
    """
    image = page.render(scale=scale, may_draw_forms=False, no_smoothimage=True)
    return np.asarray(image.to_numpy())[..., :3]


@contextmanager
def _deactivate(objects: Sequence[int]) -> Iterator[None]:
    """Leave the objects at these addresses out of renderings within this context."""
    for address in objects:
        _set_active(address, 0)
    try:
        yield
    finally:
        for address in objects:
            _set_active(address, 1)


def _to_pixels(boxes: npt.NDArray[np.float64], scale: float, shape: Sequence[int]) -> Boxes:
    """Convert boxes to the pixels inside them, at least one pixel for each box; none for a box outside of the image."""
    limits = np.array((shape[1], shape[0]))
    scaled = np.nan_to_num(boxes * scale, nan=-1.0).clip(-1e6, 1e6)
    low, high = np.round(scaled[:, :2]), np.round(scaled[:, 2:])
    low = np.where(low < high, low, np.floor((scaled[:, :2] + scaled[:, 2:]) / 2))
    high = np.maximum(high, low + 1)
    pixels: Boxes = np.concatenate((low.clip(0, limits), high.clip(0, limits)), axis=1).astype(np.intp)
    return pixels


def _count_places(places: Boxes, shape: tuple[int, int]) -> Counts:
    """Count, for each pixel of an image, the places that contain it."""
    height, width = shape[0] + 1, shape[1] + 1
    left, top, right, bottom = places.T
    corners = np.concatenate(
        (top * width + left, bottom * width + right, top * width + right, bottom * width + left)
    )
    signs = np.repeat((1.0, -1.0), 2 * len(places))
    changes = np.bincount(corners, signs, height * width).reshape(height, width).astype(np.float32)
    counts: Counts = cv2.integral(changes, sdepth=cv2.CV_32F)[1:-1, 1:-1]
    return counts


def _list_distant(page: Any, counts: Counts, scale: float) -> tuple[list[int], bool]:
    """List the addresses of drawings that share no pixel with a character, because rendering them is useless and slow.

    Also return True if the page has no other drawings. `counts` has the number of characters at each pixel.
    """
    drawn, boxes = list_drawings(page)
    places = _to_pixels(boxes + np.array((-_RIM, -_RIM, _RIM, _RIM)), scale, counts.shape)
    near = np.isnan(boxes).any(axis=1) | _is_any(counts > 0.5, places)
    is_blank = not near.any() and raw.FPDFPage_GetAnnotCount(page.raw) == 0
    return [item for item, is_near in zip(drawn, near.tolist(), strict=True) if not is_near], is_blank


def _differs(one: Image, other: Image, unseen: tuple[int, int, int] = _UNSEEN) -> Mask:
    """Return a mask that is True for each pixel in which a reader sees a difference."""
    seen: Mask = cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), unseen) == 0
    return seen


def _is_any(mask: Mask, places: Boxes) -> Mask:
    """Return a mask that is True for each place that contains a pixel of `mask`."""
    found: Mask = _sum_in(mask, places) > 0
    return found


def _sum_in(mask: Mask, places: Boxes) -> npt.NDArray[np.intp]:
    """Count the pixels of `mask` in each place."""
    sums = cv2.integral(mask.astype(np.uint8))
    left, top, right, bottom = places.T
    total: npt.NDArray[np.intp] = (
        sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    )
    return total


def _find_tiny(boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp], letters: Mask) -> Mask:
    """Return a mask of the characters in text objects whose largest letter is tiny.

    Objects with fewer than five letters do not count.
    """
    counts = np.bincount(run_of[letters], minlength=int(run_of.max()) + 1)
    sizes = np.zeros(len(counts))
    extents = np.sqrt((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))
    np.maximum.at(sizes, run_of[letters], extents[letters])
    tiny: Mask = ((sizes < _TINY) & (counts > 4))[run_of]
    return tiny


def _find_overprinted(
    whole: Image,
    render: Callable[[Sequence[int]], Image],
    run_of: npt.NDArray[np.intp],
    places: Boxes,
    stacked: Mask,
) -> Mask:
    """Return a mask of the `stacked` characters whose removal changes nothing but other characters in the same place.

    `render` renders the page without the text objects with the given numbers; `whole` is the page with all of them.
    """
    layers = _assign_layers(places, run_of, stacked, whole.shape)
    hidden: Mask = layers >= _LAYERS
    gone: set[int] = set()
    for layer in range(min(_LAYERS, int(layers.max(initial=-1)) + 1)):
        chosen = layers == layer
        own = set(run_of[chosen].tolist())
        changed = _differs(whole, render([*gone, *own]), _SOFTENED).astype(np.uint8)
        hidden |= chosen & ~_is_any(cv2.dilate(changed, np.ones((3, 3))) > 0, places)
        gone |= own - set(run_of[~hidden].tolist())
    return hidden


def _find_stacked(
    boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp], places: Boxes, seen: Mask, counts: Counts
) -> Mask:
    """Return a mask of the `seen` characters in objects over which characters of other objects are drawn.

    `counts` has the number of characters at each pixel; only boxes with several are compared.
    """
    middles = (places[:, :2] + places[:, 2:]) // 4
    chosen = np.flatnonzero(seen & (counts[middles[:, 1], middles[:, 0]] > 1.5))
    if len(chosen) <= _MOST_STACKED:
        chosen = chosen[_measure_covered(np.nan_to_num(boxes), run_of, chosen) > _STACKED]
    stacked = np.zeros(len(boxes), bool)
    stacked[chosen] = True
    of_stacked: Mask = np.isin(run_of, run_of[stacked]) & seen
    return of_stacked


def _measure_covered(
    boxes: npt.NDArray[np.float64], run_of: npt.NDArray[np.intp], chosen: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """Return, for each of the `chosen` characters, the share of its box that characters of other objects cover."""
    order = np.argsort(boxes[:, 1])
    tops, tallest = boxes[order, 1], float(np.ptp(boxes[:, 1::2], axis=1).max())
    starts = np.searchsorted(tops, boxes[chosen, 1] - tallest)
    sizes = np.searchsorted(tops, boxes[chosen, 3]) - starts
    owner = np.repeat(np.arange(len(chosen)), sizes)
    one = chosen[owner]
    other = order[np.arange(len(owner)) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)]
    apart = run_of[one] != run_of[other]
    owner, one, other = owner[apart], boxes[one[apart]], boxes[other[apart]]
    shared = (
        (np.minimum(one[:, 2:], other[:, 2:]) - np.maximum(one[:, :2], other[:, :2])).clip(0).prod(axis=1)
    )
    areas = (boxes[chosen, 2:] - boxes[chosen, :2]).prod(axis=1)
    covered: npt.NDArray[np.float64] = np.bincount(owner, shared, len(chosen)) / areas.clip(1e-9)
    return covered


def _assign_layers(
    places: Boxes, run_of: npt.NDArray[np.intp], stacked: Mask, shape: Sequence[int]
) -> npt.NDArray[np.intp]:
    """Assign a layer, from 0, to each `stacked` character, and -1 to all others.

    Objects that share a place get different layers.
    """
    above = np.zeros((shape[0] + 1, shape[1] + 1), np.intp)  # the next free layer
    layers = np.full(len(places), -1)
    for run in np.unique(run_of[stacked]).tolist():
        own = np.flatnonzero(stacked & (run_of == run))
        slots = [
            (slice(top, bottom), slice(left, right)) for left, top, right, bottom in places[own].tolist()
        ]
        layers[own] = max(int(above[slot].max(initial=0)) for slot in slots)
        for slot in slots:
            above[slot] = layers[own[0]] + 1
    return layers


def _find_inked(bare: Image, run_of: npt.NDArray[np.intp], places: Boxes) -> Mask:
    """Return a mask of the characters that seem to belong to printed ink of a scan.

    It has all characters of an object if at least half of them have something dark next to something light in or around
    their place on the page without text.
    """
    gray = bare.max(axis=2)
    inked = np.zeros(len(places))
    for number, (left, top, right, bottom) in enumerate(places.tolist()):
        rim = bottom - top
        place = gray[max(0, top - rim) : bottom + rim, max(0, left - rim) : right + rim]
        inked[number] = place.size > 0 and int(place.max()) - int(place.min()) >= _INK
    found: Mask = (np.bincount(run_of, inked) >= 0.5 * np.bincount(run_of))[run_of]
    return found
