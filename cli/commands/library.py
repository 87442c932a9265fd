"""citehop library: thousands of papers in one store, each once, with clusters as views of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...papers.plural import count_noun
from ...settings import Settings
from ..options import JsonFlag, YesFlag, confirm_deletion, with_settings
from ..output.console import err, out, print_json, progress_bars, warn
from .ask import ask
from .search import search

library = typer.Typer(
    help="Libraries: thousands of papers in one store, each once; folders of papers become clusters in it.",
    no_args_is_help=True,
)
LibraryName = Annotated[str, typer.Argument(help="Name of a library.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(library, name="library")


library.command("ask")(ask)
library.command("search")(search)


@library.command()
@with_settings
def create(name: LibraryName, *, settings: Settings) -> int:
    """Make an empty library."""
    from ...papers.clusters.library import create_library

    create_library(name, settings)
    err().print(
        f"library {name}; citehop library add {name} FOLDER adds the papers of a folder", soft_wrap=True
    )
    return 0


@library.command()
@with_settings
def add(
    name: LibraryName,
    folder: Annotated[
        Path,
        typer.Argument(
            help="Folder of papers (PDF, LaTeX, Word, HTML, EPUB, Markdown, XML, text, .jsonl), or one such file."
        ),
    ],
    cluster: Annotated[
        str | None, typer.Option(help="Name of its cluster in the library; default: the folder's name.")
    ] = None,
    anchor: Annotated[str | None, typer.Option(help="File of the paper that cites the others.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="local|ADDRESS",
            help="Parse and embed with Ray, on this machine or the cluster at ADDRESS.",
        ),
    ] = None,
    storage: Annotated[
        str | None,
        typer.Option(
            metavar="PATH|URL",
            help="With --ray: storage that all workers share, a folder or a URL of fsspec; default: in the library.",
        ),
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Add the papers of FOLDER. What the library has already is neither parsed nor embedded nor stored again."""
    from ...indexes.build.library import add_to_library
    from ...indexes.distributed.prepare import prepare_by_ray

    if storage and not ray:
        raise UsageError("--storage needs --ray local or --ray ADDRESS")
    with progress_bars() as update:
        prepare = prepare_by_ray(name, ray, storage, settings, update) if ray else None
        report = add_to_library(name, folder, cluster, anchor, settings, update, prepare)
    for warning in report.build.warnings:
        warn(warning)
    view = f"{name}/{report.view.name}"
    if json:
        print_json({**report.build.as_fields(), "view": view, "view_papers": len(report.view.papers)})
    else:
        err().print(report.build.summary(), soft_wrap=True)
        err().print(
            f"{view}: {count_noun(len(report.view.papers), 'paper')}; citehop ask {view} QUESTION",
            soft_wrap=True,
        )
    return 0


@library.command()
@with_settings
def rm(name: LibraryName, yes: YesFlag = False, *, settings: Settings) -> int:
    """Remove a library with all its clusters. The folders that were added are not touched."""
    from ...papers.clusters.manage import existing_library, remove_library

    existing_library(name, settings)
    confirm_deletion("citehop library rm", [name], yes=yes)
    err().print(f"deleted {remove_library(name, settings)}", soft_wrap=True)
    return 0


@library.command()
@with_settings
def status(
    name: Annotated[str | None, typer.Argument(help="Name of a library; default: list all.")] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Show the clusters of a library, its papers, passages, resolved references and size on disk."""
    from ...indexes.library_status import describe_library
    from ...papers.clusters.library import list_libraries

    names = [name] if name else list_libraries(settings)
    found = [describe_library(each, settings) for each in names]
    if json:
        print_json({"libraries": [each.as_fields() for each in found]})
    elif not found:
        out().print("No libraries yet: citehop library create NAME makes one.", soft_wrap=True)
    for each in () if json else found:
        out().print(each.summary(), soft_wrap=True)
        for view in each.views:
            anchor = f", anchor {view.anchor}" if view.anchor else ""
            papers = count_noun(len(view.papers), "paper")
            out().print(f"  {each.name}/{view.name}: {papers}{anchor}", soft_wrap=True)
    return 0


@library.command()
@with_settings
def citing(
    name: Annotated[str, typer.Argument(help="Name of a library or cluster.")],
    paper: Annotated[
        str, typer.Argument(help="The cited paper: id, file, title, or words that fit one paper.")
    ],
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the papers of a library that cite PAPER."""
    from ...papers.clusters.ids import find_paper
    from ...papers.clusters.locate import open_cluster

    opened = open_cluster(name, settings)
    found = [opened.summary(paper_id) for paper_id in opened.citing(find_paper(opened, paper))]
    if json:
        print_json({"citing": [{"id": each.id, "title": each.title, "year": each.year} for each in found]})
    for each in () if json else found:
        out().print(f"{each.id}  {each.title} ({each.year or 'no year'})", soft_wrap=True)
    return 0 if found else 4
