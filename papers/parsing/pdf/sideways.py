"""Turn pages whose text is printed sideways, such as a wide table on an upright page."""

from __future__ import annotations

from collections import Counter
from math import pi
from typing import Any

from pypdfium2 import raw

from .text.page_contents import FORM, TEXT, are_upright, list_objects

_SAMPLED = 100  # number of characters sampled on a page
_FEWEST = 60  # fewest characters on a page that is turned
_MOST_TEXT = 0.5  # share of the sampled characters that must be printed sideways


def load_page(document: Any, number: int) -> Any:
    """Load the page `number` (from 1) of a pypdfium2 document; turn it if most of its text is printed sideways.

    All boxes of a page refer to the turned page. Raise PdfiumError for a broken page.
    """
    page = document[number - 1]
    if _is_upright(page):
        return page
    rotation = _find_rotation(page.get_textpage())
    if rotation is not None and rotation != page.get_rotation():
        page.set_rotation(rotation)
    return page


def _is_upright(page: Any) -> bool:
    """True if all text of a page certainly reads from left to right.

    Text objects tell this faster than characters.
    """
    items = list_objects(page)
    if page.get_rotation() or any(kind == FORM for _, kind in items):
        return False
    return are_upright([item for item, kind in items if kind == TEXT])


def _find_rotation(text_page: Any) -> int | None:
    """Return the page rotation, in degrees clockwise, with which most of its text reads from left to right.

    Return None if the page has little text or no direction has most of it.
    """
    count = text_page.count_chars()
    if count < _FEWEST:
        return None
    places = range(0, count, max(1, count // _SAMPLED))
    quarters = Counter(
        round(-2 * raw.FPDFText_GetCharAngle(text_page.raw, place) / pi) % 4 for place in places
    )
    quarter, characters = quarters.most_common(1)[0]
    return 90 * quarter if characters > _MOST_TEXT * len(places) else None
