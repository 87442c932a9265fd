"""citehop clusters: list, verify, export, import, rename and remove the clusters on this machine."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import ConfigurationError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, YesFlag, confirm_deletion, with_settings
from ..output.console import err, out, print_json, progress_bars, warn

if TYPE_CHECKING:
    from ...papers.clusters.cluster import Cluster

DAMAGED = 4

clusters = typer.Typer(
    help="List the clusters and libraries on this machine; verify, export, import, rename or remove a cluster.",
    invoke_without_command=True,
)


def register(cli: typer.Typer) -> None:
    cli.add_typer(clusters, name="clusters")


@clusters.callback()
@with_settings
def list_all(context: typer.Context, json: JsonFlag = False, *, settings: Settings) -> int:
    """List the clusters and libraries on this machine; verify, export, import, rename or remove a cluster."""
    from rich.cells import cell_len, set_cell_size

    from ...papers.clusters.library import summarize_libraries
    from ...papers.clusters.locate import find_clusters
    from ...papers.plural import count_noun

    if context.invoked_subcommand:
        return 0
    found, damaged = find_clusters(settings)
    for error in damaged:
        warn(str(error))
    libraries = summarize_libraries(settings)
    if json:
        rows = [
            {"name": c.name, "anchor": c.anchor, "papers": len(c.paper_ids), "path": str(c.path)}
            for c in found
        ]
        library_rows = [
            {"name": each.name, "papers": each.papers, "clusters": each.clusters, "path": str(each.path)}
            for each in libraries
        ]
        print_json({"clusters": rows, "libraries": library_rows})
    elif found or libraries or damaged:
        lines = [(c.name, len(c.paper_ids), f", anchor {c.anchor}" if c.anchor else "") for c in found]
        lines += [
            (each.name, each.papers, f", library of {count_noun(each.clusters, 'cluster')}")
            for each in libraries
        ]
        width = max((cell_len(name) for name, _, _ in lines), default=0)
        for name, papers, rest in lines:
            line = f"{set_cell_size(name, width)}  {count_noun(papers, 'paper'):>10}{rest}"
            out().print(line, soft_wrap=True)
    else:
        missing = "" if settings.home_path.is_dir() else f" (there is no folder {settings.home_path})"
        out().print(
            f"No clusters yet{missing}: create one with citehop index FOLDER, or try citehop demo.",
            soft_wrap=True,
        )
    return 0


@clusters.command()
@with_settings
def verify(name: ClusterName, json: JsonFlag = False, *, settings: Settings) -> int:
    """Read every file of a cluster and report what is missing or damaged; exit code 4 if anything is."""
    from ...indexes.build.verify import verify_cluster
    from ...papers.clusters.locate import open_cluster

    try:
        cluster = open_cluster(name, settings)
    except ConfigurationError as error:  # the manifest itself is damaged
        out().print(str(error), soft_wrap=True)
        return DAMAGED
    with progress_bars() as update:
        damage = verify_cluster(cluster, settings, update)
    if json:
        print_json({"intact": not damage, "damage": [{"part": d.part, "cause": d.cause} for d in damage]})
        return DAMAGED if damage else 0
    for each in damage:
        out().print(f"{each.part}: {each.cause}", soft_wrap=True)
    verdict = f"{len(damage)} damaged; {_describe_repair(cluster)}" if damage else "intact"
    out().print(f"{name}: {verdict}", soft_wrap=True, markup=False)
    return DAMAGED if damage else 0


def _describe_repair(cluster: Cluster) -> str:
    """Return the command that repairs damaged parts if the indexed folder is on this machine, or a general hint."""
    folder, name = cluster.manifest.folder, cluster.name
    if "/" in name or not (folder and Path(folder).is_dir()):  # a view of a library, or an imported cluster
        return "index the folder again, which makes them anew"
    return f"citehop index {quote(folder)} --name {quote(name)} makes them anew"


@clusters.command("export")
@with_settings
def export_file(
    name: Annotated[str, typer.Argument(help="Name of a cluster.")],
    file: Annotated[Path, typer.Argument(help="File to write, such as NAME.citehop.")],
    *,
    settings: Settings,
) -> int:
    """Write a cluster to one file, with a checksum of every part, for another machine or as a backup."""
    from ...indexes.build.report import BuildProgress
    from ...papers.clusters.archive import export_cluster
    from ...papers.plural import count_noun

    with progress_bars() as update:
        contents = export_cluster(
            name, file, settings, lambda done, total: update(BuildProgress("export", done, total))
        )
    size = file.stat().st_size / 1e6
    err().print(
        f"{name}: {count_noun(len(contents.files), 'file')}, {size:.1f} MB, written to {file}; "
        f"citehop clusters import {file.name} unpacks it",
        soft_wrap=True,
    )
    return 0


@clusters.command("import")
@with_settings
def import_file(
    file: Annotated[Path, typer.Argument(help="File that citehop clusters export wrote.")],
    name: Annotated[
        str | None, typer.Option(help="Name of the cluster; default: its name when it was exported.")
    ] = None,
    *,
    settings: Settings,
) -> int:
    """Unpack an exported cluster after comparing every part with its checksum."""
    from ...indexes.build.report import BuildProgress
    from ...papers.clusters.unpack_archive import import_cluster
    from ...papers.plural import count_noun

    with progress_bars() as update:
        cluster = import_cluster(
            file, name, settings, lambda done, total: update(BuildProgress("import", done, total))
        )
    err().print(
        f"cluster {cluster.name}: {count_noun(len(cluster.paper_ids), 'paper')}, all checksums equal",
        soft_wrap=True,
    )
    return 0


@clusters.command()
@with_settings
def rename(
    name: Annotated[str, typer.Argument(help="Name of a cluster.")],
    new_name: Annotated[str, typer.Argument(help="New name.")],
    *,
    settings: Settings,
) -> int:
    """Rename a cluster."""
    from ...papers.clusters.manage import rename_cluster

    err().print(f"{name} is now {new_name}: {rename_cluster(name, new_name, settings)}", soft_wrap=True)
    return 0


@clusters.command()
@with_settings
def rm(
    names: Annotated[list[str], typer.Argument(help="Names of clusters.", metavar="NAME...")],
    yes: YesFlag = False,
    *,
    settings: Settings,
) -> int:
    """Remove clusters with their copies of papers. The folders that were indexed are not touched."""
    from ...papers.clusters.manage import existing_folder, remove_cluster

    names = list(dict.fromkeys(names))
    for name in names:  # before anything is deleted
        existing_folder(name, settings)
    confirm_deletion("citehop clusters rm", names, yes=yes)
    for name in names:
        err().print(f"deleted {remove_cluster(name, settings)}", soft_wrap=True)
    return 0
