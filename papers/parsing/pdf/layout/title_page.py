"""Find the page with a paper's title and authors, which may follow the cover page of an archive or a journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....titles import fold_title
from ..text.lines import Line
from .authors import Byline, find_byline, is_running_text
from .front_matter import find_title
from .headers_footers import list_title_lines
from .page_regions import PageLayout

_COVERS = 2  # most pages before the title page
_COVER_TEXT = 8  # fewest lines of running text on a page that is not a cover
_SHORTEST = 15  # fewest letters of a title by which two pages are recognized as the same paper's


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The page, the lines of its title, and the authors. `covers` are the pages before it."""

    layout: PageLayout
    title: tuple[Line, ...]
    byline: Byline
    covers: tuple[PageLayout, ...] = ()


def find_title_page(layouts: Sequence[PageLayout], body: float, metadata: Mapping[str, str]) -> TitlePage:
    """Return the first page, or one of the next two if that is the title page.

    A later page is the title page if it names authors. If the first page names authors too, it must be a cover without
    running text, and the later page must share an author and have running text. Otherwise the later page must repeat
    the title, or the first page must be a cover.
    """
    first = _read_page(layouts, 0, body, metadata)
    known, authors = _fold(first), set(map(fold_title, first.byline.names))
    is_cover = sum(map(is_running_text, first.layout.lines())) < _COVER_TEXT
    for index in range(1, min(len(layouts), _COVERS + 1) if is_cover or not authors else 1):
        page = _read_page(layouts, index, body, metadata)
        title, names = _fold(page), set(map(fold_title, page.byline.names))
        is_same = len(title) >= _SHORTEST and bool(known) and (title in known or known in title)
        is_text = sum(map(is_running_text, page.layout.lines())) >= _COVER_TEXT
        if names and (authors & names and is_text if authors else is_same or is_cover):
            return page
    return first


def _fold(page: TitlePage) -> str:
    return fold_title(" ".join(line.text for line in page.title))


def _read_page(
    layouts: Sequence[PageLayout], index: int, body: float, metadata: Mapping[str, str]
) -> TitlePage:
    layout = layouts[index]
    lines = list_title_lines(layouts, layout, body)
    title = find_title(lines, layout.box.height, body, metadata.get("Title", ""))
    byline = find_byline(lines, title, metadata.get("Author", ""))
    return TitlePage(layout, tuple(title), byline, tuple(layouts[:index]))
