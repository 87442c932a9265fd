"""Parse one PDF, LaTeX source or document in this process.

`pool` parses many files, with limits on time and memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from math import inf
from pathlib import Path

from ...errors import UsageError
from ...settings import Settings
from ..record import Record
from ..serialization import replace_surrogates
from ..types import NO_PLACE, Paper, PublicationPlace
from .citations.read import read_mentions
from .crops import delete_other_crops
from .documents import is_document
from .latex import is_latex
from .notices import find_notice
from .page_numbers import find_first_number
from .paper_ids import derive_paper_id
from .pdf.bibliography import extract_bibliography, insert_entries
from .pdf.damaged_streams import find_damaged_streams
from .pdf.document_layout import DocumentLayout, describe_pages, lay_out_document
from .pdf.figures.extract import extract_figures
from .pdf.layout.authors import is_running_text
from .pdf.layout.document import (
    build_blocks,
    build_front_blocks,
    join_text,
    measure_body_size,
    split_document,
)
from .pdf.layout.front_matter import (
    FrontMatter,
    clean_abstract,
    clean_title,
    drop_repeated_lines,
    split_front_matter,
)
from .pdf.layout.imprint import find_year, list_venue_lines
from .pdf.layout.page_regions import PageLayout
from .pdf.layout.title_page import TitlePage, find_title_page
from .pdf.notes import read_notes
from .pdf.pages import open_pdf
from .pdf.text.hyphens import Vocabulary, join_words
from .pdf.text.lines import Line
from .record.marked_lines import mark_lines
from .record.printed_page import PrintedPage, build_page
from .record.read import read_record, read_unpaged_record
from .references.ids import find_own_ids, find_stamp
from .supplements import is_supplement

_LEAFLET = 2  # most pages of a leaflet
_LINES_BELOW = 15  # number of lines below a title that may contain the paper's own citation


def read_paper(
    path: Path,
    settings: Settings,
    crops_dir: Path | None = None,
    paper_id: str = "",
    deadline: float | None = None,
) -> Paper:
    """Parse the PDF, the LaTeX sources (.tex, folder, .tar.gz) or the document (see `documents`) at `path`.

    The Paper has title, authors, year, abstract, blocks in reading order, figures, references and mentions. Its id is
    `paper_id`, by default derived from the file name. With `crops_dir`, a folder for this paper alone, the images of
    its figures are written there; see `write_crop`. The same file gives the same Paper on any machine.

    Raise OcrPaused if OCR would take longer than `deadline`, a time of time.monotonic(). Raise UsageError, one line
    with the file name and the cause, for a file that is missing, too large, of another kind, encrypted, broken, without
    pages or without any text.
    """
    if not path.is_dir():
        _check_size(path, settings)
    paper_id = paper_id or derive_paper_id(path)
    if is_latex(path):
        from .latex.paper import read_latex

        paper = read_latex(path, paper_id, crops_dir, partial(_read_pdf, settings, deadline))
        paper = paper if paper.pages else replace(paper, record=read_unpaged_record(paper))
    elif is_document(path):
        from .documents.read import read_document

        paper = read_document(path, paper_id, crops_dir, partial(_read_pdf, settings, deadline))
        paper = paper if paper.pages else replace(paper, record=read_unpaged_record(paper))
    else:
        paper = _read_pdf(settings, deadline, path, crops_dir, paper_id)
    if crops_dir is not None:
        delete_other_crops(crops_dir, paper.figures)
    # Bytes of a file name that are not UTF-8 are surrogates in Python, which no file can be written with.
    warnings = tuple(map(replace_surrogates, paper.warnings))
    return replace(paper, source=replace_surrogates(paper.source), warnings=warnings)


def _read_pdf(
    settings: Settings, deadline: float | None, path: Path, crops_dir: Path | None, paper_id: str
) -> Paper:
    with open_pdf(path) as document:
        layouts = lay_out_document(document, settings, deadline)
        vocabulary = layouts.vocabulary
        paper = _build_paper(path, layouts, vocabulary, document.get_metadata_dict())
        labels = [document.get_page_label(index) for index in range(len(document))]
        figures = extract_figures(layouts.pages, vocabulary, document, crops_dir)
        pages = [block.page for block in paper.blocks if block.kind == "reference"]
        mentions = read_mentions(paper.blocks, figures, paper.references, pages)
        record = _read_record(paper, layouts)
        authors = paper.authors or tuple(signed.author for signed in record.affiliations)
        return replace(
            paper,
            id=paper_id,
            authors=authors,
            figures=figures,
            mentions=mentions,
            record=record,
            place=PublicationPlace(record.journal, record.volume, record.pages)
            if record.journal
            else NO_PLACE,
            first_number=find_first_number(layouts.pages, labels),
            notes=read_notes(document),
        )


def _read_record(paper: Paper, layouts: DocumentLayout) -> Record:
    """Read the record of `paper`. A page that was left out has no words."""
    pages = {layout.number: layout for layout in layouts.pages}

    def read_page(number: int) -> PrintedPage:
        lines = pages[number].lines() if number in pages else []
        words = join_words((line.words for line in lines), layouts.vocabulary)
        return build_page(number, words, mark_lines(lines))

    return read_record(paper, read_page, find_stamp(_read_first_page(layouts.pages[0])))


def _read_first_page(first: PageLayout) -> str:
    """Return all text of the first page, including the stamp of arXiv in its margin."""
    return " ".join([_read_turned(first), *(line.text for line in first.lines())])


def _read_turned(first: PageLayout) -> str:
    """Return the text of a page that does not run from left to right.

    Stamps across the page or in its margin are such text.
    """
    return " ".join(token.text for token in first.text.tokens if not token.upright)


def _check_size(path: Path, settings: Settings) -> None:
    try:
        size = path.stat().st_size
    except OSError as error:
        raise UsageError(f"{path.name}: cannot be read ({error.strerror})") from error
    if size > settings.max_file_mb * 1024 * 1024:
        megabytes = size / 1024 / 1024
        raise UsageError(
            f"{path.name}: {megabytes:.0f} MB is over the limit of {settings.max_file_mb} MB (setting max_file_mb)"
        )


def _build_paper(
    path: Path, layouts: DocumentLayout, vocabulary: Vocabulary, metadata: Mapping[str, str]
) -> Paper:
    if not any(layout.text.tokens for layout in layouts.pages):
        how = f" ({'; '.join(layouts.warnings)})" if layouts.warnings else ""
        raise UsageError(f"{path.name}: no text on any page{how}")
    body = measure_body_size(layouts.pages)
    page = find_title_page(layouts.pages, body, metadata)
    first, title = page.layout, page.title
    in_title = {id(line) for line in title}
    heading = clean_title(join_text(drop_repeated_lines(title), vocabulary))
    pieces = [
        replace(piece, lines=rest)
        for piece in split_document(layouts.pages)
        if (rest := tuple(line for line in piece.lines if id(line) not in in_title))
    ]
    bibliography, running = extract_bibliography(pieces, body, vocabulary)
    front = split_front_matter(running, body, max((line.baseline for line in title), default=0.0))
    heads, margins = _list_head_texts(page), _list_margin_texts(first, title, front, body)
    abstract = join_text([line for piece in front.abstract for line in piece.lines], vocabulary)
    cited = [reference.year for reference in bibliography.references if reference.year]
    ids = find_own_ids(path.stem, _read_first_page(first))
    # The file of a scan was created when the paper was scanned, so that its date says nothing about publication.
    creation = "" if first.number in layouts.scanned else metadata.get("CreationDate", "")
    data = path.read_bytes()
    warnings = (*layouts.warnings, *_describe_damage(data), *_describe_gaps(page, len(layouts.pages)))
    return Paper(
        id=derive_paper_id(path),
        title=heading or replace_surrogates(path.stem),
        authors=page.byline.names,
        year=find_year(margins, ids, creation, cited, heads),
        abstract=clean_abstract(abstract),
        blocks=(
            *build_front_blocks(front.around, vocabulary),
            *insert_entries(build_blocks(front.body, body, vocabulary), bibliography),
        ),
        references=bibliography.references,
        source=path.name,
        sha256=hashlib.sha256(data).hexdigest(),
        pages=len(layouts.pages),
        ids=ids,
        supplement=is_supplement(path.stem, [heading, *heads, *(piece.text for piece in front.around)]),
        notice=find_notice(heading, _read_turned(first), [piece.text for piece in front.around]),
        warnings=tuple(f"{path.name}: {warning}" for warning in warnings),
    )


def _list_margin_texts(
    first: PageLayout, title: Sequence[Line], front: FrontMatter, body: float
) -> list[str]:
    """List the texts of the first page that may name a venue and a year.

    Captions are left out, because they may name the year of their data.
    """
    captions = {id(line) for found in first.floats for line in found.caption.lines}
    lines = [line for line in first.lines() if id(line) not in captions]
    margins = [line.text for line in (*first.head, *first.foot, *first.notes)]
    return margins + list_venue_lines(lines, title, front.names, body)


def _list_head_texts(page: TitlePage) -> list[str]:
    """List the texts that may cite the paper itself.

    These are the cover, the lines above the title and between title and text, and the foot of the title page.
    """
    top = min((line.bbox.y0 for line in page.title), default=0.0)
    covers = [line.text for cover in page.covers for line in cover.lines()]
    above = [line.text for line in page.layout.lines() if line.bbox.y1 <= top]
    end = max((line.baseline for line in page.title), default=inf)
    below = [line for line in page.layout.lines() if line.baseline > end][:_LINES_BELOW]
    names = [line.text for line in takewhile(lambda line: not is_running_text(line), below)]
    return [*covers, *above, *names, *(line.text for line in page.layout.foot)]


def _describe_gaps(page: TitlePage, pages: int) -> Iterator[str]:
    """Yield warnings about a title page without title or authors.

    A leaflet gives no warnings, because it may have neither.
    """
    if pages <= _LEAFLET:
        return
    if not page.title:
        yield "the title could not be read"
    if not page.byline.names:
        yield "the authors could not be read"


def _describe_damage(data: bytes) -> Iterator[str]:
    """Yield warnings about damage in the PDF file `data` that PDFium does not report."""
    damage = find_damaged_streams(data)
    if damage.pages:
        yield f"damaged on {describe_pages(damage.pages)}: some of the text may be missing"
    if damage.others:
        yield f"damaged in {damage.others} places, such as fonts or drawings: some of the text may be missing"
