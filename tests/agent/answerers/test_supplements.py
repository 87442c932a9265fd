"""Figures of a paper's supplement, which a question about the paper names."""

from __future__ import annotations

from pathlib import Path

import citehop
from citehop.indexes.build.build import build
from citehop.settings import Settings


def test_a_table_that_the_paper_lacks_is_taken_from_its_supplement(shared: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path), embedding_model="none", workers=1, threads=1)
    build(shared / "cases" / "supplement", "chemistry", "natarajan2021.pdf", settings)
    with citehop.open("chemistry", settings) as session:
        answer = citehop.ask(
            session, "Which base gives the best yield in Table S1?", anchor=session.cluster.anchor
        )
    assert "K3PO4" in answer.text
    (paper_id,) = {citation.paper_id for citation in answer.citations}
    assert session.cluster.summary(paper_id).supplement
