"""The files of an M3SciQA release, and its questions as examples.

    <data>/data/locality.jsonl              visual questions
    <data>/data/locality/<anchor>/<name>.png                their images
    <data>/data/combined_val.jsonl          two-hop questions with answers; combined_test.jsonl without
    <data>/paper_cluster_S2.json            {anchor: [Semantic Scholar id, ...]}
    <data>/paper_cluster_S2_content.json    {anchor: [{title, abstract or null}, ...]}, in the same order
    <data>/retrieval_paper.json             {visual question: [arXiv id, ...]}, the released rankings
    <data>/paper_full_content.json          {arXiv id: {title, abstract, full_text: [{section_name, paragraphs}]}},
                                            optional
    <data>/gold_s2.json                     {anchor: {arXiv id: S2 id or list of them}}, or {arXiv id: S2 id or list}

The release names a gold paper by its arXiv id and the candidates by their Semantic Scholar ids. gold_s2.json, which
is not part of the release, maps one to the other. Without it, papers are matched by the titles in
paper_full_content.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...retrieval.linking.names import name_key
from ..benchmarks.request import TaskRequest
from ..runs.run_folder import RunManifest
from ..types import Document, Example, Picture
from .options import M3SciQAOptions, Questions

UNKNOWN = "arxiv:"  # prefix of the arXiv id of a paper that matches no candidate


Section = tuple[str, tuple[str, ...]]  # heading and paragraphs


@dataclass(frozen=True, slots=True)
class FullPaper:
    """The title, abstract and sections of a paper."""

    title: str
    abstract: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Release:
    """An opened release.

    `candidates` maps each anchor to its candidates with titles and abstracts. All results depend on the content of
    `files`.
    """

    root: Path
    candidates: Mapping[str, tuple[Document, ...]]
    files: tuple[Path, ...]
    warnings: tuple[str, ...]
    find_gold: Callable[[Sequence[Document], str, str], tuple[str, ...]]

    def ids(self, anchor: str, arxiv: str) -> tuple[str, ...]:
        """Return the ids of the candidates of `anchor` that are the paper `arxiv`.

        Several records of the paper have one id each. If there are none, the only id is the arXiv id behind
        `UNKNOWN`.
        """
        found = self.find_gold(self.candidates.get(anchor, ()), anchor, arxiv)
        return found or (f"{UNKNOWN}{arxiv}",)

    @cached_property
    def full_papers(self) -> Mapping[str, FullPaper]:
        """Map title keys and arXiv ids (behind `UNKNOWN`) to full papers; empty without paper_full_content.json."""
        path = self.root / "paper_full_content.json"
        found: dict[str, FullPaper] = {}
        for arxiv, row in (read_object(path) if path.exists() else {}).items():
            if isinstance(row, dict):
                found[f"{UNKNOWN}{arxiv}"] = paper = _full_paper(row)
                found.setdefault(name_key(paper.title), paper)
        return found

    def paper(self, anchor: str, key: str) -> Document:
        """Return the title and abstract of the paper `key`, from the candidates of `anchor` or the full texts.

        A paper that neither has is returned with its id alone.
        """
        found = next((paper for paper in self.candidates.get(anchor, ()) if paper.id == key), None)
        if found is None and key in self.full_papers:
            full = self.full_papers[key]
            found = Document(key, full.title, full.abstract)
        return found or Document(key)

    def sections(self, document: Document) -> tuple[Section, ...]:
        """Return the sections of a paper before its appendix, as the reference code reads them; () if its text is not
        available.
        """
        key = document.id if document.id.startswith(UNKNOWN) else name_key(document.title)
        paper = self.full_papers.get(key) if key else None
        return paper.sections if paper else ()

    def to_read(self, document: Document) -> Document:
        """Return `document` with all of its available text, the abstract first."""
        sections = ("\n".join([heading, *parts]) for heading, parts in self.sections(document))
        text = "\n\n".join(part for part in (document.text, *sections) if part.strip())
        return Document(document.id, document.title, text)


def open_release(data: Path) -> Release:
    """Open the release in folder `data`.

    Candidates without a text have no title, and `warnings` mentions them. Raises UsageError if a required file is
    missing or not JSON.
    """
    root = data.parent if data.name == "data" and not (data / "paper_cluster_S2.json").exists() else data
    files = [root / "paper_cluster_S2.json", root / "paper_cluster_S2_content.json"]
    warnings: list[str] = []
    candidates = _candidates(read_object(files[0]), read_object(files[1]), warnings)
    full = root / "paper_full_content.json"
    gold_file = root / "gold_s2.json"
    if gold_file.exists():
        find_gold = _by_id(read_object(gold_file))
        files.append(gold_file)
    elif full.exists():
        find_gold = _by_title(read_object(full))
    else:
        raise UsageError(
            f"{gold_file}: not found, and it joins the gold papers' arXiv ids to Semantic Scholar's; "
            'write it: {"<anchor>": {"<arXiv id>": "<S2 id>"}}'
        )
    files += [full] if full.exists() else []
    return Release(root, candidates, tuple(files), tuple(warnings), find_gold)


def read_rows(path: Path, needed: Sequence[str], warnings: list[str]) -> list[tuple[int, dict[str, Any]]]:
    """Return (line number, row) for each row of a JSONL file that has all `needed` keys. Other rows are added to
    `warnings`.
    """
    rows = []
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        missing = [key for key in needed if not isinstance(row, dict) or row.get(key) is None]
        if missing:
            warnings.append(f"{path.name} line {number}: left out, without {', '.join(missing)}")
        else:
            rows.append((number, row))
    return rows


def read_object(path: Path) -> Any:
    """Return the JSON object in a file of the release. Raises UsageError if the file holds no JSON object."""
    try:
        value = json.loads(_text(path))
    except ValueError as error:
        raise UsageError(f"{path}: not valid JSON ({error}); download the release again") from error
    if not isinstance(value, dict):
        raise UsageError(f"{path}: holds no JSON object; download the release again")
    return value


def _candidates(ids: Any, content: Any, warnings: list[str]) -> dict[str, tuple[Document, ...]]:
    found = {}
    for anchor, keys in ids.items():
        texts = content.get(anchor, [])
        if len(texts) != len(keys):
            warnings.append(
                f"cluster {anchor}: {len(keys)} ids but {len(texts)} texts; those without a text have no title"
            )
        texts = [*texts, *({} for _ in range(len(keys) - len(texts)))]
        found[anchor] = tuple(
            Document(str(key), text.get("title") or "", text.get("abstract") or "")
            for key, text in zip(keys, texts, strict=False)
        )
    return found


def _by_id(table: Any) -> Callable[[Sequence[Document], str, str], tuple[str, ...]]:
    """Return a function that finds the records of a gold paper by a table of ids, with or without a level for the
    anchor.
    """

    def find(papers: Sequence[Document], anchor: str, arxiv: str) -> tuple[str, ...]:
        ids = table.get(anchor, table)
        value = ids.get(arxiv) if isinstance(ids, dict) else None
        wanted = {value} if isinstance(value, str) else set(value or ())
        titles = {name_key(paper.title) for paper in papers if paper.id in wanted} - {""}
        # Two records of one paper under one title are both right.
        return tuple(paper.id for paper in papers if paper.id in wanted or name_key(paper.title) in titles)

    return find


def _by_title(texts: Any) -> Callable[[Sequence[Document], str, str], tuple[str, ...]]:
    """Return a function that finds the records of a gold paper by its title in the release's full texts."""

    def find(papers: Sequence[Document], anchor: str, arxiv: str) -> tuple[str, ...]:  # noqa: ARG001  # as _by_id
        text = texts.get(arxiv)
        title = name_key(str(text.get("title") or "")) if isinstance(text, dict) else ""
        return tuple(paper.id for paper in papers if title and name_key(paper.title) == title)

    return find


