"""The encoding of pages killed at random moments: in the end every page is there exactly once, with the same vectors."""

import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from citehop.indexes.build.build import build
from citehop.indexes.pages.files import PagesManifest, open_pack, read_pages_manifest
from citehop.settings import Settings

KILLS, PAPERS, PAGES = 6, 3, 12
# An encoder of no weights that takes its time and tells of each page it is given.
CHILD = """
import sys, time
from pathlib import Path
import numpy as np
from citehop.indexes.pages.build import update_pages
from citehop.indexes.pages.checkpoint import Checkpoint
from citehop.indexes.pages.types import PageVectors
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings

class Slow:
    def prepare(self, images): return list(images)
    def batch_limit(self): return 1
    def encode(self, images):
        time.sleep(0.03)
        print("page", flush=True)
        rows = [np.asarray(image.convert("L").resize((16, 16)), dtype=np.float32) + 1 for image in images]
        boxes = np.ones((16, 4), dtype=np.float32)
        return [PageVectors(row / np.linalg.norm(row, axis=1, keepdims=True), boxes) for row in rows]

if __name__ == "__main__":
    settings = Settings(home=sys.argv[1], embedding_model="none", offline=True, workers=1)
    cluster = open_cluster("leaves", settings)
    print("ready", flush=True)
    update_pages(cluster.path, cluster.manifest, Checkpoint("slow", "slow-1", Path("slow"), "1"), settings, encoder=Slow())
    print("done", flush=True)
"""


def run_child(script: Path, home: str, pages: int | None = None, seconds: float = 0.0) -> tuple[int, bool]:
    """How many pages it encoded, and whether it came to its end; killed `seconds` after it was given so many `pages`."""
    with subprocess.Popen([sys.executable, str(script), home], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
        lines = []
        if pages is not None:
            lines = [child.stdout.readline().strip() for _ in range(pages)]
            time.sleep(seconds)
            child.kill()
        lines += child.stdout.read().split()
    return lines.count("page"), "done" in lines


def contents(folder: Path) -> tuple[PagesManifest, list[tuple[list[int], np.ndarray]]]:
    manifest = read_pages_manifest(folder)
    assert manifest
    found = []
    for paper in manifest.papers:
        with open_pack(folder, manifest, paper) as file:
            found.append((file.get_tensor("pages").tolist(), file.get_tensor("vectors")))
    return manifest, found


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path, home: Path) -> None:
    papers = tmp_path / "leaves"
    papers.mkdir()
    for paper in range(PAPERS):
        canvas = Canvas(str(papers / f"leaf-{paper}.pdf"), pagesize=(200, 200), invariant=1)
        for page in range(PAGES):
            canvas.drawString(20, 150, f"Leaf {paper}, page {page}")
            canvas.rect(20, 20, 10 * page + 1, 10 * paper + 5, fill=1)
            canvas.showPage()
        canvas.save()
    script = tmp_path / "child.py"
    script.write_text(CHILD)
    settings = Settings(home=str(home), embedding_model="none", offline=True, workers=1)
    report = build(papers, None, None, settings)
    dice, encoded = random.Random(6), 0
    for _ in range(KILLS):
        count, done = run_child(script, str(home), dice.randrange(5), dice.uniform(0.0, 0.03))
        encoded += count
        assert not done
    count, done = run_child(script, str(home))
    assert done
    # A page whose process was killed between encoding and keeping it is encoded again, no other is.
    assert PAPERS * PAGES <= encoded + count <= PAPERS * PAGES + KILLS
    manifest, found = contents(report.path)
    assert [pages for pages, _ in found] == [list(range(1, PAGES + 1))] * PAPERS
    undisturbed = replace(settings, home=str(tmp_path / "undisturbed"))
    second = build(papers, None, None, undisturbed)
    run_child(script, undisturbed.home)
    manifest_again, found_again = contents(second.path)
    assert manifest_again == manifest
    assert all(np.array_equal(a, b) for (_, a), (_, b) in zip(found, found_again, strict=True))
