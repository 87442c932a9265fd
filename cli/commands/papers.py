"""citehop papers: the papers of a cluster and their bibliographies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from ...errors import UsageError
from ...papers.clusters.manifest import MANIFEST
from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import err, print_json, warn


def register(cli: typer.Typer) -> None:
    cli.command("papers")(papers)


@with_settings
def papers(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="List the bibliography of this paper (id or title).")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove PAPER from the cluster; its file stays where it is.")
    ] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="Let the next index include the removed PAPER again.")
    ] = False,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="Set title, authors (separated by ;), year, venue or doi of PAPER; an empty value takes it back.",
            metavar="NAME=VALUE",
        ),
    ] = None,
    show: Annotated[
        bool,
        typer.Option("--open", help="Write the ledger of a fetched cluster as an HTML page and open it."),
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the papers of a cluster, the coverage of their bibliographies, and files that could not be read or fetched."""
    from ...integrations import json_output as fields
    from ...integrations.record_output import record_fields
    from ...papers.clusters.ids import find_paper
    from ...papers.clusters.ledger import read_ledger
    from ...papers.clusters.locate import locate_cluster, open_cluster
    from ..output.terminal.ledger import ledger_fields, open_ledger_page, print_ledger
    from ..output.terminal.papers import print_cluster, print_record, print_references, print_user_record

    if remove or restore:
        if paper is None or (remove and restore):
            raise UsageError("name one PAPER with --remove or with --restore")
        return _change(name, paper, settings, remove=remove)
    if changes:
        if paper is None:
            raise UsageError("name one PAPER with --set")
        _set(name, paper, changes, settings)
    folder = locate_cluster(name, settings)
    ledger = read_ledger(folder)
    if show:
        open_ledger_page(name, folder, ledger)
    if ledger and not (folder / MANIFEST).exists():  # fetching has begun, but no file is there yet
        print_json(ledger_fields(ledger)) if json else print_ledger(ledger)
        return 0
    cluster = open_cluster(name, settings)
    if paper is None and json:
        fetched = {"ledger": ledger_fields(ledger)} if ledger else {}
        print_json(fields.cluster_fields(cluster) | fetched)
    elif paper is None:
        print_cluster(cluster)
        if ledger:
            print_ledger(ledger)
    else:
        chosen = cluster.paper(find_paper(cluster, paper))
        if json:
            entries = [fields.reference_fields(reference) for reference in chosen.references]
            file = cluster.file(chosen.id)
            yours = {"listed": dict(file.listed), "set": dict(file.stated)}
            about = {"record": record_fields(chosen.record), "user_record": yours, "entries": entries}
            print_json({**fields.paper_fields(chosen), **about})
        else:
            print_user_record(cluster.file(chosen.id))
            print_record(chosen)
            print_references(chosen)
    return 0


def _set(name: str, paper: str, changes: Sequence[str], settings: Settings) -> None:
    from ...indexes.changes.describe_paper import set_fields
    from ...papers.user_record import parse_assignment

    report = set_fields(name, paper, dict(map(parse_assignment, changes)), settings)
    for warning in report.warnings:
        warn(warning)


def _change(name: str, paper: str, settings: Settings, *, remove: bool) -> int:
    from ...indexes.changes.remove import remove_paper, restore_paper

    if remove:
        report = remove_paper(name, paper, settings)
        for warning in report.warnings:
            warn(warning)
        err().print(
            f"{report.summary()}; later builds leave it out; citehop papers {name} PAPER --restore ends that",
            soft_wrap=True,
        )
    else:
        file = restore_paper(name, paper, settings)
        err().print(f"{file.name}: index its folder again to include it", soft_wrap=True)
    return 0
