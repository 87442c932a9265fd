"""A parsed paper as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....figures.parse_document import ParsedDocument, TableCells
from ....papers.captions import find_page_label
from ....papers.parsing.pdf.layout.front_matter import clean_abstract
from ....papers.parsing.references.shape import is_bibliography_heading
from ....papers.types import Figure, Paper, Reference
from .address_lines import join_address_lines

_DEEPEST = 6
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def format_markdown(document: ParsedDocument) -> str:
    """Return title, authors, abstract, sections, figures, tables as cells, and references as Markdown."""
    paper = document.paper
    parts = [f"# {_escape(paper.title)}"]
    about = [", ".join(paper.authors), str(paper.year or "")]
    parts += [_escape(" · ".join(part for part in about if part))] if any(about) else []
    parts += [_escape(text) for text in join_address_lines(document.front)]
    if paper.record.venue and not any(paper.record.venue.text in block.text for block in document.front):
        parts.append(_escape(paper.record.venue.text))
    if paper.abstract:
        parts += ["## Abstract", _escape(paper.abstract)]
    references = "\n".join(f"- {_format_reference(reference)}" for reference in paper.references)
    headed = [i for i, section in enumerate(document.sections) if is_bibliography_heading(section.heading)]
    for number, section in enumerate(document.sections):
        if paper.abstract and section.heading.casefold() == "abstract":
            continue
        if section.heading:
            parts.append(f"{'#' * min(_DEEPEST, section.level + 1)} {_escape(section.heading)}")
        parts += [_escape(block.text) for block in section.blocks if not _is_abstract(block.text, paper)]
        parts += [references] if references and headed[-1:] == [number] else []
    if document.figures:
        parts.append("## Figures and tables")
        parts += [
            part for figure in document.figures for part in _format_figure(figure, document.cells(figure))
        ]
    if references and not headed:
        parts += ["## References", references]
    return "\n\n".join(parts) + "\n"


def _is_abstract(text: str, paper: Paper) -> bool:
    """True if `text` is the paragraph of the abstract, with or without its heading ("Abstract—...")."""
    return bool(paper.abstract) and paper.abstract in (text, clean_abstract(text))


def _format_figure(figure: Figure, cells: TableCells | None) -> Iterator[str]:
    where = f" (page {figure.page})" if figure.page and not find_page_label(figure.label) else ""
    yield f"**{_escape(figure.label)}**{where}"
    caption = figure.caption.removeprefix(figure.label).lstrip(" .:")
    if caption:
        yield _escape(caption)
    if cells is not None:
        yield _format_table(cells)


def _format_table(cells: TableCells) -> str:
    """Return a pipe table. It can have only one header row, so the levels of a deeper header are joined."""
    width = max((len(row) for row in (*cells.header, *cells.rows)), default=0)
    header = [" ".join(level[i] for level in cells.header if level[i]) for i in range(width)]
    lines = [header, ["---"] * width, *(list(row) for row in cells.rows)]
    return "\n".join(
        "| " + " | ".join(cell if number == 1 else _escape(cell) for cell in line) + " |"
        for number, line in enumerate(lines)
    )


def _format_reference(reference: Reference) -> str:
    return f"**{_escape(reference.key)}** {_escape(reference.raw)}"


def _escape(text: str) -> str:
    """Return `text` on one line, with the characters escaped that Markdown interprets."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
