"""Find links that a paper gives to its own code, data or demo, in a sentence or in its footnote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...boxes import NOWHERE
from ...record import LinkKind, OwnLink
from ...sentences import split_sentences
from ...types import Block, Paper
from .printed_page import ReadPage, locate_in_block

_DIGITS = "¹²³⁴⁵⁶⁷⁸⁹⁰"
_PLAIN = str.maketrans(_DIGITS, "1234567890")
_MARK = re.compile(rf"[{_DIGITS}]+")
# A line break may have left a space in the URL: "https://github.com/falk/ rills".
_URL = re.compile(
    r"(?:https?: ?// ?|www\.)[^\s,;)\]]+(?:(?<=[/_-]) (?:\w+$|[^\s,;)\]]*[/_.~˜-][^\s,;)\]]*))?"
    r"|(?<![\w@.-])[a-z][\w-]*(?:\.[a-z][\w-]*)+/[^\s,;)\]]*"
)
_HOST = re.compile(r"\b(?:github|gitlab|bitbucket|sourceforge|code\.google|huggingface|codeberg)\b", re.I)
_CODE = re.compile(
    r"\b(?:code(?:base)?|implement(?:ation|ed)\w*|software|repository|toolkit|demo|github|scripts|trained models?)\b",
    re.I,
)
_DATA = re.compile(r"\b(?:data(?: ?sets?)?|corp(?:us|ora)|annotations?|benchmarks?)\b", re.I)
_DEMO = re.compile(r"\bdemo\w*\b", re.I)
_GIVEN = re.compile(
    r"\b(?:available|availability|releas\w+|publish\w*|public\w*|download\w*|provid\w+|open[- ]sourc\w*|shar(?:e|ed|ing)|found"
    r"|github|online|(?:code|demo|implementation) (?:link|at|is at)|website|homepage)\b",
    re.I,
)
_OWN = re.compile(r"\b(?:[Oo]ur|[Ww]e|us|[Tt]his (?:work|paper|article)|in this|authors['’]|I|[Mm]y)\b")
_OUR = re.compile(r"\bour\b", re.I)
_TOOL = r"(?:implementation|code|toolkit|package|library|software|model|scripts?)"
_OF_OTHERS = re.compile(
    r"\b(?:we|I) (?:also |then |now )?(?:used?|access|utili[sz]e|run|adopt|employ|download|modif\w+|follow)(?:ed)?\b"
    r"|\bwe (?:compare|implement)(?:ed)?\b"
    rf"|\b(?:use[sd]?|using) (?:the |an? )?(?:[\w'’-]+ ){{0,3}}{_TOOL}\b"
    rf"|(?<![A-Za-z])(?-i:[A-Z][a-z]+)['’]s (?:\w+ ){{0,2}}{_TOOL}\b"
    r"|\bdownloaded from\b|\btheir\b|\bprovided by\b|\bre-?implement\w*|\bby [A-Z]\w+ et al|\bcode from\b|\bleaderboard\b",
    re.I,
)
_CITED = re.compile(r"\([A-Z][^()]*(?:19|20)\d\d|\bet al\b")
_FEW = 4  # fewest words around a link that make a sentence
_BARE = 5  # score of a link to a code host without a sentence on the first page
_LEAST = 3  # smallest score of a link that is returned as the paper's own
_MOST = 12  # most links that are returned


@dataclass(frozen=True, slots=True)
class _GivenLink:
    """A link as `printed` on the page of `block`, the `sentence` to which it belongs, and the rest of its footnote."""

    printed: str
    block: Block
    sentence: str
    note: str

    @property
    def url(self) -> str:
        return self.printed.replace(" ", "")


def read_links(paper: Paper, read_page: ReadPage) -> tuple[OwnLink, ...]:
    """Read the links that sentences present as the paper's own.

    The most certain links come first; among equally certain links, links in sentences come first.
    """
    graded = ((*_grade(link), _is_prose(link.sentence), link) for link in _all_links(paper))
    found = sorted((each for each in graded if each[1] >= _LEAST), key=lambda each: (-each[1], not each[2]))
    links = {(kind, link.url): link for kind, _, _, link in reversed(found[:_MOST])}
    return tuple(
        OwnLink(kind, replace(locate_in_block(link.block, link.printed, read_page), text=url), link.sentence)
        for (kind, url), link in reversed(links.items())
    )


def _grade(link: _GivenLink) -> tuple[LinkKind, int]:
    """Return what the link leads to, and a score of how certainly it is the paper's own; the score is 0 if it is not.

    Both come from the words around it. A link to a code host on the first page, without a sentence, counts as the
    paper's own.
    """
    said = f"{_URL.sub('', link.sentence)} {link.note}"
    has_code, is_hosted = bool(_CODE.search(said)), bool(_HOST.search(link.url))
    has_data = bool(_DATA.search(said))
    kind: LinkKind = "demo" if _DEMO.search(said) else "code" if has_code or not has_data else "data"
    if _OF_OTHERS.search(said) or not (has_code or has_data or is_hosted):
        return kind, 0
    if is_hosted and link.block.page == 1 and not _is_prose(said):
        return kind, _BARE
    is_given = bool(_GIVEN.search(said))
    is_own = bool(_OWN.search(said) if is_given else _OUR.search(said))
    # Data may belong to anybody, so that the words must say "our" or "we".
    if not is_own and (_CITED.search(said) or kind == "data"):
        return kind, 0
    return kind, 2 * is_own + is_given + 3 * ((has_code or has_data) and is_given) + is_hosted


def _is_prose(sentence: str) -> bool:
    return len(re.findall(r"[^\W\d]+", _URL.sub("", sentence))) >= _FEW


def _all_links(paper: Paper) -> Iterator[_GivenLink]:
    """Yield the links in sentences and in footnotes.

    A link in a footnote comes with the sentence that refers to the footnote. Footnotes that mention code themselves, or
    to which no sentence refers, come last and by themselves.
    """
    notes, referred = _footnotes(paper), set()
    abstract = Block(paper.abstract, min(paper.pages, 1), NOWHERE)
    for block in (abstract, *filter(_is_running, paper.blocks)):
        for sentence in split_sentences(block.text):
            yield from _links_in(sentence, block, _MARK.sub("", sentence), "")
            for mark in _MARK.findall(sentence):
                key = block.page, mark.translate(_PLAIN)
                referred.add(key)
                note = notes.get(key)
                if note and not _speaks_of_code(note.text):
                    yield from _links_in(note.text, note, sentence, _URL.sub("", note.text))
    for key, note in notes.items():
        if key not in referred or _speaks_of_code(note.text):
            yield from _links_in(note.text, note, note.text, "")


def _speaks_of_code(note: str) -> bool:
    return bool(_CODE.search(_URL.sub("", note)))


def _links_in(text: str, block: Block, sentence: str, note: str) -> Iterator[_GivenLink]:
    """Yield the first link in `text`, if it has a link."""
    if match := _URL.search(text):
        yield _GivenLink(match[0].rstrip(".,:"), block, sentence, note)


def _is_running(block: Block) -> bool:
    """True if the block is text, or a note without a number such as "∗ Equal contribution"."""
    return block.kind not in ("reference", "heading") and not _MARK.match(block.text)


def _footnotes(paper: Paper) -> dict[tuple[int, str], Block]:
    """Map the page and number of each footnote that has a link to a block with its text."""
    notes: dict[tuple[int, str], Block] = {}
    for block in paper.blocks:
        for number, text in _notes_of(block):
            if _URL.search(text):
                notes.setdefault((block.page, number), replace(block, text=text))
    return notes


def _notes_of(block: Block) -> Iterator[tuple[str, str]]:
    """Yield the number and the text of each note in `block`.

    A note extends from one raised number to the next.
    """
    # A block may begin with a note that has a sign: "∗ Equal contribution ¹ https://github.com/falk/rills".
    is_notes = _MARK.match(block.text)
    marks = [m for m in _MARK.finditer(block.text) if is_notes or _URL.match(block.text, m.end() + 1)]
    ends = [mark.start() for mark in marks[1:]] + [len(block.text)] * bool(marks)
    for mark, end in zip(marks, ends, strict=True):
        yield mark[0].translate(_PLAIN), block.text[mark.end() : end].strip()
    if match := re.match(r"(\d{1,2}) (?=\S)", block.text):
        yield match[1], block.text[match.end() :]
