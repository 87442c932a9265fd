"""Adapters of the tools for other programs: results as JSON fields, and wrappers that have a tool's own signature."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, get_type_hints

from ..agent.session import Session
from ..agent.statements.types import Statement
from ..agent.tools.definition import TypedTool
from ..agent.tools.types import (
    ListedFigures,
    ListedPapers,
    ListedSections,
    PassageHits,
    ReadPage,
    ReadSection,
    ReadTable,
    ShownPicture,
    Statements,
    ToolResult,
)
from ..agent.types import Answer
from ..papers.types import Figure, Paper
from . import json_output as fields

T = TypeVar("T")
_MOST_AUTHORS = 3  # most authors of a paper in a list
_CAPTION = 160  # most characters of a caption in a list


def result_fields(result: ToolResult, session: Session) -> dict[str, Any]:
    """Return the result of a tool as JSON fields; a picture is returned without its image."""
    cluster = session.cluster
    match result:
        case Answer():
            unread = replace(result, reader_notes=())  # notes are for their reader, not for an assistant
            return fields.answer_fields(unread, cluster)
        case Statements(paper_id, statements, ranking):
            known = {paper.id: paper for paper in cluster.summaries}
            rows = [_statement_row(statement, known) for statement in statements]
            ranked = {"ranking": fields.ranking_fields(ranking, known)} if ranking else {}
            return {"paper_id": paper_id, "statements": rows, **ranked}
        case ReadTable(paper_id, figure, table):
            cells = [{"row": row.name, "cells": dict(row.cells)} for row in table]
            return {"paper_id": paper_id, **_figure_row(figure), "rows": cells}
        case ListedSections(paper_id, headings):
            listed = [{"heading": each.text, "page": each.page or None} for each in headings]
            return {"paper_id": paper_id, "sections": listed}
        case ListedPapers():
            papers = [_paper_row(paper, cluster.anchor) for paper in result.papers]
            return list_fields("papers", papers, result.offset, result.total)
        case ListedFigures():
            figures = [_figure_row(figure) for figure in result.figures]
            return {
                "paper_id": result.paper_id,
                **list_fields("figures", figures, result.offset, result.total),
            }
        case PassageHits(query, hits):
            return {"query": query, "hits": [fields.found_fields(found) for found in hits]}
        case ReadPage(paper_id, title, page, text):
            return {"paper_id": paper_id, "title": title, "page": page, "text": text}
        case ReadSection(paper_id, heading, page, text):
            return {"paper_id": paper_id, "heading": heading, "page": page or None, "text": text}
        case ShownPicture(paper_id, title, page):
            label = result.figure.label if result.figure else None
            return {"paper_id": paper_id, "title": title, "page": page or None, "figure": label}


def list_fields(name: str, rows: Sequence[dict[str, Any]], offset: int, total: int) -> dict[str, Any]:
    """Return `rows`, a part of a list, with the length of the list and the offset of the next part (None at the end)."""
    end = offset + len(rows)
    return {name: list(rows), "total": total, "next_offset": end if end < total else None}


def _paper_row(paper: Paper, anchor: str | None) -> dict[str, Any]:
    return {
        "paper_id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors[:_MOST_AUTHORS]),
        "year": paper.year,
        "is_anchor": paper.id == anchor,
    }


def _figure_row(figure: Figure) -> dict[str, Any]:
    caption = textwrap.shorten(figure.caption, _CAPTION, placeholder=" ...")
    return {"label": figure.label, "kind": figure.kind, "page": figure.page or None, "caption": caption}


def _statement_row(statement: Statement, papers: Mapping[str, Paper]) -> dict[str, Any]:
    quotes = [fields.citation_fields(citation, papers) for citation in statement.citations]
    return {"text": statement.text, "value": statement.value or None, "citations": quotes}


def with_signature(
    tool: TypedTool, first: str = "", **keywords: type
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Decorate a wrapper of a tool with the tool's own name, description and parameters.

    The context parameter is replaced by a text parameter named `first`, or left out if that is "". `keywords` maps
    names of further parameters to their types.
    """
    function = tool.function
    context, *parameters = inspect.signature(function).parameters.values()
    hints = get_type_hints(function)

    def decorate(wrapper: Callable[..., T]) -> Callable[..., T]:
        typed = [parameter.replace(annotation=hints[parameter.name]) for parameter in parameters]
        if first:
            typed.insert(0, context.replace(name=first, annotation=str))
        kind = inspect.Parameter.KEYWORD_ONLY
        typed += [inspect.Parameter(name, kind, annotation=hint) for name, hint in keywords.items()]
        returns = get_type_hints(wrapper)["return"]
        wrapper.__name__, wrapper.__doc__ = tool.name, tool.declaration.description
        wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in typed} | {
            "return": returns
        }
        wrapper.__signature__ = inspect.Signature(typed, return_annotation=returns)  # type: ignore[attr-defined]
        return wrapper

    return decorate
