"""The data sheet of a user's own SciFIBench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....papers.clusters.cluster import Cluster
from ...reports.data_sheet import program, write_sheet
from .choices import ChoiceQuestion
from .data import TASKS
from .make import CENTRE, MODEL


def write_choice_sheet(
    folder: Path,
    clusters: Sequence[Cluster],
    questions: Sequence[ChoiceQuestion],
    *,
    figures: int,
    seed: int,
    visual: str | None = None,
    model: str = "",
) -> None:
    """Write how the questions were made, their tiers, the shares that are answered without looking, and their papers."""
    looks = f"page model {visual}" if visual else "the words in them and their gradients"
    introduction = (
        f"Multiple choice made by {program()} from {figures} figures with captions, seed {seed}. Wrong options are the nearest "
        f"neighbours by caption and picture (compared by {looks}); the first questions are the most difficult."
    )
    lines = ["| task | questions | gold | silver | bronze | mean distance |", "|---|---|---|---|---|---|"]
    for task in TASKS:
        of_task = [one for one in questions if one.task == task]
        counts = [sum(one.tier == tier for one in of_task) for tier in ("gold", "silver", "bronze")]
        distance = sum(one.distance for one in of_task) / max(1, len(of_task))
        lines.append(f"| {task} | {len(of_task)} | {' | '.join(map(str, counts))} | {distance:.3f} |")
    lines += ["", "| answered without looking (chance .2) | " + " | ".join(TASKS) + " |", "|---|---|---|"]
    for name in (CENTRE, *([MODEL] if model else [])):
        shares = [_share(name, [one for one in questions if one.task == task]) for task in TASKS]
        lines.append(f"| {name} | {' | '.join(shares)} |")
    used = {(one.cluster, one.paper) for one in questions}
    papers = [p for cluster in clusters for p in cluster.papers() if (cluster.name, p.id) in used]
    write_sheet(folder, introduction, [*lines, ""], papers)


def _share(baseline: str, questions: Sequence[ChoiceQuestion]) -> str:
    return f"{sum(baseline in one.answered_by for one in questions) / max(1, len(questions)):.3f}"
