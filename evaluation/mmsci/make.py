"""MMSci's three matching tasks from the captions of a user's own cluster."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.types import Paper
from ..common.cluster_figures import Captioned
from ..reports.formats import program, write_sheet
from .data import GENERATION, MATCHING, SETTINGS, panel_captions
from .figure_types import LABELS, TYPES, Types, write_labels

CHOICES = 4


def write_mmsci(
    figures: Sequence[Captioned],
    folder: Path,
    seed: int = 0,
    *,
    clusters: Sequence[Cluster] = (),
    types: Mapping[int, Types] | None = None,
    model: str = "",
) -> dict[str, int]:
    """Write dev/ below `folder` in the layout of the release, figure_types.jsonl and a data sheet.

    Returns the number of questions of each setting. fig2cap: choose the caption of a figure among captions of three
    other figures. subfig2cap: choose the caption of a panel among three other panels of the figure. subcap2fig:
    choose the panel that a caption belongs to. `seed` decides panels, wrong options and their places. `clusters` hold
    the articles. `types` maps the index of a figure to the types of its panels; `model` gave some of them. Raises
    UsageError if no question can be made.
    """
    draw = random.Random(seed)
    rows: dict[str, list[dict[str, Any]]] = {setting: [] for setting in SETTINGS}
    papers = {(cluster.name, paper.id): paper for cluster in clusters for paper in cluster.papers()}
    written = []
    for number, figure in enumerate(figures):
        about = {
            "uid": figure.paper_id,
            "category": "own",
            "subject": figure.paper_id,
            "image": f"{figure.paper_id}_figure_{number}.png",
        }
        article = _article(papers.get((figure.cluster, figure.paper_id)))
        written.append({**about, **article, "caption": figure.caption})
        for setting, asked in matching_questions(figure, figures, draw):
            rows[setting].append({**about, **asked})
    if not any(rows.values()):
        raise UsageError(
            f"{len(figures)} figures with captions in the clusters; there is nothing to choose between"
        )
    target = folder / "dev"
    for row, figure in zip(written, figures, strict=True):
        write_atomic(target / "images" / row["image"], figure.png)
    write_atomic(target / f"{MATCHING}.json", json.dumps([rows[setting] for setting in SETTINGS]))
    write_atomic(target / f"{GENERATION}.json", json.dumps(written))
    write_labels(folder / LABELS, [row["image"] for row in written], types or {})
    counts = {setting: len(found) for setting, found in rows.items()}
    used = [paper for key, paper in papers.items() if any(key == (f.cluster, f.paper_id) for f in figures)]
    _write_sheet(folder, {"caption": len(written), **counts}, types or {}, used, seed, model)
    return counts


def _article(paper: Paper | None) -> dict[str, str]:
    if paper is None:
        return {"abstract": "", "content": ""}
    text = (block.text for block in paper.blocks if block.kind in ("heading", "paragraph", "list"))
    return {"abstract": paper.abstract, "content": "\n".join([paper.title, *text])}


def _write_sheet(
    folder: Path,
    counts: Mapping[str, int],
    types: Mapping[int, Types],
    papers: Sequence[Paper],
    seed: int,
    model: str,
) -> None:
    reader = f"the figure reader, those of other figures from {model}" if model else "the figure reader alone"
    introduction = f"Tasks of MMSci made by {program()}, seed {seed}. Types of figures come from {reader}."
    found = Counter(TYPES[kind - 1] for of_figure in types.values() for kind in of_figure.values())
    lines = [f"- {name}: {count}" for name, count in (*counts.items(), *sorted(found.items()))]
    write_sheet(folder, introduction, [*lines, ""], papers)


def matching_questions(
    figure: Captioned, figures: Sequence[Captioned], draw: random.Random
) -> list[tuple[str, dict[str, str]]]:
    """Return (setting, {question, answer letter}) for each matching question about `figure`.

    Wrong captions come from `figures`.
    """
    own = figure.caption
    others = sorted({other.caption for other in figures} - {own})
    panels = panel_captions(own)
    texts = {
        text: label for label, text in panels.items()
    }  # a text that two panels share can only be used once
    found = []
    if len(others) >= CHOICES - 1:
        question = "which of the following captions best describes the whole figure?"
        found.append((SETTINGS[0], _choice(question, own, draw.sample(others, CHOICES - 1), draw)))
    if len(texts) >= CHOICES:
        text = draw.choice(sorted(texts))
        wrong = draw.sample(sorted(set(texts) - {text}), CHOICES - 1)
        question = f"which of the following options best describes the content in sub-figure ({texts[text]})?"
        found.append((SETTINGS[1], _choice(question, text, wrong, draw)))
    if len(texts) >= 2 and len(texts) == len(panels):
        text = draw.choice(sorted(texts))
        options = [f"sub-figure ({label})" for label in sorted(panels)]
        question = f"which sub-figure does this describe: {text}"
        right = ascii_uppercase[sorted(panels).index(texts[text])]
        found.append((SETTINGS[2], {"question": _listed(question, options), "answer": right}))
    return found


def _choice(question: str, right: str, wrong: Sequence[str], draw: random.Random) -> dict[str, str]:
    options = [right, *wrong]
    draw.shuffle(options)
    return {"question": _listed(question, options), "answer": ascii_uppercase[options.index(right)]}


def _listed(question: str, options: Sequence[str]) -> str:
    lines = [
        f"{label}: {' '.join(text.split())}" for label, text in zip(ascii_uppercase, options, strict=False)
    ]
    return "\n".join([" ".join(question.split()), *lines])
