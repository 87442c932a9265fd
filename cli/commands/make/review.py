"""citehop make review and export: decisions of people about questions, and the questions that they accepted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....errors import UsageError
from ....papers.plural import count_noun
from ...output.console import out
from ...preflight import prepare_folder

if TYPE_CHECKING:
    from ....evaluation.question_generation.review import ReviewedQuestion


def register(make: typer.Typer) -> None:
    make.command("review")(review)
    make.command("export")(export)


def review(
    folder: Annotated[Path, typer.Argument(help="Folder that make questions or make scifibench wrote.")],
) -> int:
    """Accept, edit or reject the questions of FOLDER one by one; decisions.jsonl keeps the decisions.

    Keys, each followed by Enter: a accept, e edit, r reject, s skip for now, q quit. Run the command again to
    continue. Multiple-choice questions can only be accepted or rejected.
    """
    from ....evaluation.question_generation.review import ReviewDecision, record_decision, undecided
    from ....evaluation.scifibench.make import ChoiceQuestion

    remaining = undecided(folder)
    for number, one in enumerate(remaining, 1):
        answer = _print_question(one, f"{number} of {len(remaining)}", folder)
        keys, key = "arsq" if isinstance(one, ChoiceQuestion) else "aersq", ""
        while key not in set(keys):
            key = typer.prompt("/".join(keys)).strip().lower()
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
    folder: Annotated[Path, typer.Argument(help="Folder that make questions or make scifibench wrote.")],
    target: Annotated[Path, typer.Option("--out", help="Folder to write to.")],
) -> int:
    """Write the accepted and the edited questions of FOLDER to another folder, in the same layout; multiple choice as Gold."""
    from ....evaluation.question_generation.release import (
        copy_release,
        copy_singles,
        read_pairs,
        read_singles,
    )
    from ....evaluation.question_generation.review import (
        accepted_choices,
        accepted_questions,
        read_decisions,
    )
    from ....evaluation.scifibench.make import copy_choices, is_choice_folder, read_choices

    decisions = read_decisions(folder).values()
    choices = accepted_choices(read_choices(folder), decisions)
    multiple_choice = is_choice_folder(folder)
    pairs = () if multiple_choice else accepted_questions(read_pairs(folder), decisions)
    singles = accepted_questions(read_singles(folder), decisions)
    if not pairs and not singles and not choices:
        raise UsageError(f"no question of {folder} is accepted; citehop make review {folder}")
    if target.resolve() == folder.resolve():
        raise UsageError("--out must be another folder than the one that was reviewed")
    prepare_folder(target)
    if multiple_choice:
        copy_choices(folder, target, choices)
        found, command = count_noun(len(choices), "gold question"), "scifibench --split Gold"
    else:
        copy_release(folder, target, pairs)
        copy_singles(folder, target, singles)
        found = f"{count_noun(len(pairs), 'two-hop question')}, {len(singles)} about single figures and texts"
        command = "m3sciqa"
    out().print(f"{found}; citehop bench {command} --data {target}", soft_wrap=True)
    return 0


def _print_question(one: ReviewedQuestion, place: str, folder: Path) -> str:
    """Print a question with its evidence, and return its answer."""
    from ....evaluation.question_generation.types import SingleQuestion
    from ....evaluation.scifibench.data import LETTERS
    from ....evaluation.scifibench.make import ChoiceQuestion, picture_path

    if isinstance(one, ChoiceQuestion):
        answer = one.answer
        files = [str(picture_path(folder, name)) for name in one.pictures]
        options = one.options or files
        lines = [f"  {one.label} of {one.paper}, page {one.page}", *(files if one.options else ())]
        lines += [f"  {letter}) {option}" for letter, option in zip(LETTERS, options, strict=True)]
    elif isinstance(one, SingleQuestion):
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
