"""Links that a paper gives to its own code, demo or models: in the sentence that says so, or in its footnote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .....papers.sentences import split_sentences
from .....papers.types import Block, Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ..fact_parts import Part, asked_paper, locate, quote_title

_DIGITS = "¹²³⁴⁵⁶⁷⁸⁹⁰"
_PLAIN = str.maketrans(_DIGITS, "1234567890")
_MARK = re.compile(rf"[{_DIGITS}]+")
# A line end may have left a space within: "https://github.com/falk/ rills".
_URL = re.compile(
    r"(?:https?: ?// ?|www\.)[^\s,;)\]]+(?:(?<=[/_-]) (?:\w+$|[^\s,;)\]]*[/_.~˜-][^\s,;)\]]*))?"
    r"|(?<![\w@.-])[a-z][\w-]*(?:\.[a-z][\w-]*)+/[^\s,;)\]]*"
)
_HOST = re.compile(r"\b(?:github|gitlab|bitbucket|sourceforge|code\.google|huggingface|codeberg)\b", re.I)
_CODE = re.compile(
    r"\b(?:code(?:base)?|implement(?:ation|ed)\w*|software|repository|toolkit|demo|github|scripts|trained models?)\b",
    re.I,
)
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
_FEW = 4  # words, below which a link stands by itself
_BARE = 5  # degree of a link below the authors
_LEAST = 3  # degree from which a sentence is taken to give the paper's own code


@dataclass(frozen=True, slots=True)
class OwnLink:
    """The `url` that a `sentence` of the paper gives, the words that print it on `page`, and the rest of its footnote."""

    url: str
    printed: str
    page: int
    sentence: str
    note: str


def describe_link(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The link to the paper's own code, or to its demo where the question asks for one; None where it gives none."""
    paper = asked_paper(context, subjects)
    link = find_link(paper, bool(_DEMO.search(context.question.text)))
    if link is None:
        return None
    said = f": “{link.sentence}”" if _is_prose(link.sentence) else "."
    return f"{quote_title(paper)} gives the link {link.url}{said}", locate(
        context, paper, link.page, link.printed
    )


def find_link(paper: Paper, to_demo: bool = False) -> OwnLink | None:
    """The link of the sentence that most surely gives the paper's own code, of equal ones the first."""
    links = [(_degree(link, to_demo), _is_prose(link.sentence), link) for link in _all_links(paper)]
    degree, _, best = max(links, key=lambda each: each[:2], default=(0, False, None))
    return best if degree >= _LEAST else None


def _degree(link: OwnLink, to_demo: bool) -> int:
    """The degree to which the link is the paper's own, from the words around it; a bare one on the first page is."""
    said = f"{_URL.sub('', link.sentence)} {link.note}"
    has_code, is_hosted = bool(_CODE.search(said)), bool(_HOST.search(link.url))
    if _OF_OTHERS.search(said) or not (has_code or is_hosted):
        return 0
    if is_hosted and link.page == 1 and not _is_prose(said):
        return _BARE
    is_given = bool(_GIVEN.search(said))
    is_own = bool(_OWN.search(said) if is_given else _OUR.search(said))
    if not is_own and _CITED.search(said):
        return 0
    wanted = to_demo and bool(_DEMO.search(said))
    return 2 * is_own + is_given + 3 * (has_code and is_given) + is_hosted + 4 * wanted


def _is_prose(sentence: str) -> bool:
    return len(re.findall(r"[^\W\d]+", _URL.sub("", sentence))) >= _FEW


def _all_links(paper: Paper) -> Iterator[OwnLink]:
    """The links in sentences, those of footnotes with the sentences that refer to them, then those of the footnotes that speak of
    code themselves or to which no sentence refers."""
    notes, referred = _footnotes(paper), set()
    prose = [(block.page, block.text) for block in paper.blocks if _is_running(block)]
    for page, text in ((min(paper.pages, 1), paper.abstract), *prose):
        for sentence in split_sentences(text):
            yield from _links_in(sentence, page, _MARK.sub("", sentence), "")
            for mark in _MARK.findall(sentence):
                referred.add((page, mark.translate(_PLAIN)))
                note = notes.get((page, mark.translate(_PLAIN)), "")
                if not _speaks_of_code(note):
                    yield from _links_in(note, page, sentence, _URL.sub("", note))
    for (page, number), note in notes.items():
        if (page, number) not in referred or _speaks_of_code(note):
            yield from _links_in(note, page, note, "")


def _speaks_of_code(note: str) -> bool:
    return bool(_CODE.search(_URL.sub("", note)))


def _links_in(text: str, page: int, sentence: str, note: str) -> Iterator[OwnLink]:
    """The first link of `text`, if it has one."""
    if match := _URL.search(text):
        printed = match[0].rstrip(".,:")
        yield OwnLink(printed.replace(" ", ""), printed, page, sentence, note)


def _is_running(block: Block) -> bool:
    """True if the block is text or a note without a number: "∗ Equal contribution"."""
    return block.kind not in ("reference", "heading") and not _MARK.match(block.text)


def _footnotes(paper: Paper) -> dict[tuple[int, str], str]:
    """The text of each footnote with a link, by its page and number."""
    notes: dict[tuple[int, str], str] = {}
    for block in paper.blocks:
        for number, text in _notes_of(block):
            if _URL.search(text):
                notes.setdefault((block.page, number), text)
    return notes


def _notes_of(block: Block) -> Iterator[tuple[str, str]]:
    """The number and the text of each note in `block`: of raised numbers, from one to the next."""
    # A block may begin with a note that has a sign: "∗ Equal contribution ¹ https://github.com/falk/rills".
    is_notes = _MARK.match(block.text)
    marks = [m for m in _MARK.finditer(block.text) if is_notes or _URL.match(block.text, m.end() + 1)]
    ends = [mark.start() for mark in marks[1:]] + [len(block.text)] * bool(marks)
    for mark, end in zip(marks, ends, strict=True):
        yield mark[0].translate(_PLAIN), block.text[mark.end() : end].strip()
    if match := re.match(r"(\d{1,2}) (?=\S)", block.text):
        yield match[1], block.text[match.end() :]
