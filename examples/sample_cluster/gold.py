"""The gold data of the sample cluster: what a perfect reader would find in the PDFs, as plain JSON values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2

from .citations import Bibliography, cited_keys
from .content import Float, SamplePaper, Work

_SENTENCE_END = re.compile(r"(?<=[.?])\s+(?=[A-Z])")
_LAYOUT = re.compile(r"[\s\-\u00ad\u0002\ufffe]")


def squeeze(text: str) -> str:
    """Return `text` without white space and hyphens, which typesetting changes. Texts with the same words become
    equal.
    """
    return _LAYOUT.sub("", text)


def page_texts(path: Path) -> list[str]:
    """Return the text of each page as pdfium extracts it."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [document[index].get_textpage().get_text_range() for index in range(len(document))]
    finally:
        document.close()


class GoldWriter:
    """Makes the gold data of all papers. Their PDFs must already be in `folder`."""

    def __init__(self, papers: list[SamplePaper], works: dict[str, Work], folder: Path) -> None:
        self.papers, self.works = papers, works
        self.pages = {p.id: [squeeze(text) for text in page_texts(folder / f"{p.id}.pdf")] for p in papers}
        self.names = {name: paper.work.key for paper in papers for name in paper.names}

    def gold(self) -> dict[str, Any]:
        anchor = next(paper for paper in self.papers if paper.anchor)
        return {
            "schema": 1,
            "anchor": anchor.id,
            "papers": [self._paper(paper) for paper in self.papers],
            "questions": [self._question(anchor, question) for question in anchor.questions],
        }

    def page_of(self, paper_id: str, text: str) -> int:
        """Return the page, counted from 1, on which `text` stands or begins."""
        wanted = squeeze(text)
        for part in (wanted, wanted[: max(20, len(wanted) // 3)]):
            for number, page in enumerate(self.pages[paper_id], 1):
                if part in page:
                    return number
        raise ValueError(f"{paper_id}: not on any page: {text}")

    def _paper(self, paper: SamplePaper) -> dict[str, Any]:
        bibliography = Bibliography(paper, self.works)
        work = paper.work
        return {
            "id": paper.id,
            "title": work.title,
            "authors": list(work.authors),
            "year": work.year,
            "names": list(paper.names),
            "abstract": paper.abstract,
            "pages": len(self.pages[paper.id]),
            "columns": 2 if paper.two_columns else 1,
            "sections": [section.heading for section in paper.sections],
            "figures": [_figure(item, bibliography) for item in paper.floats],
            "references": [
                {"key": bibliography.key(w), "title": w.title, "year": w.year, "paper": w.paper}
                for w in bibliography.works
            ],
            "mentions": list(self._mentions(paper, bibliography)),
        }

    def _mentions(self, paper: SamplePaper, bibliography: Bibliography) -> list[dict[str, Any]]:
        found = []
        for section in paper.sections:
            for paragraph in section.paragraphs:
                for sentence in _SENTENCE_END.split(paragraph):
                    keys = cited_keys(sentence)
                    if keys:
                        rendered = bibliography.render(sentence)
                        found.append(
                            {
                                "sentence": rendered,
                                "keys": [bibliography.key(self.works[key]) for key in dict.fromkeys(keys)],
                                "names": [
                                    n for n, key in self.names.items() if n in sentence and key in keys
                                ],
                                "page": self.page_of(paper.id, rendered),
                            }
                        )
        return found

    def _question(self, anchor: SamplePaper, question: dict[str, str]) -> dict[str, Any]:
        kind = next(item.kind for item in anchor.floats if item.label == question["figure"])
        page = self.page_of(question["paper"], question["sentence"])
        if squeeze(question["sentence"]) not in self.pages[question["paper"]][page - 1]:
            raise ValueError(f"{question['paper']}: answering sentence runs over a page break")
        return {**question, "modal": kind, "page": page}


def _figure(item: Float, bibliography: Bibliography) -> dict[str, Any]:
    slug = item.label.lower().replace(" ", "").replace(".", "")
    gold: dict[str, Any] = {
        "id": f"p{item.page}:{slug}",
        "label": item.label,
        "kind": item.kind,
        "page": item.page,
        "caption": bibliography.render(item.caption),
    }
    if item.kind == "table":
        rows = [[bibliography.render(cell) for cell in row] for row in item.spec["rows"]]
        return gold | {"columns": item.spec["columns"], "rows": rows, "measures": item.spec.get("facts", [])}
    return gold | {
        "chart": item.spec["kind"],
        "vector": item.spec["embed"] == "vector",
        "x": item.spec["x"],
        "series": {entry["name"]: entry["y"] for entry in item.spec["series"]},
    }
