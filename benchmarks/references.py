"""Which paper of a folder cites which: what is resolved from the PDFs, against a list made otherwise.

    python benchmarks/references.py FOLDER

FOLDER holds manifest.json, whose papers have "id", "title", "file" and "cites" (ids, found by comparing titles with the
text of reference sections). Prints precision and recall of the resolved pairs, then every pair on which the two disagree with
the entry as printed, so that one can judge; what was judged by hand already stands beside it and in the last line.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from citehop.papers.bibliography.resolve import count_references, resolve_references
from citehop.papers.parsing.paper_ids import derive_paper_id
from citehop.papers.parsing.pool import Problem, read_papers
from citehop.papers.types import Paper
from citehop.settings import Settings

# Judged by looking at both PDFs: the key of the pair (see `key_of`), who is right, and why the two disagree.
JUDGED: dict[str, tuple[str, str]] = {
    "ff9c47c3": ("resolved", "the cited PDF is that paper; the manifest gives it another title"),
    "2a8a99ca": ("resolved", "the cited PDF is that paper; the manifest gives it another title"),
    "69690d46": ("resolved", "the title of the first version, under the arXiv number of the same paper"),
    "8d8c51f8": ("resolved", "the title of the first version, under the arXiv number of the same paper"),
    "6191ee0d": ("resolved", "the entry misprints the title"),
    "1fad2434": ("resolved", "the entry misprints the title"),
    "087c2cd8": ("resolved", "the entry leaves out two words of the title; same authors, venue and year"),
    "60c80929": (
        "resolved",
        "the technical report of the year before, same title and authors; OCR has its text",
    ),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """One paper citing another, by the manifest's ids; `raw` is the entry, "" where none was resolved."""

    citing: str
    cited: str
    raw: str = ""

    @property
    def key(self) -> str:
        return sha256(f"{self.citing} {self.cited}".encode()).hexdigest()[:8]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["papers"]
    names = {derive_paper_id(Path(entry["file"])): entry["id"] for entry in listed}
    titles = {entry["id"]: entry["title"] for entry in listed}
    papers = resolve_references(list(_read([folder / entry["file"] for entry in listed])))
    found = {(p.citing, p.cited): p for p in _pairs(papers, names)}
    truth = {(entry["id"], cited) for entry in listed for cited in entry["cites"]}
    _print_counts(papers)
    right = truth & found.keys()
    print(f"pairs in the manifest {len(truth)}, resolved {len(found)}, in both {len(right)}")
    print(f"recall {len(right) / len(truth):.3f}, precision {len(right) / len(found):.3f}")
    extra = [found[pair] for pair in sorted(found.keys() - truth)]
    missed = [Pair(*pair) for pair in sorted(truth - found.keys())]
    for title, pairs in (("resolved, not in the manifest", extra), ("in the manifest, not resolved", missed)):
        print(f"\n{title}: {len(pairs)}")
        for pair in pairs:
            _print_pair(pair, titles)
    ours = sum(JUDGED.get(pair.key, ("", ""))[0] == "resolved" for pair in extra)
    unjudged = sum(pair.key not in JUDGED for pair in (*extra, *missed))
    print(f"\nprecision as judged by hand {(len(right) + ours) / len(found):.3f}; not judged: {unjudged}")


def _read(paths: list[Path]) -> Iterator[Paper]:
    for path, paper in sorted(read_papers(paths, Settings()), key=lambda item: item[0]):
        if isinstance(paper, Problem):
            raise SystemExit(f"{path}: {paper.cause}")
        yield paper


def _pairs(papers: tuple[Paper, ...], names: dict[str, str]) -> Iterator[Pair]:
    for paper in papers:
        for reference in paper.references:
            if reference.paper_id:
                yield Pair(names[paper.id], names[reference.paper_id], reference.raw)


def _print_counts(papers: tuple[Paper, ...]) -> None:
    counts = [count_references(paper) for paper in papers]
    entries = sum(len(paper.references) for paper in papers)
    print(f"papers {len(papers)}, entries {entries}, unparsed {sum(count.unparsed for count in counts)}")


def _print_pair(pair: Pair, titles: dict[str, str]) -> None:
    who, why = JUDGED.get(pair.key, ("not judged", ""))
    print(f"{pair.key}  right: {who}{f' ({why})' if why else ''}")
    print(f"          citing {titles[pair.citing]}\n          cited  {titles[pair.cited]}")
    print(f"          entry  {pair.raw or '-'}")


if __name__ == "__main__":
    main()
