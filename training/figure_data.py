"""Write the files of `make training-data`: conversations about figures, and articles, each as a training and a held-out
part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..errors import UsageError
from ..evaluation.common.cluster_figures import Captioned, captioned_figures
from ..evaluation.reports.formats import program, write_sheet
from ..papers.clusters.cluster import Cluster
from ..papers.files import write_atomic
from ..papers.serialization import to_json
from ..papers.types import Paper
from ..settings import Settings
from .articles import interleave, picture_files
from .chat_types import Article, Conversation
from .conversations import build_conversations
from .pairs import is_held_out

CONVERSATIONS, ARTICLES, IMAGES = "conversations.jsonl", "articles.jsonl", "images"
Part = Literal["train", "held_out"]
PARTS: tuple[Part, ...] = ("train", "held_out")


@dataclass(frozen=True, slots=True)
class FigureData:
    """The conversations and articles of one part of the data ("train" or "held_out")."""

    conversations: tuple[Conversation, ...]
    articles: tuple[Article, ...]


def write_figure_data(
    clusters: Sequence[Cluster],
    folder: Path,
    settings: Settings,
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Part, FigureData]:
    """Write conversations.jsonl and articles.jsonl below train/ and held_out/, and images/ and a data sheet, to
    `folder`.

    One paper in five is held out, as in every training, and wrong options come only from papers of the same part. A
    second call writes the same files. `progress` is called with the number of papers done and the number of all papers.
    Raises UsageError if no paper has text.
    """
    opened = [(cluster, paper) for cluster in clusters for paper in cluster.papers()]
    parts = {(cluster.name, paper.id): _part(paper) for cluster, paper in opened}
    figures: dict[tuple[str, str], list[Captioned]] = {key: [] for key in parts}
    by_part: dict[Part, list[Captioned]] = {part: [] for part in PARTS}
    for cluster in clusters:
        for figure in captioned_figures(cluster, settings, words=False):
            figures[figure.cluster, figure.paper_id].append(figure)
            by_part[parts[figure.cluster, figure.paper_id]].append(figure)
    conversations: dict[Part, list[Conversation]] = {part: [] for part in PARTS}
    articles: dict[Part, list[Article]] = {part: [] for part in PARTS}
    for done, (cluster, paper) in enumerate(opened):
        if progress:
            progress(done, len(opened))
        key = (cluster.name, paper.id)
        names = _copy_pictures(cluster, paper, folder)
        article = interleave(cluster, paper, names)
        if article is not None:
            articles[parts[key]].append(article)
        conversations[parts[key]] += build_conversations(
            paper, figures[key], by_part[parts[key]], names, seed
        )
    if not any(articles.values()):
        raise UsageError("the papers of these clusters have no text; index their PDF or LaTeX files")
    data = {part: FigureData(tuple(conversations[part]), tuple(articles[part])) for part in PARTS}
    for part, one in data.items():
        for name, lines in ((CONVERSATIONS, one.conversations), (ARTICLES, one.articles)):
            write_atomic(folder / part / name, "".join(to_json(line) + "\n" for line in lines))
    _write_sheet(folder, data, [paper for _, paper in opened], seed)
    return data


def _part(paper: Paper) -> Part:
    return "held_out" if is_held_out(paper) else "train"


def _copy_pictures(cluster: Cluster, paper: Paper, folder: Path) -> dict[str, str]:
    """Copy the pictures of `paper`, and map the id of each figure to its copy as a path relative to `folder`."""
    names = {}
    for figure_id, path in picture_files(cluster, paper).items():
        names[figure_id] = f"{IMAGES}/{cluster.name}-{paper.id}-{figure_id.replace(':', '-')}.png"
        write_atomic(folder / names[figure_id], path.read_bytes())
    return names


def _write_sheet(folder: Path, data: Mapping[Part, FigureData], papers: Sequence[Paper], seed: int) -> None:
    introduction = (
        f"Training data for models that see figures, made by {program()}, seed {seed}. Every answer is the words of a paper; one "
        "paper in five is held out."
    )
    lines = ["| part | articles | images in them | conversations |", "|---|---|---|---|"]
    for part, one in data.items():
        kinds = Counter(conversation.kind for conversation in one.conversations)
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"
        images = sum(len(article.images) for article in one.articles)
        lines.append(f"| {part} | {len(one.articles)} | {images} | {listed} |")
    held_out = [paper.title or paper.id for paper in papers if _part(paper) == "held_out"]
    write_sheet(
        folder, introduction, [*lines, "", "Held out: " + "; ".join(sorted(held_out)) + ".", ""], papers
    )
