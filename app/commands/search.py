"""citehop search: passages for a query."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from ...settings import Settings
from ..console import print_json, warn
from ..options import ClusterName, JsonFlag, with_settings

NOTHING = 4


class Retrieval(Enum):
    """What may follow --retriever."""

    bm25 = "bm25"
    dense = "dense"
    hybrid = "hybrid"


def register(cli: typer.Typer) -> None:
    cli.command("search")(search)


@with_settings
def search(
    name: ClusterName,
    query: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int, typer.Option("-k", min=1, help="How many passages.")] = 5,
    retriever: Annotated[Retrieval, typer.Option(help="By words, by meaning, or both.")] = Retrieval.hybrid,
    paper: Annotated[list[str] | None, typer.Option(help="Only these papers; may be repeated.")] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Find the passages of a cluster that match QUERY best."""
    from ...agent.session import open_session
    from ...indexes.types import Query
    from ...retrieval.search import search_chunks
    from .. import fields, render

    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        wanted = tuple(session.paper_id(text) for text in paper or ())
        hits = search_chunks(session.index, Query(query, wanted), k, retriever.value)
        if json:
            print_json({"query": query, "hits": [fields.hit_fields(hit, session) for hit in hits]})
        else:
            render.hits(hits, session)
    return 0 if hits else NOTHING
