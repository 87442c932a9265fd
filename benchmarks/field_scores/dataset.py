"""Papers of a gold manifest, divided into two halves, with their parsed forms."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

import citehop
from citehop.papers.files import write_atomic
from citehop.papers.parsing.read import read_paper
from citehop.papers.serialization import from_json, to_json
from citehop.papers.types import Paper
from citehop.settings import Settings


@dataclass(frozen=True, slots=True)
class FieldPaper:
    """A parsed paper and its entry in the manifest. Its style is the printed style without remarks."""

    entry: dict[str, Any]
    paper: Paper

    @property
    def file(self) -> str:
        """Path of the PDF below the folder of the manifest; it identifies the paper."""
        return str(self.entry["file"])

    @property
    def style(self) -> str:
        return str(self.entry["style"]).split(" (")[0].split(";")[0]


def read_field_papers(folder: Path, half: str, match: str = "") -> Iterator[FieldPaper]:
    """The papers of one half ("develop", "report") or of both ("all") whose file contains `match`, parsed."""
    state = _hash_files(_list_parsing_modules())
    for entry in json.loads((folder / "manifest.json").read_text("utf-8")):
        own = "develop" if int(sha1(entry["file"].encode()).hexdigest(), 16) % 2 else "report"
        if half in ("all", own) and match in entry["file"]:
            yield FieldPaper(entry, _read_cached(folder / entry["file"], state))


def _read_cached(pdf: Path, state: str) -> Paper:
    """The parsed PDF, kept as JSON in <home>/cache/field_papers as long as no module that parses papers changes."""
    settings = Settings()
    kept = settings.home_path / "cache" / "field_papers" / f"{state}-{_hash_files([pdf])}.json"
    if kept.is_file():
        return from_json(Paper, kept.read_text("utf-8"))
    paper = read_paper(pdf, settings)
    write_atomic(kept, to_json(paper))
    return paper


def _list_parsing_modules() -> Iterable[Path]:
    return sorted((Path(str(citehop.__file__)).parent / "papers").rglob("*.py"))


def _hash_files(files: Iterable[Path]) -> str:
    digest = sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
