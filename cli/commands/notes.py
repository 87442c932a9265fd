"""citehop notes: highlights and comments that readers left in the PDFs of a cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import out, print_json

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("notes")(notes)


@with_settings
def notes(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="Only this paper: id, file, title, or words that fit one paper.")
    ] = None,
    search: Annotated[str, typer.Option(help="Only notes with these words, best first.")] = "",
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List what readers highlighted and wrote in the PDFs of a cluster, with page and quote."""
    from ...integrations.reader_notes import list_notes, note_fields, search_notes
    from ...papers.clusters.ids import describe_location, find_paper
    from ...papers.clusters.locate import open_cluster

    cluster = open_cluster(name, settings)
    found = list(list_notes(cluster, (find_paper(cluster, paper),) if paper else cluster.paper_ids))
    if search:
        found = search_notes(found, search)
    if json:
        print_json({"notes": [note_fields(*each) for each in found]})
    for shown, note in () if json else found:
        out().print(
            f"{shown.title}, {describe_location(shown, note.page)}, {note.kind} by a reader", soft_wrap=True
        )
        if note.text:
            out().print(f'   "{note.text}"', soft_wrap=True)
        if note.comment:
            out().print(f"   reader: {note.comment}", soft_wrap=True)
    return 0 if found else NOTHING
