"""Find the front matter on the first page: title, names and abstract."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from ..text.lines import Line
from .byline import read_rows
from .headings import is_known_heading, parse_heading
from .imprint import is_imprint
from .paragraphs import ParagraphPiece
from .person_names import are_names, clean_name, count_names, count_names_with_capitals, is_name, split_list

# A line of a title in capitals that begins with a word with which no byline begins.
_LINKING = re.compile(r"(?:AND|FOR|FROM|IN|OF|ON|TO|USING|VIA|WITH)\s+(?:[A-Z][A-Z-]+\W*)+$")
_STAMP = re.compile(
    r"^(?:arxiv|proceedings|published|under review|accepted|journal|vol(?:ume)?\b|issn|doi|https?:|www\.|preprint|draft version"
    r"|typeset using|author(?:s|\(s\))?:|source:|manuscript|(?:research |original |review )?articles?$|letters?$)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[\s*∗⁎†‡§¶⋆★⇤♠♣♦♥¹²³⁴-⁹⁰]+$")
_LOST_MARKS = re.compile(r"(?:\s+(?:\?{1,3}|\ufffd))+$")
_ABSTRACT = re.compile(r"^abstract\b[\s.:—–-]*", re.IGNORECASE)
_AFTER_ABSTRACT = re.compile(
    r"^(?:key\s?words|index terms|ccs concepts|general terms|categories)\b", re.IGNORECASE
)
_PART = re.compile(
    r"(?:(?:paper|part)\s+)?(?:[IVX]{1,5}|\d{1,2})\s*[.:–—]\s+\S", re.IGNORECASE
)  # "III. The halo"
_STEP, _DOUBLE_STEP = 2.2, 2.7  # font sizes from one line of a title to the next; the same in double spacing
_FIRST_PIECES = 60  # the title page and the abstract are within this many pieces of text
_ABSTRACT_PIECES = 6
_TITLE_WORDS = 3  # fewest words of a title in the size of the text
_BYLINE = 3  # names in a line that cannot belong to a title
_BYLINE_REACH, _BYLINE_ROWS = (
    6.0,
    2,
)  # distance below a title in font sizes, and rows, within which names of authors make it likelier
_LONG = 40  # fewest words of a piece that is a paragraph rather than a name or an address

_REPEATED = 15  # fewest letters of a repeated part of a title


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a document, separated from its body.

    `names` are the lines between title and text, `abstract` the pieces of the abstract without its heading. `around`
    are the pieces before the text, including the names, and the publisher's notes on the first page. `body` is
    everything else, including the abstract.
    """

    names: tuple[Line, ...]
    abstract: tuple[ParagraphPiece, ...]
    body: tuple[ParagraphPiece, ...]
    around: tuple[ParagraphPiece, ...] = ()


def find_title(lines: Sequence[Line], height: float, body: float, hint: str) -> list[Line]:
    """Find the lines of the title; [] if no line of the first page stands out.

    Candidates are groups of consecutive lines in type larger than the text, in the upper 60 % of the page. A group that
    contains the title in the file's metadata (`hint`) wins. Otherwise size, height on the page, number of words and
    names below the group count, so that neither a logo nor a running head is chosen.
    """
    upper = [line for line in lines if line.bbox.y0 < 0.6 * height]
    groups = _group_title_lines(upper, body)
    if not groups:
        return _find_bold_title(lines, 0.6 * height, body)
    known = _letters(hint)
    for group in groups:
        if len(known) >= 15 and known in _letters(" ".join(line.text for line in group)):
            return group
    largest = max(group[0].size for group in groups)
    grouped = {id(line) for group in groups for line in group}

    def merit(group: Sequence[Line]) -> float:
        words = sum(len(line.tokens) for line in group)
        place = 1 - group[0].bbox.y0 / height
        below = [
            line for line in upper if 0 < line.baseline - group[-1].baseline < _BYLINE_REACH * group[-1].size
        ]
        rows = takewhile(
            lambda row: row.has_names or not any(id(line) in grouped for line in row.lines), read_rows(below)
        )
        named = any(row.has_names for row in islice(rows, _BYLINE_ROWS))
        length = 0.4 if words >= 4 else 0.2 if words == 3 else 0.0
        names = sum(count_names(line.text) + count_names_with_capitals(line.text) for line in group)
        return group[0].size / largest + 0.5 * place + length + 0.3 * named - 0.5 * (names > 1)

    return max(groups, key=merit)


def _find_bold_title(lines: Sequence[Line], limit: float, body: float) -> list[Line]:
    """Return the first lines above the y `limit` in bold type or capitals of the text's size; [] below three words."""
    title: list[Line] = []
    for line in lines:
        if title and _continues_title(title[-1], line):
            title.append(line)
        elif sum(len(line.tokens) for line in title) >= _TITLE_WORDS:
            break
        else:
            marked = line.bold or line.text.isupper()
            heading = is_known_heading(line.text) or line.size < body - 0.6
            title = [line] if marked and not heading and line.bbox.y0 < limit and _may_be_title(line) else []
    return title if sum(len(line.tokens) for line in title) >= _TITLE_WORDS else []


def _group_title_lines(lines: Sequence[Line], body: float) -> list[list[Line]]:
    groups: list[list[Line]] = []
    last: Line | None = None
    for line in lines:
        large = line.size > 1.1 * body and _may_be_title(line)
        if (
            last is not None
            and groups
            and (_continues_title(last, line) or (large and _is_subtitle(last, line)))
        ):
            groups[-1].append(line)
        elif large:
            groups.append([line])
        elif last is not None and (line.bbox.x1 < last.bbox.x0 or line.bbox.x0 > last.bbox.x1):
            continue  # next to the title, such as a note on how to cite the paper
        else:
            last = None
            continue
        last = line
    return groups


