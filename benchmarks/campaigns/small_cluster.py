"""A cluster of three short papers, indexed by words only. Every case of a campaign gets a copy of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings

NAME = "small"
QUESTIONS = ("water at night", "wings of bees", "error on warm days")
TOPICS = {
    "dew": "Steel meshes collect water at night. Yield grows with wind up to a limit.",
    "bees": "Microphones in the hive hear the wings. The error is 7.42 percent on warm days.",
    "heat": "A warm heap is a working heap. Thermistors log one value per minute.",
}


def write_papers(folder: Path, version: int = 0) -> None:
    """Write three papers as JSON lines whose text contains the number `version`."""
    folder.mkdir(parents=True, exist_ok=True)
    papers = [
        {
            "id": name,
            "title": f"A Paper on {name}",
            "sections": [{"heading": "1 Findings", "text": f"{text} {version}."}],
        }
        for name, text in TOPICS.items()
    ]
    (folder / "papers.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in papers))


def settings_for(home: Path) -> Settings:
    return Settings(home=str(home), embedding_model="none", visual_model="off", offline=True)


def search_all(index: ClusterIndex) -> object:
    """Return the hits of all questions, all passages, and the text of the hits."""
    hits = [index.bm25.search(SearchQuery(question), 9) for question in QUESTIONS]
    return (
        hits,
        [index.chunks(name) for name in TOPICS],
        [index.texts([hit.id for hit in found]) for found in hits],
    )


def read_all(settings: Settings, name: str = NAME) -> tuple[object, object, object]:
    """Return everything that a reader of the cluster gets: search results, papers and summaries. Raises CitehopError
    for damage.
    """
    cluster = open_cluster(name, settings)
    index = open_index(cluster, settings)
    try:
        return search_all(index), cluster.papers(), cluster.summaries
    finally:
        index.close()


class SmallCluster:
    """The finished cluster in the home folder `home`.

    `expected` is what readers get. `expected_changed` is what they get after its `papers` changed and were indexed
    again.
    """

    def __init__(self, work: Path) -> None:
        self.papers, self.home = work / "papers", work / "home"
        write_papers(self.papers)
        build(self.papers, NAME, None, settings_for(self.home))
        self.expected = read_all(settings_for(self.home))
        with self.changed_papers():
            other = settings_for(work / "changed")
            build(self.papers, NAME, None, other)
            self.expected_changed = read_all(other)

    def copy(self, folder: Path) -> Settings:
        """Copy the cluster to the home folder `folder`/home and return settings for it."""
        copy_generation(self.home, folder / "home")
        return settings_for(folder / "home")

    @contextmanager
    def changed_papers(self) -> Iterator[None]:
        """Change the text of the papers, and restore it at the end."""
        write_papers(self.papers, version=1)
        try:
            yield
        finally:
            write_papers(self.papers)
