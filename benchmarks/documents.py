"""Compare parsed PDFs with their known contents.

    python benchmarks/documents.py DATA [--typeset FOLDER] [--half develop|confirm|all] [--only PART ...] [--misses N]
    python benchmarks/documents.py --fields FOLDER [--half develop|report|all] [--match TEXT] [--misses N] [--times]

DATA has latex_sources/ (PDFs with their sources), pdf_cluster_sentemb/ (a manifest with titles and who cites whom) and
scisumm_dev/ (citing sentences). FOLDER holds documents written by `python -m benchmarks.typeset`, with their true
contents. A hash of its name puts each document into one of two halves: look at the misses of one half, but report
both. A line gives precision, recall, F1 and the expected number. A field of a reference is expected only if the
document prints it. `--fields` scores papers from many fields of science against a manifest (see field_scores); their
halves are "develop" and "report", by another hash. `--times` measures the processor time per page of these papers
instead.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from document_scores import (  # type: ignore[import-not-found]  # found beside this script
    Counts,
    count_captions,
    count_overlap,
    count_reference_fields,
    fold_heading,
    list_adjacencies,
    pair_entries,
    pair_tables,
)
from field_scores.measures import print_field_scores  # type: ignore[import-not-found]
from field_scores.times import print_field_times  # type: ignore[import-not-found]

from citehop.errors import UsageError
from citehop.figures.parse_document import list_continuations, read_tables
from citehop.papers.bibliography.resolve import resolve_references
from citehop.papers.parsing.latex.paper import find_pdf, read_latex
from citehop.papers.parsing.latex.sources import find_main_file
from citehop.papers.parsing.read import read_paper
from citehop.papers.titles import fold_title
from citehop.papers.types import Figure, Paper
from citehop.settings import Settings

Measured = Iterator[tuple[str, Counts, list[str]]]  # name of the measure, its counts, a line per difference


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--fields", type=Path, help="folder of papers of many fields with a manifest")
    parser.add_argument("--typeset", type=Path)
    parser.add_argument("--half", choices=["develop", "confirm", "report", "all"], default="develop")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--match", default="", help="only documents whose name contains this")
    parser.add_argument("--misses", type=int, default=0, help="print so many differences of each measure")
    parser.add_argument("--times", action="store_true", help="processor time of parsing, with --fields")
    options = parser.parse_args()
    if options.fields is not None and options.times:
        print_field_times(options.fields, options.match)
        return
    if options.fields is not None:
        print_field_scores(options.fields, options.half, options.match, options.misses)
        return
    if options.data is None:
        parser.error("name the folder of the data, or --fields and a folder")
    for part in options.only:
        start = time.process_time()
        totals: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        misses: dict[str, list[str]] = defaultdict(list)
        for measure, counts, differences in PARTS[part](options):
            totals[measure] = [a + b for a, b in zip(totals[measure], counts, strict=True)]
            misses[measure] += differences
        for measure, (right, found, expected) in totals.items():
            precision, recall = right / max(1, found), right / max(1, expected)
            f1 = 2 * right / max(1, found + expected)
            print(f"{part:12} {measure:14} P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  n {expected}")
            for line in misses[measure][: options.misses]:
                print(f"    {line}")
        print(f"{part:12} {time.process_time() - start:.0f} s", flush=True)


def _is_chosen(name: str, options: argparse.Namespace) -> bool:
    half = "develop" if sha256(name.encode()).digest()[0] % 2 else "confirm"
    return options.half in ("all", half) and options.match in name


def measure_sources(options: argparse.Namespace) -> Measured:
    """Yield the scores of sections, captions, tables, references and markers of PDFs whose LaTeX sources are
    available.
    """
    for main_tex in sorted((options.data / "latex_sources").glob("**/*.tex")):
        folder = main_tex.parent
        if "documentclass" not in main_tex.read_text("utf-8", "replace") or main_tex != find_main_file(
            folder
        ):
            continue
        pdf = find_pdf(folder, folder, main_tex)
        if pdf is None or not _is_chosen(pdf.stem, options):
            continue
        truth = read_latex(folder, "truth", None, _refuse)
        yield from _compare_papers(read_paper(pdf, Settings()), truth, pdf)


def _refuse(*_: object) -> Paper:
    raise UsageError("the PDF is left aside")


def _compare_papers(paper: Paper, truth: Paper, pdf: Path) -> Measured:
    name = pdf.stem
    found, expected = (
        [fold_heading(b.text) for b in p.blocks if b.kind == "heading"] for p in (paper, truth)
    )
    rest = {"references", "abstract", "bibliography"}
    found, expected = ([text for text in texts if text not in rest] for texts in (found, expected))
    differences = [f"{name}: + {text}" for text in sorted(set(found) - set(expected))]
    differences += [f"{name}: - {text}" for text in sorted(set(expected) - set(found))]
    yield "sections", count_overlap(found, expected), differences
    captions = [(f.label, f.caption) for f in paper.figures]
    titles = [(f.label, _PANEL_TITLES.sub("", f.caption)) for f in truth.figures]
    yield "captions", count_captions(captions, titles), [f"{name}: {captions}\n      {titles}"]
    entries = [_describe(reference) for reference in truth.references]
    yield from _compare_references(paper, entries)
    yield "markers", count_overlap(_list_citations(paper), _list_citations(truth)), []


# In LaTeX sources a caption ends with the titles of its panels. A PDF prints these below each panel instead.
_PANEL_TITLES = re.compile(r"\s*\(a\) [^;]*; \(b\) .*$", re.DOTALL)


def _describe(reference: Any) -> dict[str, Any]:
    fields = {"title": reference.title, "authors": reference.authors, "year": reference.year}
    doi = dict(reference.ids).get("doi", "")
    return {**fields, "venue": "", "volume": "", "pages": "", "doi": doi}


def _list_citations(paper: Paper) -> list[str]:
    """Return the folded title of each work cited at each marker."""
    titles = {reference.key: fold_title(reference.title)[:40] for reference in paper.references}
    return [titles[key] for mention in paper.mentions for key in mention.keys if key in titles]


def _compare_references(paper: Paper, entries: list[dict[str, Any]]) -> Measured:
    pairs = pair_entries(paper.references, entries)
    printed = " ".join([*(b.text for b in paper.blocks), *(r.raw for r in paper.references)])
    misses: list[str] = []
    for field, counts in count_reference_fields(paper.references, entries, pairs, printed, misses).items():
        yield field, counts, [line for line in misses if line.startswith(f"{field}:")]


def measure_bibliographies(options: argparse.Namespace) -> Measured:
    """Yield the scores of reference fields and markers in typeset documents that cite every entry of a .bib file."""
    for folder, truth in _list_typeset(options, "entries"):
        paper = read_paper(folder / "paper.pdf", Settings())
        entries = truth["entries"]
        pairs = pair_entries(paper.references, entries)
        for measure, counts, differences in _compare_references(paper, entries):
            yield measure, counts, [f"{folder.name}: {line}" for line in differences[:4]]
        keys = [entries[pairs[i]]["key"] if i in pairs else "" for i in range(len(paper.references))]
        yield _count_markers(paper, keys, truth["cited"], folder.name)


def _count_markers(
    paper: Paper, keys: list[str], cited: list[Any], name: str
) -> tuple[str, Counts, list[str]]:
    by_key: dict[str, set[str]] = defaultdict(set)
    for reference, key in zip(paper.references, keys, strict=True):
        by_key[reference.key].add(key)
    got: dict[int, set[str]] = defaultdict(set)
    for mention in paper.mentions:
        number = re.search(r"[Ff]inding (\d+)\b", mention.sentence)
        if number:
            got[int(number[1])] |= {key for cite in mention.keys for key in by_key[cite]}
    pairs = {(number, key) for number, group in cited for key in group}
    found = {(number, key) for number, group in got.items() for key in group}
    differences = [f"{name}: - {pair}" for pair in sorted(pairs - found)[:3]]
    differences += [f"{name}: + {pair}" for pair in sorted(found - pairs)[:2]]
    return "markers", (len(pairs & found), len(found), len(pairs)), differences


def _list_typeset(options: argparse.Namespace, part: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    for file in sorted(options.typeset.glob("*/truth.json")) if options.typeset else []:
        truth = json.loads(file.read_text("utf-8"))
        if part in truth and _is_chosen(re.sub(r"^[^-]*-", "", file.parent.name), options):
            yield file.parent, truth


def measure_papers(options: argparse.Namespace) -> Measured:
    """Yield the scores of front matter, headings, captions, tables and text of invented papers in publishers' styles."""
    for folder, truth in _list_typeset(options, "paragraphs"):
        paper = read_paper(folder / "paper.pdf", Settings())
        name = folder.name
        for field, expected in (("title", truth["title"]), ("year", truth["year"])):
            if expected is None:  # the document does not print it
                continue
            got = getattr(paper, field)
            right = fold_title(str(got)) == fold_title(str(expected))
            yield field, (int(right), 1, 1), [] if right else [f"{name}: {got!r} for {expected!r}"]
        authors, expected = (list(map(fold_title, names)) for names in (paper.authors, truth["authors"]))
        missed = [] if authors == expected else [f"{name}: {paper.authors} for {truth['authors']}"]
        yield "authors", count_overlap(authors, expected), missed
        yield _compare_headings(paper, truth["headings"], name)
        captions = [(f.label, re.sub(r"^\W*|\W*$", "", f.caption)) for f in paper.figures]
        texts = [_strip_label(caption) for caption in captions]
        labeled = [(label, text) for label, text in texts if " on page " not in label]
        missed = [f"{name}: {pair}" for pair in truth["captions"] if not count_captions(labeled, [pair])[0]]
        yield "captions", count_captions(labeled, truth["captions"]), missed
        yield from _compare_tables(folder / "paper.pdf", paper, truth["tables"])
        text = fold_title(" ".join(block.text for block in paper.blocks if block.kind in _RUNNING))
        whole = [fold_title(text_) in text for text_ in truth["paragraphs"]]
        missed = [
            f"{name}: {text_}" for text_, kept in zip(truth["paragraphs"], whole, strict=True) if not kept
        ]
        yield "paragraphs", (sum(whole), len(whole), len(whole)), missed