def _full_paper(row: Mapping[str, Any]) -> FullPaper:
    """Return a paper of paper_full_content.json without its appendix."""
    sections: list[Section] = []
    for section in row.get("full_text") or ():
        name = str(section.get("section_name") or "")
        if name.startswith("Appendix"):
            break
        sections.append((name, tuple(str(text) for text in section.get("paragraphs") or ())))
    return FullPaper(str(row.get("title") or ""), str(row.get("abstract") or ""), tuple(sections))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read; --data is the folder of the M3SciQA release") from error


_FILES = {
    "locality": "locality.jsonl",
    "val": "combined_val.jsonl",
    "test": "combined_test.jsonl",
}

# Meanings of the numbers in locality.jsonl, inferred from its questions; the paper's description swaps the last two.
TYPES = {"1": "Comparison", "2": "Data Extraction", "3": "Visual Understanding", "4": "Location"}


def questions_file(questions: Questions | None, release: Release) -> Path:
    """Return the file of the release that holds the question set `questions`."""
    assert questions is not None, "options are resolved before a task is prepared"
    return release.root / "data" / _FILES[questions]


def visual_examples(release: Release, warnings: list[str]) -> list[Example]:
    """Return the visual questions as examples, with a figure to look at and the candidates to rank.

    `gold` holds the ids that count as right and `answers` the right reading of the figure. If no gold paper is among
    the candidates, the example is kept with an id that cannot be found, and a line is added to `warnings`.
    """
    needed = (
        "question_anchor",
        "answer_anchor",
        "evidence_anchor",
        "anchor_id",
        "reference_id",
        "modal",
        "anchor_reasoning_type",
    )
    examples = []
    for number, row in read_rows(questions_file("locality", release), needed, warnings):
        anchor, image = str(row["anchor_id"]), str(row["evidence_anchor"])
        kind = str(row["anchor_reasoning_type"])
        examples.append(
            Example(
                id=str(number),
                question=str(row["question_anchor"]),
                answers=(str(row["answer_anchor"]),),
                pictures=(Picture(image, str(release.root / "data" / image)),),
                documents=release.candidates.get(anchor, ()),
                gold=_gold(release, anchor, str(row["reference_id"]), f"question {number}", warnings),
                group=anchor,
                tags=(("modal", str(row["modal"])), ("type", TYPES.get(kind, kind))),
            )
        )
    return examples


