"""Writes the sample cluster: PDFs of invented papers that cite each other, and gold.json with what they say.

    python examples/make_sample_cluster.py [FOLDER]      FOLDER defaults to app/sample

The same libraries give the same bytes: dates and ids are fixed. Needs reportlab and matplotlib (extra `test`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sample_cluster.citations import Bibliography
from sample_cluster.content import load_papers, load_works
from sample_cluster.gold import GoldWriter
from sample_cluster.layout import Typesetter

DEFAULT = Path(__file__).resolve().parent.parent / "app" / "sample"


def make(folder: Path) -> None:
    """Writes `folder`/pdf/*.pdf and `folder`/gold.json."""
    papers = load_papers()
    works = load_works(papers)
    pdf = folder / "pdf"
    pdf.mkdir(parents=True, exist_ok=True)
    for paper in papers:
        Typesetter(paper, Bibliography(paper, works)).write(pdf / f"{paper.id}.pdf")
    gold = json.dumps(GoldWriter(papers, works, pdf).gold(), indent=1, ensure_ascii=False)
    (folder / "gold.json").write_text(gold + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