_RUNNING = ("paragraph", "list")
_CAPTION_LABEL = re.compile(r"^(?:fig(?:ure)?|table)\.?\s*[\dIVX]+\W*", re.IGNORECASE)


def _strip_label(caption: tuple[str, str]) -> tuple[str, str]:
    return caption[0], _CAPTION_LABEL.sub("", caption[1])


def _compare_headings(paper: Paper, expected: list[str], name: str) -> tuple[str, Counts, list[str]]:
    found = [fold_heading(b.text) for b in paper.blocks if b.kind == "heading"]
    found = [text for text in found if text not in ("abstract", "summary")]
    folded = [fold_heading(text) for text in expected]
    differences = [f"{name}: + {text}" for text in sorted((Counter(found) - Counter(folded)).elements())]
    differences += [f"{name}: - {text}" for text in sorted((Counter(folded) - Counter(found)).elements())]
    return "headings", count_overlap(found, folded), differences


def _compare_tables(pdf: Path, paper: Paper, expected: list[Any]) -> Measured:
    figures, bags = _list_whole_tables(paper)
    pairs = pair_tables(bags, expected)
    name = pdf.parent.name
    missed = [f"{name}: table {j + 1}" for j in range(len(expected)) if j not in pairs]
    missed += [f"{name}: + {f.label} p{f.page}" for i, f in enumerate(figures) if i not in pairs.values()]
    yield "tables", (len(pairs), len(figures), len(expected)), missed
    for j, i in pairs.items():
        cells = list_adjacencies(_read_rows(pdf, paper, figures[i]))
        counts = count_overlap(cells, list_adjacencies(expected[j]))
        yield "adjacency", counts, [f"{name} {j + 1} {counts}"] if counts[0] < counts[2] else []


