"""citehop parse: one paper as JSON, Markdown or TEI."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import with_settings
from ..output.console import print_json, print_text, warn


def register(cli: typer.Typer) -> None:
    cli.command("parse")(parse)


@with_settings
def parse(
    file: Annotated[
        Path,
        typer.Argument(
            help="A PDF, LaTeX sources (a .tex file, a folder, a .tar.gz), or a document: .docx, .html, .epub, .md, .xml, .txt.",
            show_default=False,
        ),
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with its schema version; the default.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown, tables as pipe tables.")
    ] = False,
    tei: Annotated[
        bool, typer.Option("--tei", help="Print TEI XML, citations linked to the bibliography.")
    ] = False,
    *,
    settings: Settings,
) -> int:
    """Parse one paper, without a cluster: sections, paragraphs with boxes, tables as cells, references, citing sentences."""
    from ...errors import UsageError
    from ...figures.parse_document import parse as parse_document

    if json + markdown + tei > 1:
        raise UsageError("choose one of --json, --markdown and --tei")
    document = parse_document(file, settings=settings)
    for warning in document.paper.warnings:
        warn(warning)
    if markdown:
        from ..output.paper.markdown import format_markdown

        print_text(format_markdown(document))
    elif tei:
        from ..output.paper.tei import format_tei

        print_text(format_tei(document))
    else:
        from ..output.paper.json_document import document_fields

        print_json(document_fields(document))
    return 0
