"""citehop search: passages for a query."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import (
    AuthorOption,
    ClusterName,
    JsonFlag,
    PaperOption,
    SectionOption,
    VenueOption,
    YearOption,
    with_search_settings,
)
from ..output.console import print_json, warn
from ..preflight import prepare_folder

NOTHING = 4
PAGES = "pages"


def register(cli: typer.Typer) -> None:
    cli.command("search")(search)


@with_search_settings
def search(
    name: ClusterName,
    query: Annotated[str, typer.Argument(help="Search query; not needed with --image.")] = "",
    k: Annotated[int, typer.Option("-k", min=1, help="Number of passages.")] = 5,
    paper: PaperOption = None,
    year: YearOption = "",
    author: AuthorOption = None,
    venue: VenueOption = None,
    section: SectionOption = "",
    image: Annotated[
        Path | None, typer.Option(help="With --strategy pages: search for this image, such as a figure.")
    ] = None,
    heatmap: Annotated[
        Path | None,
        typer.Option(help="With --strategy pages: write a map of the matches on each page to this folder."),
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Find the passages of a cluster that match QUERY best.

    Their scores put the passages of one query in order. Scores of different queries cannot be compared.
    """
    if heatmap and settings.strategy != PAGES:
        raise UsageError("--heatmap needs --strategy pages")
    if image and settings.strategy != PAGES:
        raise UsageError("--image needs --strategy pages")
    if not image and not query.strip():
        raise UsageError("give a query or --image")
    from ...agent.answerers.reader_notes import find_notes
    from ...agent.query.restrict import restrict
    from ...agent.search import occurring_terms
    from ...agent.search import search as search_passages
    from ...agent.session import open_session
    from ...indexes.types import SearchQuery
    from ...integrations import json_output as fields
    from ...retrieval.page_heatmaps import write_heatmaps
    from ...retrieval.pages import pages_of, search_pages
    from ..output.terminal.notes import print_notes_beside
    from ..output.terminal.values import print_pages, print_passages

    if heatmap:
        prepare_folder(heatmap)
    with open_session(name, settings) as whole:
        session = restrict(
            whole, papers=paper or (), years=year, authors=author or (), venues=venue or (), section=section
        )
        for warning in session.warnings:
            warn(warning)
        if settings.strategy == PAGES:
            hits = search_pages(session.index, SearchQuery(query, image=image), k)
            maps = write_heatmaps(session.cluster, pages_of(session.index), hits, heatmap) if heatmap else []
            if json:
                print_json({"query": query, "pages": fields.page_fields(hits, session, maps)})
            else:
                print_pages(hits, session, maps)
            return 0 if hits else NOTHING
        passages = search_passages(session, query, k)
        if passages and not occurring_terms(session.subjects.statistics, query):
            papers = f"the papers of {name}" if session is whole else "the papers searched"
            warn(f"no word of {query!r} occurs in {papers}; these passages are only the nearest in meaning")
        notes = find_notes(session, query)
        if json:
            papers_by_id = {each.id: each for each in session.cluster.summaries}
            print_json(
                {
                    "query": query,
                    "hits": [fields.found_fields(each) for each in passages],
                    "reader_notes": [fields.note_fields(each, papers_by_id) for each in notes],
                }
            )
        else:
            print_passages(passages)
            print_notes_beside(notes, session.cluster)
    return 0 if passages or notes else NOTHING
