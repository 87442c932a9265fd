"""citehop notes: highlights and comments that readers left in the PDFs of a cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import print_json

NOTHING = 4
_MOST = 100  # largest number of notes that a search returns


def register(cli: typer.Typer) -> None:
    cli.command("notes")(notes)


@with_settings
def notes(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="Only this paper: id, file, title, or words that fit one paper.")
    ] = None,
    search: Annotated[str, typer.Option(help="Only notes about these words, best first.")] = "",
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List what readers highlighted and wrote in the PDFs of a cluster, with page and quote."""
    from ...agent.answerers.reader_notes import find_notes, list_notes
    from ...agent.session import open_session
    from ...integrations.json_output import note_fields
    from ...papers.clusters.ids import find_paper
    from ...papers.clusters.locate import open_cluster
    from ..output.terminal.notes import print_notes

    cluster = open_cluster(name, settings)
    papers = (find_paper(cluster, paper),) if paper else ()
    if search:
        with open_session(name, settings) as session:
            found = find_notes(session, search, papers, most=_MOST)
    else:
        found = tuple(list_notes(cluster, papers))
    if json:
        summaries = {each.id: each for each in cluster.summaries}
        print_json({"notes": [note_fields(each, summaries) for each in found]})
    else:
        print_notes(found, cluster)
    return 0 if found else NOTHING
