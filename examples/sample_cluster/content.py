"""The contents of the sample papers: papers/*.toml and references.toml as values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Work:
    """A work that can be cited. `paper` is its id among the sample papers, or None if it is not one of them."""

    key: str
    authors: tuple[str, ...]
    year: int
    title: str
    venue: str
    paper: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    paragraphs: tuple[str, ...]
    appendix: bool = False  # stands after the references


@dataclass(frozen=True, slots=True)
class Float:
    """A table or a chart. `place` is "PAGE [left|right|wide] top|bottom"; `spec` is the rest of its TOML table."""

    kind: str  # table | figure
    label: str
    caption: str
    place: str
    spec: dict[str, Any]

    @property
    def page(self) -> int:
        return int(self.place.split()[0])


@dataclass(frozen=True, slots=True)
class SamplePaper:
    """One paper before typesetting. Its text contains citation marks such as [@key]; see citations.py."""

    id: str
    work: Work
    affiliation: str
    names: tuple[str, ...]
    abstract: str
    running: str
    two_columns: bool
    numeric: bool
    anchor: bool
    sections: tuple[Section, ...]
    floats: tuple[Float, ...]
    questions: tuple[dict[str, str], ...] = field(default=())


def load_papers() -> list[SamplePaper]:
    """Return all sample papers, ordered by id."""
    return [_paper(path) for path in sorted((FOLDER / "papers").glob("*.toml"))]


def load_works(papers: list[SamplePaper]) -> dict[str, Work]:
    """Map keys to all works that may be cited: the sample papers and the works outside the folder."""
    outside = tomllib.loads((FOLDER / "references.toml").read_text(encoding="utf-8"))
    works = {
        key: Work(key, tuple(entry["authors"]), entry["year"], entry["title"], entry["venue"])
        for key, entry in outside.items()
    }
    return works | {paper.work.key: paper.work for paper in papers}


def flow(text: str) -> str:
    """Return the lines of `text` joined to one paragraph."""
    return " ".join(text.split())


def _paper(path: Path) -> SamplePaper:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    work = Work(raw["key"], tuple(raw["authors"]), raw["year"], raw["title"], raw["venue"], path.stem)
    sections = tuple(
        Section(
            entry["heading"],
            tuple(flow(part) for part in entry["text"].split("\n\n") if part.strip()),
            entry.get("after_references", False),
        )
        for entry in raw["sections"]
    )
    floats = tuple(
        Float(kind, entry.pop("label"), entry.pop("caption"), entry.pop("place"), entry)
        for kind in ("table", "figure")
        for entry in raw.get(f"{kind}s", ())
    )
    return SamplePaper(
        id=path.stem,
        work=work,
        affiliation=raw["affiliation"],
        names=tuple(raw["names"]),
        abstract=flow(raw["abstract"]),
        running=raw["running"],
        two_columns=raw["layout"] == "two-column",
        numeric=raw["citations"] == "numeric",
        anchor=raw.get("anchor", False),
        sections=sections,
        floats=floats,
        questions=tuple(raw.get("questions", ())),
    )