def _list_whole_tables(paper: Paper) -> tuple[list[Figure], list[list[str]]]:
    """Return the first part of each table, and the words of all parts of each table."""
    first = [figure for figure in paper.figures if figure.kind == "table" and not figure.continues]
    parts = [[figure, *list_continuations(paper.figures, figure)] for figure in first]
    return first, [[word.text for part in group for word in part.words] for group in parts]


def _read_rows(pdf: Path, paper: Paper, figure: Figure) -> list[list[str]]:
    """Return the rows of cells, including header and group rows. A text that spans columns is in the first of them."""
    cells = next(read_tables(pdf, [figure, *list_continuations(paper.figures, figure)]), None)
    if cells is None:
        return []
    levels = [
        [text if i == 0 or text != level[i - 1] else "" for i, text in enumerate(level)]
        for level in cells.header
    ]
    return [*levels, *map(list, cells.rows)]


def measure_cluster(options: argparse.Namespace) -> Measured:
    """Yield the scores of titles and of who cites whom, for real papers that cite each other."""
    folder = options.data / "pdf_cluster_sentemb"
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["papers"]
    papers = [read_paper(folder / entry["file"], Settings()) for entry in listed]
    for entry, paper in zip(listed, papers, strict=True):
        right = fold_title(paper.title) == fold_title(entry["title"])
        yield "titles", (int(right), 1, 1), [] if right else [f"{paper.title!r} for {entry['title']!r}"]
        yield "authors found", (int(bool(paper.authors)), 1, 1), [] if paper.authors else [paper.title]
        yield "year found", (int(paper.year is not None), 1, 1), [] if paper.year else [paper.title]
    names = {paper.id: entry["id"] for entry, paper in zip(listed, papers, strict=True)}
    resolved = {
        (names[paper.id], names[reference.paper_id])
        for paper in resolve_references(papers)
        for reference in paper.references
        if reference.paper_id
    }
    expected = {(entry["id"], cited) for entry in listed for cited in entry["cites"]}
    differences = [f"- {pair}" for pair in sorted(expected - resolved)]
    differences += [f"+ {pair}" for pair in sorted(resolved - expected)]
    yield "who cites whom", (len(expected & resolved), len(resolved), len(expected)), differences