def _continues_title(last: Line, line: Line) -> bool:
    """True if `line` is the next line of the title, or the rest of its last line.

    The last line may consist of small capitals only, in their smaller size. A line with three or more names in another
    weight names the authors.
    """
    step = line.baseline - last.baseline
    alike = abs(line.size - last.size) <= 0.3 and line.bold == last.bold
    if alike and step == 0:
        return line.bbox.x0 > last.bbox.x1
    if (line.bold != last.bold and count_names(line.text) >= _BYLINE) or _STAMP.match(line.text):
        return False
    if (
        alike and 0 < step < 3 * last.size and _LINKING.match(line.text)
    ):  # the page may be a scan, in which font sizes are estimates
        return True
    if alike and _STEP * last.size <= step < _DOUBLE_STEP * last.size and not are_names(line.text):
        return True
    small_capitals = any(token.font == line.tokens[0].font for token in last.tokens)
    is_part = _PART.match(line.text) and line.size > 0.6 * last.size and line.bold >= last.bold
    return 0 < step < _STEP * last.size and bool(alike or small_capitals or is_part)


def _is_subtitle(last: Line, line: Line) -> bool:
    """True if `line` directly follows the bold line `last` in regular weight of the same size.

    It must not begin with a name.
    """
    begins = clean_name(split_list(line.text)[0])
    alike = abs(line.size - last.size) <= 0.3 and last.bold and not line.bold
    return alike and 0 < line.baseline - last.baseline < _STEP * last.size and not is_name(begins)


def _may_be_title(line: Line) -> bool:
    text = line.text
    return sum(map(str.isalpha, text)) >= 4 and not _STAMP.match(text) and "@" not in text


def drop_repeated_lines(title: Sequence[Line]) -> list[Line]:
    """Drop the lines of a title that repeat another line or a part of it, as a shadow does."""
    texts = [_letters(line.text) for line in title]
    return [
        line
        for place, (line, text) in enumerate(zip(title, texts, strict=True))
        if text not in texts[:place]
        and not (len(text) >= _REPEATED and any(text in other for other in texts if len(other) > len(text)))
    ]


def clean_title(text: str) -> str:
    """Strip footnote marks from the end, and the remains of marks in a font without Unicode mapping ("? ??", "�")."""
    return _MARKS.sub("", _LOST_MARKS.sub("", text))


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def split_front_matter(pieces: Sequence[ParagraphPiece], body: float, title_end: float) -> FrontMatter:
    """Split the pieces of a document, without its title, into names, abstract and body.

    Lines above `title_end`, the y of the title's last line, are not names.
    """
    front = _split_at_abstract(pieces, body)
    imprint = tuple(piece for piece in front.body if is_imprint(piece))
    return replace(
        front,
        names=tuple(line for line in front.names if line.baseline > title_end),
        body=tuple(piece for piece in front.body if piece not in imprint),
        around=(*front.around, *imprint),
    )


def _split_at_abstract(pieces: Sequence[ParagraphPiece], body: float) -> FrontMatter:
    start = next((i for i, p in enumerate(pieces[:_FIRST_PIECES]) if _ABSTRACT.match(p.text)), None)
    if start is None:
        return _split_unlabeled(pieces, body)
    first = start if len(pieces[start].text.split()) > 3 else start + 1
    abstract = []
    for piece in pieces[first : first + _ABSTRACT_PIECES]:
        if piece.role != "text" or _AFTER_ABSTRACT.match(piece.text):
            break
        if piece is not pieces[start] and parse_heading(piece, body) is not None:
            break
        abstract.append(piece)
    top, page = pieces[start].lines[0].bbox.y0, pieces[start].page
    names, rest = list(pieces[:start]), list[ParagraphPiece]()
    for piece in pieces[start:]:
        # If the abstract is in the left column, names may be above the right column.
        above = piece.page == page and piece.lines[-1].bbox.y1 <= top + 2 and piece.role == "text"
        (names if above else rest).append(piece)
    return FrontMatter(_list_lines(names), tuple(abstract), tuple(rest), tuple(names))


def _split_unlabeled(pieces: Sequence[ParagraphPiece], body: float) -> FrontMatter:
    """Split a paper whose abstract has no heading: the first paragraph is the abstract if an introduction follows."""
    stop = next(
        (
            i
            for i, piece in enumerate(pieces[:_FIRST_PIECES])
            if len(piece.text.split()) >= _LONG
            or is_known_heading(piece.text)
            or (parse_heading(piece, body) is not None and (piece.lines[0].bold or not are_names(piece.text)))
        ),
        min(len(pieces), 8),
    )
    follows = any(re.search(r"\bintroduction\W*$", p.text, re.IGNORECASE) for p in pieces[stop : stop + 12])
    long = stop < len(pieces) and len(pieces[stop].text.split()) >= _LONG
    return FrontMatter(
        _list_lines(pieces[:stop]),
        tuple(pieces[stop : stop + 1]) if long and follows else (),
        tuple(pieces[stop:]),
        tuple(pieces[:stop]),
    )


def clean_abstract(text: str) -> str:
    """Strip the word "Abstract" from the start of the text."""
    return _ABSTRACT.sub("", text)


def _list_lines(pieces: Sequence[ParagraphPiece]) -> tuple[Line, ...]:
    return tuple(line for piece in pieces for line in piece.lines)
