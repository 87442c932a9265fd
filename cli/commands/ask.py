"""citehop ask: one question, one answer with quotes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...integrations.sources.formats import CitationFormat
from ...papers.plural import count_noun
from ...settings import Settings
from ..options import (
    MODEL_PANEL,
    AuthorOption,
    ClusterName,
    JsonFlag,
    LookFlag,
    PaperOption,
    SectionOption,
    VenueOption,
    YearOption,
    with_answer_settings,
)
from ..output.console import err, out, print_json, warn
from ..preflight import check_model_server, prepare_folder
from ..questions import check_question

if TYPE_CHECKING:
    from ...agent.query.types import Query
    from ...agent.session import Session
    from ...agent.types import Answer
    from ...integrations.zotero_notes import ZoteroNotes
    from ...papers.clusters.cluster import Cluster

ABSTAINED = 4


def register(cli: typer.Typer) -> None:
    cli.command("ask")(ask)


@with_answer_settings
def ask(
    name: ClusterName,
    question: Annotated[
        str, typer.Argument(help="The question: about a figure, or about a paper that the figure leads to.")
    ] = "",
    anchor: Annotated[
        str | None,
        typer.Option(help="Paper with the figure: id, file, title, or words that fit one paper."),
    ] = None,
    figure: Annotated[str | None, typer.Option(help='Figure of that paper, for example "Table 2".')] = None,
    papers: Annotated[
        int, typer.Option("--papers", "-k", min=1, help="Search passages in this many of the best papers.")
    ] = 3,
    look: LookFlag = True,
    agent: Annotated[
        bool,
        typer.Option("--agent", help="Let the model call the tools itself.", rich_help_panel=MODEL_PANEL),
    ] = False,
    max_steps: Annotated[
        int,
        typer.Option(min=1, help="Maximum rounds of tool calls with --agent.", rich_help_panel=MODEL_PANEL),
    ] = 8,
    evidence: Annotated[
        Path | None,
        typer.Option(help="Write the marked figure, the quoted pages and an HTML page to this folder."),
    ] = None,
    zotero_notes: Annotated[
        bool,
        typer.Option("--zotero-notes", help="Add each quote as a note to its paper's item in Zotero."),
    ] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Print every step with its time and cost.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print what the question was understood as.")
    ] = False,
    query: Annotated[
        Path | None,
        typer.Option(
            "--query", help="Ask the query in this JSON file, as --json prints it, in place of QUESTION."
        ),
    ] = None,
    cite: Annotated[
        CitationFormat | None,
        typer.Option(help="Print the sources in this format, and the answer to the error stream."),
    ] = None,
    paper: PaperOption = None,
    year: YearOption = "",
    author: AuthorOption = None,
    venue: VenueOption = None,
    section: SectionOption = "",
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Answer QUESTION from a cluster: the answer with verified quotes, and the ranked cited papers."""
    from ...agent.ask import ask as ask_cluster
    from ...agent.llm.roles import open_models
    from ...agent.plan import Plan
    from ...agent.query.restrict import restrict
    from ...agent.session import open_session
    from ..output.draft import show_step, show_steps, stream_draft

    if cite and json:
        raise UsageError("--cite prints the sources alone; leave out --json")
    asked = _read_query(query) if query else question
    question = question or getattr(asked, "text", "")
    check_question(question)
    if evidence:
        prepare_folder(evidence)
    notes = _open_zotero(settings) if zotero_notes else None
    check_model_server(settings)
    models = open_models(settings)
    if agent and models is None:
        raise UsageError("--agent needs a model; name one with --model")
    plan = Plan(papers, look, agent, max_steps)
    with open_session(name, settings) as whole:
        session = restrict(
            whole, papers=paper or (), years=year, authors=author or (), venues=venue or (), section=section
        )
        for warning in session.warnings:
            warn(warning)
        with show_steps() as status, stream_draft(models, status, shown=not json) as on_text:
            answer = ask_cluster(
                session,
                asked,
                anchor=anchor,
                figure=figure,
                models=models,
                plan=plan,
                on_text=on_text,
                on_step=partial(show_step, status),
            )
        if cite:
            _print_sources(answer, session, cite)
        else:
            _print(answer, session.cluster, json=json, trace=trace)
        if explain and answer.query is not None and not json:
            from ...agent.query.json_form import describe_query

            err().print(
                "\n".join(["", "Understood as", *(f"  {line}" for line in describe_query(answer.query))]),
                soft_wrap=True,
            )
        if evidence:
            from ...integrations.evidence.write import write_evidence

            page = write_evidence(question, answer, session, evidence)
            err().print(f"evidence: {page}", soft_wrap=True)
        if notes:
            _add_notes(notes, question, answer, session.cluster)
    return ABSTAINED if answer.status == "abstained" else 0


def _read_query(path: Path) -> Query:
    """Return the query in the file `path`. Raises UsageError if the file has no query."""
    from json import loads

    from ...agent.query.json_form import query_of

    try:
        return query_of(loads(path.read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a query that can be read ({error})") from error
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _open_zotero(settings: Settings) -> ZoteroNotes:
    from ...integrations.zotero_notes import ZoteroNotes

    return ZoteroNotes(settings)


def _print(answer: Answer, cluster: Cluster, *, json: bool, trace: bool) -> None:
    from ..output.terminal.answers import print_answer, print_steps

    if json:
        from ...integrations.json_output import answer_fields

        print_json(answer_fields(answer, cluster))
        return
    print_answer(answer, cluster)
    if trace:
        print_steps(answer)


def _print_sources(answer: Answer, session: Session, cite: CitationFormat) -> None:
    from ...integrations.sources.cite import cite as cite_answer
    from ..output.terminal.answers import print_answer

    print_answer(answer, session.cluster, err())
    out().print(cite_answer(session, answer, cite), end="", soft_wrap=True, markup=False, highlight=False)


def _add_notes(notes: ZoteroNotes, question: str, answer: Answer, cluster: Cluster) -> None:
    """Write the quotes of `answer` to Zotero, and print how many were added and which papers Zotero lacks."""
    report = notes.add(question, answer.citations, cluster)
    for title in report.missing:
        warn(f"not in Zotero, so without a note: {title}")
    added = count_noun(report.added, "note")
    err().print(f"Zotero: {added} added, {report.present} present", soft_wrap=True)