def measure_citing_sentences(options: argparse.Namespace) -> Measured:
    """Yield the scores of sentences that are known to cite a paper.

    A sentence is right if a mention with most of its words refers to that paper.
    """
    folder = options.data / "scisumm_dev"
    topics = [json.loads(line) for line in (folder / "topics.jsonl").read_text("utf-8").splitlines()]
    papers: dict[str, Paper] = {}
    for topic in topics:
        cited = topic["cited"]
        citances = [c for c in topic["citances"] if _is_chosen(c["citing"], options)]
        for name in dict.fromkeys([cited, *(c["citing"] for c in citances)]):
            if name not in papers and (folder / "pdf" / f"{name}.pdf").is_file():
                papers[name] = read_paper(folder / "pdf" / f"{name}.pdf", Settings())
        for citance in citances:
            if cited not in papers or citance["citing"] not in papers:
                continue
            *_, citing = resolve_references([papers[cited], papers[citance["citing"]]])
            keys = {r.key for r in citing.references if r.paper_id == papers[cited].id}
            right = any(
                keys & set(m.keys) and _overlaps(m.sentence, citance["citance"]) for m in citing.mentions
            )
            text = (
                f"{citance['citing']} -> {cited} {sorted(keys)}: [{citance['marker']}] {citance['citance']}"
            )
            yield "cited", (int(bool(keys)), 1, 1), [] if keys else [text]
            yield "mentions", (int(right), 1, 1), [] if right else [text]


def _overlaps(sentence: str, citance: str) -> bool:
    one, other = (set(map(fold_title, text.split())) - {""} for text in (sentence, citance))
    return len(one & other) >= 0.6 * min(len(one), len(other))


PARTS = {
    "sources": measure_sources,
    "bibliography": measure_bibliographies,
    "papers": measure_papers,
    "cluster": measure_cluster,
    "citing": measure_citing_sentences,
}

if __name__ == "__main__":
    main()
