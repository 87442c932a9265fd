"""Fuzzing targets: valid inputs, a mutation of them, and a function that must return or raise a named error."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from PIL import Image

from citehop.acquisition.http.errors import FetchError, TransientFetchError
from citehop.acquisition.paper_lists import read_paper_list
from citehop.acquisition.services import all_services
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.reader.by_model import read_reply
from citehop.agent.statements.types import Statement
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.errors import CitehopError
from citehop.figures.image import load_image
from citehop.papers.bibliography.bib_file import describe_broken_entries, parse_bib_papers
from citehop.papers.clusters.manifest import MANIFEST, SCHEMA, Manifest, SourceFile, StoreState, read_manifest
from citehop.papers.parsing.read import read_paper
from citehop.papers.records import PaperRecord
from citehop.papers.serialization import to_json
from citehop.settings import Settings

from .mutations import mutate_bytes, mutate_json, mutate_text

NAMED_ERRORS = (CitehopError, FetchError, MemoryError)
_SETTINGS = Settings(ocr_pages=0, max_pages=4, email="reader@example.org")

_LATEX = rb"""\documentclass{article}\title{A Net}\author{Ann Lee}\begin{document}\maketitle\section{Intro}
Nets \cite{lee} win, see Table~\ref{t}.\begin{table}\begin{tabular}{l|rr}\hline Name & A & B \\ \hline
\multirow{2}{*}{Net} & 1.5 & \textbf{2} \\ & \multicolumn{2}{c}{3} \\\end{tabular}\caption{Scores.}\label{t}\end{table}
\newcommand{\x}[1]{#1 and \textit{#1}}\x{y} \input{main}\begin{thebibliography}{9}\bibitem[Lee, 2019]{lee} A. Lee.
\newblock Nets. \newblock 2019.\end{thebibliography}\end{document}"""
_BIB = b"""@article{lee, title={A {N}et of Nets}, author={Lee, Ann and others}, year=2019, doi={10.5555/1}, abstract="Nets"}
@inproceedings{b, title="Two", booktitle={P}, pages={1--2}, file={a:b.pdf:PDF}}\n@string{x = "y"}\n@comment{z}\n"""
_CSL = json.dumps(
    [
        {
            "title": "A Net",
            "author": [{"family": "Lee", "given": "Ann"}],
            "issued": {"date-parts": [[2019, 1]]},
            "DOI": "10.5555/1",
        }
    ]
).encode()
_REPLY = b'{"reason": "It says so.", "statements": [1, 2], "phrasing": "Nets win."}'
_STATEMENTS = tuple(Statement(text, "sentence", "") for text in ("Nets win.", "Trees lose."))
_SERVICE = json.dumps(
    {
        "data": [
            {
                "citedPaper": {"paperId": "a", "title": "T", "year": 2019, "externalIds": {"DOI": "10.5/1"}},
                "contexts": ["x"],
            }
        ],
        "results": [
            {"id": "https://openalex.org/W1", "title": "T", "authorships": [], "referenced_works": ["W2"]}
        ],
        "message": {
            "title": ["T"],
            "reference": [{"DOI": "10.5/1", "unstructured": "x"}],
            "issued": {"date-parts": [[1]]},
        },
        "best_oa_location": {"url_for_pdf": "https://example.org/x.pdf"},
        "next": 1,
    }
).encode()


@dataclass(frozen=True, slots=True)
class FuzzTarget:
    """A fuzzing target. `run` gets a mutated input and an empty folder, and may take at most `seconds`."""

    seeds: Callable[[], list[bytes]]
    mutate: Callable[[bytes, Random], bytes]
    run: Callable[[bytes, Path], object]
    seconds: float = 10.0


def _read_as(name: str) -> Callable[[bytes, Path], object]:
    def run(raw: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(raw)
        return read_paper(path, _SETTINGS, folder / "figures" / "x")

    return run


def _bib(raw: bytes, folder: Path) -> object:
    path = folder / "x.bib"
    path.write_bytes(raw or b" ")
    return parse_bib_papers(raw), describe_broken_entries(path), read_paper_list(path)


def _csl(raw: bytes, folder: Path) -> object:
    path = folder / "x.json"
    path.write_bytes(raw)
    return read_paper_list(path)


def _picture(raw: bytes, folder: Path) -> object:
    path = folder / "x.png"
    path.write_bytes(raw)
    return load_image(path, max_pixels=4_000_000)


def _pictures() -> list[bytes]:
    pictures = []
    for kind in ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP"):
        stream = io.BytesIO()
        Image.linear_gradient("L").convert("RGB").resize((40, 30)).save(stream, kind)
        pictures.append(stream.getvalue())
    return pictures


def _manifest(raw: bytes, folder: Path) -> object:
    (folder / MANIFEST).write_bytes(raw)
    return read_manifest(folder)


def _manifests() -> list[bytes]:
    file = SourceFile("a.pdf", 3, 4, "ab" * 32, "a", parsed="k", chunked="c")
    store = StoreState("g1", "2/16", papers=(("a", "k", 3),))
    return [
        to_json(
            Manifest(SCHEMA, "mine", "/x", "a", "c", "m", "v", (file,), store, precision="float32")
        ).encode()
    ]


def _services(raw: bytes, _: Path) -> object:
    text = raw.decode("utf-8", "replace")

    def decode() -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise TransientFetchError(str(error)) from error

    def read(parse: Callable[[str], Any]) -> Any:
        try:
            return parse(text)
        except ValueError as error:  # as ServiceClient does
            raise TransientFetchError(str(error)) from error

    client: Any = SimpleNamespace(
        settings=_SETTINGS, get_json=lambda *_: decode(), get_parsed=lambda _, __, parse: read(parse)
    )
    work = PaperRecord(
        "A Net of Nets", ("Ann Lee",), 2019, ids=(("arxiv", "1901.00001"), ("doi", "10.5555/1"))
    )
    results: list[object] = []
    for service in all_services(client):
        for ask in (
            partial(service.resolve, [work]),
            partial(service.references, work),
            partial(service.search, work),
        ):
            with contextlib.suppress(FetchError):
                results.append(ask())
    return results


TARGETS: dict[str, FuzzTarget] = {
    "pdf": FuzzTarget(
        lambda: [p.read_bytes() for p in sorted(FOLDER.glob("*.pdf"))], mutate_bytes, _read_as("x.pdf"), 60
    ),
    "latex": FuzzTarget(lambda: [_LATEX], mutate_text, _read_as("main.tex"), 30),
    "bib": FuzzTarget(lambda: [_BIB], mutate_text, _bib),
    "csl": FuzzTarget(lambda: [_CSL], mutate_json, _csl),
    "image": FuzzTarget(_pictures, mutate_bytes, _picture),
    "manifest": FuzzTarget(_manifests, mutate_json, _manifest),
    "model-reply": FuzzTarget(
        lambda: [_REPLY],
        mutate_text,
        lambda raw, _: read_reply(
            raw.decode("utf-8", "replace"), "What wins?", _STATEMENTS, (0, 1), (0,), "lead"
        ),
    ),
    "service-reply": FuzzTarget(lambda: [_SERVICE], mutate_json, _services),
    "question": FuzzTarget(
        lambda: [
            QUESTION.encode(),
            b"Which method has the second highest F1 in Table 2 after BERT, and how is it trained?",
        ],
        mutate_text,
        lambda raw, _: parse_question(raw.decode("utf-8", "replace")),
    ),
}
