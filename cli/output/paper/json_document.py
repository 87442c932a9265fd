"""A parsed paper as JSON fields."""

from __future__ import annotations

from typing import Any

from ....figures.parse_document import ParsedDocument
from ....integrations.json_output import box
from ....integrations.record_output import record_fields
from ....papers.types import Block, Figure, Mention, Reference


def document_fields(document: ParsedDocument) -> dict[str, Any]:
    """Return everything that was parsed as JSON fields.

    Boxes are [x0, y0, x1, y1] in points from the top left of their page. Pages are counted from 1.
    """
    paper = document.paper
    return {
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "ids": dict(paper.ids),
        "abstract": paper.abstract,
        "pages": paper.pages,
        "record": record_fields(paper.record),
        "front": [_block_fields(block) for block in document.front],
        "sections": [
            {
                "heading": section.heading,
                "level": section.level,
                "blocks": [_block_fields(b) for b in section.blocks],
            }
            for section in document.sections
        ],
        "figures": [_figure_fields(figure, document) for figure in document.figures],
        "references": [_reference_fields(reference) for reference in paper.references],
        "mentions": [_mention_fields(mention) for mention in paper.mentions],
        "warnings": list(paper.warnings),
    }


def _block_fields(block: Block) -> dict[str, Any]:
    spans = block.spans or ((block.page, block.bbox),)
    return {
        "kind": block.kind,
        "text": block.text,
        "spans": [{"page": page, "bbox": box(bbox)} for page, bbox in spans if page],
    }


def _figure_fields(figure: Figure, document: ParsedDocument) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": figure.id,
        "kind": figure.kind,
        "label": figure.label,
        "caption": figure.caption,
        "page": figure.page or None,
        "bbox": box(figure.bbox),
    }
    parts = document.continuations(figure)
    if parts:
        fields["continued"] = [{"page": part.page, "bbox": box(part.bbox)} for part in parts]
    cells = document.cells(figure)
    if cells is None:
        return fields
    return {
        **fields,
        "header": [list(row) for row in cells.header],
        "rows": [list(row) for row in cells.rows],
    }


def _reference_fields(reference: Reference) -> dict[str, Any]:
    return {
        "key": reference.key,
        "authors": list(reference.authors),
        "title": reference.title,
        "year": reference.year,
        "venue": reference.venue,
        "volume": reference.volume,
        "pages": reference.pages,
        "ids": dict(reference.ids),
        "raw": reference.raw,
    }


def _mention_fields(mention: Mention) -> dict[str, Any]:
    return {
        "keys": list(mention.keys),
        "names": list(mention.names),
        "sentence": mention.sentence,
        "page": mention.page or None,
    }
