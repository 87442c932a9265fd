"""MMSci's three matching tasks from the captions of a user's own cluster."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from ....errors import UsageError
from ....papers.files import write_atomic
from ..common.cluster_figures import Captioned
from .captions import sub_captions
from .data import GENERATION, MATCHING, SETTINGS

CHOICES = 4


def write_mmsci(figures: Sequence[Captioned], folder: Path, seed: int = 0) -> dict[str, int]:
    """Write dev/ below `folder` in the layout of the release; how many questions of each setting.

    fig2cap: the caption of a figure among those of three others; subfig2cap: that of one of at least four panels among three
    others of the figure; subcap2fig: the panel that a caption belongs to. `seed` chooses panels, others and places. Raises
    UsageError where there is nothing to ask.
    """
    draw = random.Random(seed)
    rows: dict[str, list[dict[str, Any]]] = {setting: [] for setting in SETTINGS}
    written = []
    for number, figure in enumerate(figures):
        about = {
            "uid": figure.paper_id,
            "category": "own",
            "subject": figure.paper_id,
            "image": f"{figure.paper_id}_figure_{number}.png",
        }
        written.append({**about, "abstract": "", "content": "", "caption": figure.caption})
        for setting, asked in _questions(number, figures, draw):
            rows[setting].append({**about, **asked})
    if not any(rows.values()):
        raise UsageError(
            f"{len(figures)} figures with captions in the cluster; there is nothing to choose between"
        )
    target = folder / "dev"
    for row, figure in zip(written, figures, strict=True):
        write_atomic(target / "images" / row["image"], figure.png)
    write_atomic(target / f"{MATCHING}.json", json.dumps([rows[setting] for setting in SETTINGS]))
    write_atomic(target / f"{GENERATION}.json", json.dumps(written))
    return {setting: len(found) for setting, found in rows.items()}


def _questions(
    number: int, figures: Sequence[Captioned], draw: random.Random
) -> list[tuple[str, dict[str, str]]]:
    own = figures[number].caption
    others = sorted({figure.caption for figure in figures} - {own})
    panels = sub_captions(own)
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
