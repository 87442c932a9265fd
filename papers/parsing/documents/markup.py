"""List the headings, paragraphs, lists and tables of an element tree.

The tree is HTML, JATS or TEI, which differ in the names of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..latex.tabular import Grid, TabularCell
from .types import Part, PartKind

_HEADING = re.compile(r"h([1-6])")
_SKIPPED = frozenset(
    "script style nav noscript template svg button form iframe object-id alternatives graphic media label-alt teiheader".split()
)
_CONTAINERS = frozenset(
    "html body main article section div header footer aside center ul ol dl list listbibl ref-list table-wrap fig figure details"
    " sec text back app-group app ack fn-group boxed-text hr".split()
)
_LEAVES: dict[str, PartKind] = {
    **dict.fromkeys(("p", "blockquote", "dd", "dt", "pre", "address", "summary", "verse-group"), "paragraph"),
    **dict.fromkeys(("li", "list-item", "item", "def-item"), "list"),
    **dict.fromkeys(("figcaption", "caption", "figdesc"), "caption"),
    **dict.fromkeys(("biblstruct", "bibl"), "reference"),
    **dict.fromkeys(("disp-formula", "formula"), "equation"),
}
_TITLES = frozenset({"title", "head"})  # elements with the title of a section in XML
_SECTIONS = frozenset({"sec", "div", "ack", "app", "ref-list", "abstract"})
_CELLS = ("td", "th", "cell")
_MOST_CELLS = 20_000


def list_parts(root: Any) -> list[Part]:
    """List the parts below the element `root`, in order. Navigation, scripts and pictures are left out."""
    return list(_Walk().walk(root, 0, "paragraph"))


def local_name(element: Any) -> str:
    """Return the name of an element without its namespace, in lower case; "" for comments."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def inner_text(element: Any) -> str:
    """Return the text of an element with single blanks, without its `tail`.

    Raised numbers that are links become citation markers.
    """
    return " ".join("".join(_list_texts(element)).split())


def _list_texts(element: Any) -> Iterator[str]:
    if local_name(element) in _SKIPPED:
        return
    text = "".join(element.itertext()) if len(element) == 0 else None
    if text is not None:
        yield f"[{text}]" if _is_raised_link(element, text) else text
    else:
        yield element.text or ""
        for child in element:
            yield from _list_texts(child)
            yield child.tail or ""
    if local_name(element) in ("br", "lb", "td", "th"):
        yield " "


def _is_raised_link(element: Any, text: str) -> bool:
    """True for "12" or "3,4" in a link within <sup>, or in a <sup> within a link."""
    parent = element.getparent()
    names = {local_name(element), local_name(parent) if parent is not None else ""}
    return "sup" in names and bool(names & {"a", "xref", "ref"}) and bool(re.fullmatch(r"[\d,\s–-]+", text))


@dataclass(slots=True)
class _Walk:
    """A walk over a tree. `pending` collects plain text until the next element that forms a part begins."""

    pending: list[str] = field(default_factory=list)

    def walk(self, element: Any, depth: int, kind: PartKind) -> Iterator[Part]:
        """Yield the parts in `element`, which is `depth` sections deep. `kind` is the kind of its plain text."""
        self.pending.append(element.text or "")
        for child in element:
            name = local_name(child)
            if name in _SKIPPED or not name:
                pass
            elif name == "table":
                yield from self._flush(kind)
                yield Part("table", _find_caption(child), grid=_read_grid(child))
            elif heading := self._find_level(child, element, depth):
                yield from self._flush(kind)
                if text := inner_text(child):
                    yield Part("heading", text, heading)
            elif (
                name in _LEAVES
                or name in _CONTAINERS
                or (name == "ref" and local_name(element) == "ref-list")
            ):
                yield from self._flush(kind)
                yield from self._enter(child, depth, kind, name)
            elif len(child) and any(
                local_name(each) in _LEAVES or local_name(each) in _CONTAINERS for each in child
            ):
                yield from self.walk(child, depth, kind)
            else:
                self.pending.append("".join(_list_texts(child)))
            self.pending.append(child.tail or "")
        yield from self._flush(kind)

    def _enter(self, child: Any, depth: int, kind: PartKind, name: str) -> Iterator[Part]:
        from .entries import print_entry  # imported here because entries imports this module

        own = "reference" if name == "ref" else _LEAVES.get(name, kind)
        if own in ("reference", "caption", "equation"):
            if text := print_entry(child) if own == "reference" else inner_text(child):
                yield Part(own, text)
            return
        yield from self.walk(child, depth + (name in _SECTIONS), own)

    @staticmethod
    def _find_level(child: Any, parent: Any, depth: int) -> int:
        """Return the level of a heading, 0 for any other element."""
        if match := _HEADING.fullmatch(local_name(child)):
            return int(match[1])
        return max(depth, 1) if local_name(child) in _TITLES and local_name(parent) in _SECTIONS else 0

    def _flush(self, kind: PartKind) -> Iterator[Part]:
        text = " ".join("".join(self.pending).split())
        self.pending.clear()
        if text:
            yield Part(kind, text)


def _find_caption(table: Any) -> str:
    return next((inner_text(each) for each in table if local_name(each) == "caption"), "")


def _read_grid(table: Any) -> Grid:
    """Read the rows of cells of a table.

    A cell that spans several rows is not repeated: the rows below have an empty cell in its place.
    """
    rows: list[tuple[TabularCell, ...]] = []
    hanging: dict[int, int] = {}  # column -> number of following rows that a cell above still covers
    cells = 0
    for row in (each for each in table.iter() if local_name(each) in ("tr", "row")):
        line: list[TabularCell] = []
        column = 0
        for cell in (each for each in row if local_name(each) in _CELLS):
            while hanging.get(column, 0):
                hanging[column] -= 1
                line.append(TabularCell(""))
                column += 1
            span, down = _read_number(cell, "colspan", "cols"), _read_number(cell, "rowspan", "rows")
            line.append(TabularCell(inner_text(cell), span))
            hanging |= {place: down - 1 for place in range(column, column + span) if down > 1}
            column += span
            cells += span
        if cells > _MOST_CELLS:
            break
        rows.append(tuple(line))
    return tuple(rows)


def _read_number(cell: Any, *names: str) -> int:
    value = next((cell.get(name) for name in names if cell.get(name)), "1")
    return min(max(int(value), 1), 100) if str(value).isdecimal() else 1