def combined_examples(release: Release, part: Questions | None, warnings: list[str]) -> list[Example]:
    """Return the two-hop questions of `part` as examples; `answers` is () in the test set, whose answers are hidden.

    Pictures, candidates and gold belong to the visual question that is part of the combined one. The tag "visual"
    holds that question, and "name" its answer. `oracle` is the gold paper and `evidence` the passage with the final
    answer.
    """
    needed = (
        "question",
        "figure",
        "anchor_arxiv_id",
        "reference_arxiv_id",
        "modal",
        "question_anchor",
        "answer_anchor",
    )
    examples = []
    for number, row in read_rows(questions_file(part, release), needed, warnings):
        anchor, image, answer = str(row["anchor_arxiv_id"]), str(row["figure"]), str(row.get("answer") or "")
        gold = _gold(release, anchor, str(row["reference_arxiv_id"]), f"{part} question {number}", warnings)
        examples.append(
            Example(
                id=str(number),
                question=str(row["question"]),
                answers=(answer,) if answer else (),
                pictures=(Picture(image, str(release.root / "data" / image)),),
                documents=release.candidates.get(anchor, ()),
                gold=gold,
                evidence=str(row.get("evidence_reference") or ""),
                oracle=(release.paper(anchor, gold[0]),),
                group=anchor,
                tags=(
                    ("modal", str(row["modal"])),
                    ("type", str(row.get("anchor_reasoning_type") or "")),
                    ("reference type", str(row.get("reference_reasoning_type") or "")),
                    ("visual", str(row["question_anchor"])),
                    ("name", str(row["answer_anchor"])),
                ),
            )
        )
    return examples


def _gold(release: Release, anchor: str, arxiv: str, where: str, warnings: list[str]) -> tuple[str, ...]:
    gold = release.ids(anchor, arxiv)
    if not any(paper.id in gold for paper in release.candidates.get(anchor, ())):
        warnings.append(f"{where}: gold paper {arxiv} is not among the candidates of {anchor}")
    return gold


def build_manifest(
    request: TaskRequest,
    release: Release,
    code: str,
    *,
    models: Sequence[tuple[str, str]] = (),
    keys: Sequence[tuple[str, str]] = (),
) -> RunManifest:
    """Return the manifest of a run on `release` that uses `models` besides the answering model.

    `code` is a key of the code or the prompts.
    """
    options: M3SciQAOptions = request.options
    files = [*release.files, questions_file(options.questions, release)]
    if "released" in options.ranking:
        files.append(release.root / "retrieval_paper.json")
    return request.manifest(files, code, keys=keys, models=models)
