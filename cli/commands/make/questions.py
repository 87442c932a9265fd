"""citehop make questions: question sets from clusters of yours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ....papers.plural import count_noun
from ...options import Settings, with_model_settings
from ...output.console import out, print_error, progress_bars
from ...preflight import check_model_server, prepare_folder

if TYPE_CHECKING:
    from ....evaluation.question_generation.generate import GeneratedQuestions
    from ....evaluation.question_generation.types import SingleQuestion
    from ....papers.clusters.cluster import Cluster

NOTHING = 4


def register(make: typer.Typer) -> None:
    make.command("questions")(questions)


@with_model_settings
def questions(
    clusters: Annotated[list[str], typer.Argument(help="Names of clusters, or paths of cluster folders.")],
    folder: Annotated[Path, typer.Option("--out", help="Folder to write to.")],
    count: Annotated[int, typer.Option(help="Most questions of each style; 0: all.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Decides which questions are chosen.", min=0)] = 0,
    *,
    settings: Settings,
) -> int:
    """Make two-hop questions in the layout of M3SciQA, questions about one figure as in SPIQA, and about texts as in
    SciDQA.

    No model is needed; with --model, a model writes and words the second hops. The evidence of each question is in
    evidence.jsonl or single_questions.jsonl. DATA_SHEET.md lists papers, balance and the baselines without the
    figure.
    """
    from ....agent.llm.roles import open_models
    from ....agent.session import open_session
    from ....evaluation.question_generation.generate import (
        generate_questions,
        rank_by_abstracts,
        write_data_sheet,
    )
    from ....evaluation.question_generation.release import write_release, write_singles

    check_model_server(settings)
    models = open_models(settings)
    prepare_folder(folder)
    with ExitStack() as stack:
        sessions = [stack.enter_context(open_session(name, settings)) for name in dict.fromkeys(clusters)]
        with progress_bars() as update:
            made = generate_questions(
                sessions, count=count, seed=seed, llm=models.text if models else None, progress=update
            )
        singles = (*made.figures.questions, *made.texts.questions)
        if not made.pairs and not singles:
            print_error("citehop: no question passed: the clusters need papers with tables or charts")
            return NOTHING
        by_name = {session.cluster.name: session.cluster for session in sessions}
        write_release(folder, by_name, made.pairs, rank_by_abstracts(sessions, made.pairs))
        runnable = write_singles(folder, by_name, singles)
        write_data_sheet(folder, by_name, made, seed=seed, count=count, model=settings.model)
    lines = _describe_files(made, by_name, folder, runnable)
    out().print(Text("\n".join(lines)), soft_wrap=True)
    return 0


def _describe_files(
    made: GeneratedQuestions, clusters: Mapping[str, Cluster], folder: Path, runnable: int
) -> list[str]:
    """Return lines with the number of questions of each style and the commands that run them.

    `runnable` is the number of questions about a figure with an image and a caption.
    """
    from ....evaluation.question_generation.release import FIGURE_FOLDER, TEXT_FOLDER

    figures, texts = made.figures.questions, made.texts.questions
    lines = [count_noun(len(made.pairs), "two-hop question") + _explain_none(made, clusters)]
    lines += [f"  citehop bench m3sciqa --data {quote(str(folder))}"] if made.pairs else []
    lines += [
        f"{count_noun(len(figures), 'question')} about one figure" + _explain_fewer(len(figures), runnable)
    ]
    lines += (
        _bench_commands("spiqa", "--set A --task pick", folder / FIGURE_FOLDER, figures) if runnable else []
    )
    lines += [f"{count_noun(len(texts), 'question')} about texts"]
    lines += _bench_commands("scidqa", "--task ask", folder / TEXT_FOLDER, texts)
    return [*lines, f"evidence and data sheet in {folder}"]


def _explain_fewer(made: int, runnable: int) -> str:
    """Return the reason why fewer questions can be run than were made, to follow their number; "" if all can be run."""
    if made == runnable:
        return ""
    return f"; {runnable} can be run, the others are about figures without a caption or an image"


def _explain_none(made: GeneratedQuestions, clusters: Mapping[str, Cluster]) -> str:
    """Return the reason why there is no two-hop question, to follow their number; "" if there are two-hop questions."""
    if made.pairs:
        return ""
    if made.dropped:
        reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(made.dropped.items()))
        return f": every candidate was dropped ({reasons})"
    if any(any(cited) for cluster in clusters.values() for cited in cluster.cited_papers.values()):
        return ": no figure that was read names a paper that its own paper cites and the cluster has"
    return ": no paper of a cluster cites another one of it"


def _bench_commands(
    benchmark: str, options: str, folder: Path, questions: Sequence[SingleQuestion]
) -> list[str]:
    """Return a command that runs `benchmark` for each cluster with questions. Their files are below `folder`."""
    clusters = sorted({one.cluster for one in questions})
    return [
        f"  citehop bench {benchmark} --data {quote(str(folder / cluster))} {options}" for cluster in clusters
    ]
