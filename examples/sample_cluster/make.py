"""Write all papers of the sample cluster as PDFs, and their gold data."""

from __future__ import annotations

import json
from pathlib import Path

from .citations import Bibliography
from .content import load_papers, load_works
from .gold import GoldWriter
from .layout import Typesetter


def make(folder: Path) -> None:
    """Write `folder`/pdf/*.pdf and `folder`/gold.json."""
    papers = load_papers()
    works = load_works(papers)
    pdf = folder / "pdf"
    pdf.mkdir(parents=True, exist_ok=True)
    for paper in papers:
        Typesetter(paper, Bibliography(paper, works)).write(pdf / f"{paper.id}.pdf")
    gold = json.dumps(GoldWriter(papers, works, pdf).gold(), indent=1, ensure_ascii=False)
    (folder / "gold.json").write_text(gold + "\n", encoding="utf-8")
