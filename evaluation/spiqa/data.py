"""The files of SPIQA, as downloaded and unpacked.

DIR/**/SPIQA_{testA,testB,testC,val,train}.json              the questions
DIR/**/SPIQA_test{A,B,C}_Images/ or ..._Images_224px/        the pictures, unpacked
DIR/**/SPIQA_train_val_Images/                               the pictures of the training and validation sets
DIR/**/SPIQA_train_val_test-A_extracted_paragraphs/ID.txt    the papers' text, not of test-B and test-C

The training and validation sets have the layout of test-A. Their questions come from the same program.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ..common.files import LoadedExamples, find_file
from ..types import Document, Example, Picture

Row = Mapping[str, Any]


def load_split(data: Path, name: str, *, small: bool, texts: bool) -> LoadedExamples:
    """Load set `name` (A, B, C, val, train).

    With `small`, the pictures are those of 224 pixels; with `texts`, each example has the paper's text as its
    document. Raises UsageError, saying what to download or unpack, for missing files, and UsageError for a file of
    another layout.
    """
    test = name in ("A", "B", "C")
    stem = f"SPIQA_test{name}" if test else f"SPIQA_{name}"
    if small and not test:
        raise UsageError(f"--size 224: there are small pictures of the test sets alone, not of {name}")
    file = find_file(data, [f"{stem}.json"], "hf download --repo-type dataset google/spiqa --local-dir DIR")
    folder = f"{stem}_Images{'_224px' if small else ''}" if test else "SPIQA_train_val_Images"
    images = find_file(data, [folder], f"unpack {folder}.zip there")
    read = {"B": _test_b, "C": _test_c}.get(name, _test_a)
    pages = None
    if texts and read is _test_a:
        folder = "SPIQA_train_val_test-A_extracted_paragraphs"
        pages = find_file(data, [folder], f"unpack {folder}.zip there")
    try:
        papers = json.loads(file.read_text(encoding="utf-8"))
        found = [
            example
            for key, paper in papers.items()
            for example in read(str(key), paper, images, pages, texts)
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise UsageError(
            f"{file}: not in the layout of SPIQA ({type(error).__name__}: {error}); download it again"
        ) from error
    hidden = [example.id for example in found if not example.answers]
    warnings = [f"question {key}: neither an answer nor yes or no; not scored" for key in hidden]
    return LoadedExamples(file, tuple(found), tuple(warnings))


def _test_a(key: str, paper: Row, images: Path, pages: Path | None, texts: bool) -> Iterator[Example]:
    figures = paper["all_figures"]
    pictures = [Picture(name, str(images / key / name), str(f["caption"])) for name, f in figures.items()]
    text = ""
    if texts and pages is not None:
        path = pages / f"{key}.txt"
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    for number, asked in enumerate(paper["qa"]):
        gold = str(asked["reference"])
        kind = figures[gold].get("figure_type") or figures[gold].get("content_type") or ""
        yield _example(key, number, asked["question"], asked["answer"], pictures, [gold], text, str(kind))


def _test_b(key: str, paper: Row, images: Path, pages: Path | None, texts: bool) -> Iterator[Example]:  # noqa: ARG001
    pictures = [Picture(name, str(images / name), str(c)) for name, c in paper["all_figures_tables"].items()]
    text = "\n\n".join(map(str, paper["passages"])) if texts else ""
    rows = zip(paper["question"], paper["composition"], paper["referred_figures_tables"], strict=True)
    for number, (question, answer, gold) in enumerate(rows):
        yield _example(key, number, question, answer, pictures, gold, text)


def _test_c(key: str, paper: Row, images: Path, pages: Path | None, texts: bool) -> Iterator[Example]:  # noqa: ARG001
    folder = images / str(paper["arxiv_id"])
    pictures = [
        Picture(str(f["file"]), str(folder / str(f["file"])), str(f["caption"]))
        for f in paper["figures_and_tables"]
    ]
    sections = ["\n".join(map(str, section["paragraphs"])) for section in paper["full_text"]] if texts else []
    rows = zip(paper["question"], paper["answer"], paper["referred_figures_tables"], strict=True)
    for number, (question, answer, gold) in enumerate(rows):
        yield _example(key, number, question, _answer_c(answer), pictures, gold, "\n\n".join(sections))


def _answer_c(answer: Row) -> str:
    """Return the written answer, else "Yes" or "No"; "" if there is neither. Extracts in the rows are not used."""
    if answer.get("free_form_answer"):
        return str(answer["free_form_answer"])
    return "" if answer.get("yes_no") is None else "Yes" if answer["yes_no"] else "No"


def _example(
    paper: str,
    number: int,
    question: Any,
    answer: Any,
    pictures: Sequence[Picture],
    gold: Sequence[Any],
    text: str,
    kind: str = "",
) -> Example:
    return Example(
        f"{paper}:{number}",
        str(question),
        (str(answer),) if answer else (),
        tuple(pictures),
        documents=(Document(paper, text=text),) if text else (),
        gold=tuple(map(str, gold)),
        group=paper,
        tags=(("figure", kind),),
    )
