"""Papers of a gold manifest with their parsed forms, and counts of how far both agree."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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

Counts = tuple[int, int, int]  # matches, found, expected


@dataclass(frozen=True, slots=True)
class FieldPaper:
    """A parsed paper and its entry in the manifest. `style` is the style in the manifest without remarks."""

    entry: dict[str, Any]
    paper: Paper

    @property
    def file(self) -> str:
        """The path of the PDF below the folder of the manifest, which identifies the paper."""
        return str(self.entry["file"])

    @property
    def style(self) -> str:
        return str(self.entry["style"]).split(" (")[0].split(";")[0]


def read_field_papers(folder: Path, half: str, match: str = "") -> Iterator[FieldPaper]:
    """Yield the parsed papers of one half ("develop", "report") or of both ("all") whose file name contains `match`."""
    state = _hash_files(_list_parsing_modules())
    for entry in json.loads((folder / "manifest.json").read_text("utf-8")):
        own = "develop" if int(sha1(entry["file"].encode()).hexdigest(), 16) % 2 else "report"
        if half in ("all", own) and match in entry["file"]:
            yield FieldPaper(entry, _read_cached(folder / entry["file"], state))


def _read_cached(pdf: Path, state: str) -> Paper:
    """Return the parsed PDF, cached as JSON in <home>/cache/field_papers until a module that parses papers changes."""
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


@dataclass(frozen=True, slots=True)
class Score:
    """The `counts` of one measure in one paper. `miss` describes the difference; it is printed for the develop half
    only.
    """

    measure: str
    paper: FieldPaper
    counts: Counts
    miss: str = ""


Metric = Callable[[Sequence[FieldPaper]], Iterator[Score]]


def describe_totals(scores: Sequence[Score]) -> Iterator[str]:
    """Yield a line with precision, recall and F1 of each measure over all papers."""
    for measure, chosen in _group(scores, lambda score: score.measure).items():
        matches, found, expected = _add(chosen)
        precision, recall = matches / max(1, found), matches / max(1, expected)
        f1 = 2 * matches / max(1, found + expected)
        yield f"{measure:18} P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  n {expected}"


def describe_groups(scores: Sequence[Score], key: Callable[[Score], str]) -> Iterator[str]:
    """Yield a line for each group of papers with the F1 of the measures that are not perfect."""
    for group, chosen in sorted(_group(scores, key).items()):
        parts = []
        for measure, own in _group(chosen, lambda score: score.measure).items():
            matches, found, expected = _add(own)
            if found + expected > 2 * matches:
                parts.append(f"{measure} {2 * matches / (found + expected):.2f}")
        yield f"  {group[:70]:70} {', '.join(parts) or 'all right'}"


def _group(scores: Iterable[Score], key: Callable[[Score], str]) -> dict[str, list[Score]]:
    groups: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        groups[key(score)].append(score)
    return groups


def _add(scores: Iterable[Score]) -> Counts:
    matches, found, expected = zip(*(score.counts for score in scores), strict=True)
    return sum(matches), sum(found), sum(expected)
