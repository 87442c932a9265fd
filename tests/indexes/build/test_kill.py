"""A build killed without warning, twenty times: the cluster is always the last one finished, and nothing is lost."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import Hit, SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import read_manifest
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

KILLS = 20
QUESTIONS = [
    "steel meshes collect water",
    "error of microphones 7.42",
    "robot weeds rows",
    "version 3 of the text",
]
# The child says when it is ready, so that the time to the kill is time of the build.
CHILD = """
import sys
from pathlib import Path
import citehop.papers.parsing.read
from citehop.indexes.build import embed, pipeline, write_store
from citehop.indexes.build.build import build
from citehop.indexes.embedding import encoder
from citehop.indexes.stores import embedded
from citehop.settings import Settings
if __name__ == "__main__":
    folder, home, model = sys.argv[1:]
    print("ready", flush=True)
    build(Path(folder), "garden", None, Settings(home=home, embedding_model=model, offline=True, workers=1))
    print("done", flush=True)
"""


def state(settings: Settings) -> tuple[dict[str, list[str]], list[list[Hit]]]:
    """Everything a reader can see: the chunks of each paper and the hits of each question."""
    cluster = open_cluster("garden", settings)
    index = open_index(cluster, settings)
    hits = [search_chunks(index, SearchQuery(question), 20) for question in QUESTIONS]
    for hit in hits[0]:
        assert index.chunk(hit.id)
    assert all(cluster.source_path(paper) for paper in cluster.paper_ids)
    return {paper: [chunk.text for chunk in index.chunks(paper)] for paper in cluster.paper_ids}, hits


def change(folder: Path, turn: int, write_pdf: Callable[[Path, str, str], None]) -> None:
    """A file changes, and every third time one comes or goes."""
    write_pdf(
        folder / "dew.pdf",
        "Dew Harvesting with Meshes",
        f"Steel meshes collect water. Version {turn} of the text. " * 9,
    )
    extra = folder / "extra.pdf"
    if turn % 3 == 0 and extra.exists():
        extra.unlink()
    elif turn % 3 == 0:
        write_pdf(extra, "An Extra Paper", f"It came in turn {turn} and is about robots. " * 9)


@pytest.mark.slow
def test_twenty_kills(
    corpus: Path, settings: Settings, tmp_path: Path, write_pdf: Callable[[Path, str, str], None]
) -> None:
    script = tmp_path / "child.py"
    script.write_text(CHILD)
    command = [sys.executable, str(script), str(corpus), settings.home, settings.embedding_model]
    cluster = Path(settings.home, "clusters", "garden")
    dice = random.Random(20)
    longest = 1.0
    killed_at_work = 0
    seen: tuple[dict[str, list[str]], list[list[Hit]]] | None = None
    for turn in range(KILLS):
        change(corpus, turn, write_pdf)
        before = read_manifest(cluster)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            assert child.stdout.readline() == "ready\n"
            start = time.monotonic()
            try:
                child.wait(dice.uniform(0, longest))
                longest = max(0.2, time.monotonic() - start)  # it was done: so long does a build take
            except subprocess.TimeoutExpired:
                child.kill()
            killed_at_work += "done" not in child.stdout.read()
        after = read_manifest(cluster)
        if after is None:
            longest *= 1.5
            continue
        now = state(settings)
        if after == before:
            assert now == seen, "what was not committed shows"
        seen = now
    assert killed_at_work >= KILLS / 4
    build(corpus, "garden", None, settings)
    fresh = replace(settings, home=str(tmp_path / "fresh"))
    build(corpus, "garden", None, fresh)
    assert state(settings) == state(fresh)
    assert [path.name for path in cluster.rglob("*.tmp")] == []
