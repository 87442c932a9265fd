"""The page of exported figures: texts of papers are no markup."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from PIL import Image

from citehop.cli.output.contact_sheet import export_figures
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.types import BBox, Figure, Paper

EVIL = "<script>alert(1)</script>\x1b[2J"


def test_captions_and_titles_are_escaped_and_file_names_quoted(tmp_path: Path) -> None:
    Image.new("RGB", (2000, 900), "white").save(tmp_path / "crop.png")
    box = BBox(0, 0, 1, 1)
    shown = Figure("p1:figure1", "figure", EVIL, EVIL, 1, box, "crop.png")
    missing = Figure("p2:figure2", "figure", "Figure 2", "Figure 2: Lost.", 2, box, "")
    paper = Paper("密集 1", EVIL, figures=(shown, missing))
    cluster = cast(Cluster, SimpleNamespace(path=tmp_path, name="mine"))
    (tmp_path / "out").mkdir()
    steps: list[tuple[int, int]] = []
    figures = [(paper, figure) for figure in paper.figures]
    assert export_figures(cluster, figures, tmp_path / "out", lambda *step: steps.append(step)) == 1
    assert steps == [(0, 2), (1, 2), (2, 2)]
    page = (tmp_path / "out" / "figures.html").read_text("utf-8")
    assert "<script" not in page
    assert "\x1b" not in page
    assert 'href="%E5%AF%86%E9%9B%86%201_p1-figure1.png"' in page
    assert (tmp_path / "out" / "密集 1_p1-figure1.png").exists()
    assert "<b>Figure 2, page 2</b> Lost." in page
    assert len(page) < 100_000, "thumbnails are small"
