"""citehop search: passages for a query."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import print_json, warn

NOTHING = 4


class Retrieval(Enum):
    """What may follow --retriever."""

    bm25 = "bm25"
    dense = "dense"
    hybrid = "hybrid"
    visual = "visual"
    hybrid_visual = "hybrid+visual"


def register(cli: typer.Typer) -> None:
    cli.command("search")(search)


@with_settings
def search(
    name: ClusterName,
    query: Annotated[str, typer.Argument(help="What to look for; not needed with --image.")] = "",
    k: Annotated[int, typer.Option("-k", min=1, help="How many passages.")] = 5,
    retriever: Annotated[
        Retrieval, typer.Option(help="By words, by meaning, both, page images.")
    ] = Retrieval.hybrid,
    paper: Annotated[list[str] | None, typer.Option(help="Only these papers; may be repeated.")] = None,
    image: Annotated[
        Path | None, typer.Option(help="Search page images for this image instead, such as a figure.")
    ] = None,
    heatmap: Annotated[
        Path | None,
        typer.Option(help="With --retriever visual: write here where on each page words matched."),
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Find the passages of a cluster that match QUERY best."""
    if heatmap and retriever is not Retrieval.visual:
        raise UsageError("--heatmap goes with --retriever visual")
    if image and retriever is not Retrieval.visual:
        raise UsageError("--image goes with --retriever visual")
    if not image and not query.strip():
        raise UsageError("say what to look for, or give --image")
    from ...agent.search import search as search_passages
    from ...agent.session import open_session
    from ...indexes.types import Query
    from ...integrations import json_output as fields
    from ...retrieval.page_heatmaps import write_heatmaps
    from ...retrieval.pages import pages_of, search_pages
    from ..output.terminal import values as render

    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        wanted = tuple(session.paper_id(text) for text in paper or ())
        if retriever is Retrieval.visual:
            found = search_pages(session.index, Query(query, wanted, image), k)
            maps = write_heatmaps(session.cluster, pages_of(session.index), found, heatmap) if heatmap else []
            if json:
                print_json({"query": query, "pages": fields.page_fields(found, session, maps)})
            else:
                render.pages(found, session, maps)
            return 0 if found else NOTHING
        passages = search_passages(session, query, k, papers=wanted, retriever=retriever.value)
        if json:
            print_json({"query": query, "hits": [fields.found_fields(each) for each in passages]})
        else:
            render.passages(passages)
    return 0 if passages else NOTHING
