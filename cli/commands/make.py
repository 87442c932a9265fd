"""citehop make: question sets from clusters of yours, and their review."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...papers.plural import count_noun
from ..options import Settings, with_model_settings
from ..output.console import out, print_error
from ..preflight import prepare_folder

if TYPE_CHECKING:
    from ...evaluation.question_generation.types import QuestionPair, SingleQuestion

NOTHING = 4
_KEYS = frozenset("aersq")


def register(cli: typer.Typer) -> None:
    make = typer.Typer(help="Make benchmarks of your own papers.", no_args_is_help=True)
    make.command("questions")(questions)
    make.command("review")(review)
    make.command("export")(export)
    cli.add_typer(make, name="make")


@with_model_settings
def questions(
    clusters: Annotated[list[str], typer.Argument(help="Names of clusters, or paths of cluster folders.")],
    folder: Annotated[Path, typer.Option("--out", help="Folder to write to.")],
    count: Annotated[int, typer.Option(help="Most questions of each style; 0: all.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Decides which questions are chosen.", min=0)] = 0,
    *,
    settings: Settings,
) -> int:
    """Two-hop questions in the layout of M3SciQA, questions about one figure in that of SPIQA, about texts in SciDQA's.

    No model is needed; --model writes and words the second hops. Each has its evidence in evidence.jsonl or
    single_questions.jsonl; DATA_SHEET.md lists papers, balance and the baselines without the figure.
    """
    from ...agent.llm.roles import open_models
    from ...agent.session import open_session
    from ...evaluation.question_generation.data_sheet import write_data_sheet
    from ...evaluation.question_generation.generate import generate_questions, rank_by_abstracts
    from ...evaluation.question_generation.release import write_release
    from ...evaluation.question_generation.single_release import FIGURE_FOLDER, TEXT_FOLDER, write_singles

    models = open_models(settings)
    prepare_folder(folder)
    with ExitStack() as stack:
        sessions = [stack.enter_context(open_session(name, settings)) for name in dict.fromkeys(clusters)]
        made = generate_questions(sessions, count=count, seed=seed, llm=models.text if models else None)
        singles = (*made.figures.questions, *made.texts.questions)
        if not made.pairs and not singles:
            print_error("citehop: no question passed: the clusters need papers with tables or charts")
            return NOTHING
        by_name = {session.cluster.name: session.cluster for session in sessions}
        write_release(folder, by_name, made.pairs, rank_by_abstracts(sessions, made.pairs))
        write_singles(folder, by_name, singles)
        write_data_sheet(folder, by_name, made, seed=seed, count=count, model=settings.model)
    out().print(
        f"{count_noun(len(made.pairs), 'two-hop question')}; citehop bench m3sciqa --data {folder}\n"
        f"{count_noun(len(made.figures.questions), 'question')} about one figure; "
        f"citehop bench spiqa --data {folder / FIGURE_FOLDER / 'CLUSTER'} --set A --task pick\n"
        f"{count_noun(len(made.texts.questions), 'question')} about texts; "
        f"citehop bench scidqa --data {folder / TEXT_FOLDER / 'CLUSTER'} --task ask\n"
        f"evidence and data sheet in {folder}",
        soft_wrap=True,
    )
    return 0


def review(folder: Annotated[Path, typer.Argument(help="Folder that make questions wrote.")]) -> int:
    """Accept, edit or reject the questions of FOLDER one by one; decisions.jsonl keeps the decisions.

    Keys, each followed by Enter: a accept, e edit, r reject, s skip for now, q quit. The same command continues.
    """
    from ...evaluation.question_generation.review import ReviewDecision, record_decision, undecided

    remaining = undecided(folder)
    for number, one in enumerate(remaining, 1):
        answer = _print_question(one, f"{number} of {len(remaining)}")
        key = ""
        while key not in _KEYS:
            key = typer.prompt("a/e/r/s/q").strip().lower()
        if key == "q":
            break
        if key == "e":
            question = typer.prompt("Question", default=one.question)
            answer = typer.prompt("Answer", default=answer)
            record_decision(folder, ReviewDecision(one.id, "edit", question, answer))
        elif key != "s":
            record_decision(folder, ReviewDecision(one.id, "accept" if key == "a" else "reject"))
    out().print(
        f"{count_noun(len(undecided(folder)), 'question')} without a decision; citehop make export {folder} --out DIR"
    )
    return 0


def export(
    folder: Annotated[Path, typer.Argument(help="Folder that make questions wrote.")],
    target: Annotated[Path, typer.Option("--out", help="Folder to write to.")],
) -> int:
    """Write the accepted and the edited questions of FOLDER to another folder, in the same layout."""
    from ...evaluation.question_generation.release import copy_release, read_pairs
    from ...evaluation.question_generation.review import accepted_questions, read_decisions
    from ...evaluation.question_generation.single_release import copy_singles, read_singles

    decisions = read_decisions(folder).values()
    pairs = accepted_questions(read_pairs(folder), decisions)
    singles = accepted_questions(read_singles(folder), decisions)
    if not pairs and not singles:
        raise UsageError(f"no question of {folder} is accepted; citehop make review {folder}")
    if target.resolve() == folder.resolve():
        raise UsageError("--out must be another folder than the one that was reviewed")
    prepare_folder(target)
    copy_release(folder, target, pairs)
    copy_singles(folder, target, singles)
    found = f"{count_noun(len(pairs), 'two-hop question')}, {len(singles)} about single figures and texts"
    out().print(f"{found}; citehop bench m3sciqa --data {target}", soft_wrap=True)
    return 0


def _print_question(one: QuestionPair | SingleQuestion, place: str) -> str:
    """Print a question with its evidence, and return its answer."""
    from ...evaluation.question_generation.types import SingleQuestion

    if isinstance(one, SingleQuestion):
        answer = one.answer
        evidence = f"  quote:  {one.quote} (page {one.page})" if one.quote else ""
        lines = [f"  {one.label or 'text'} of {one.paper}, page {one.page}; {one.operation}", evidence]
    else:
        visual, reference, answer = one.visual, one.reference, one.reference.answer
        lines = [
            f"  figure: {one.label} of {one.anchor}, page {one.page}; {visual.operation}: {visual.name}",
            f"  paper:  {visual.cited} ({visual.link})",
            f"  quote:  {reference.quote} (page {reference.page})",
        ]
    shown = [f"\n{place}: {one.question}", *filter(None, lines), f"  answer: {answer}"]
    out().print("\n".join(shown), soft_wrap=True)
    return answer
