"""Parse the body of a LaTeX paper in one pass: headings, paragraphs, list items, floats; numbers and labels."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import dataclass, field

from ...types import BlockKind, FigureKind
from .floats import FLOATS, LatexFloat, parse_floats
from .tabular import parse_grid
from .text import convert_to_text
from .tokens import parse_argument, parse_options

_HEADINGS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_LEVELS = {name: level for level, name in enumerate(_HEADINGS)}
_NUMBERED = (2, 3, 4)  # levels that are numbered in classes without chapters
_LISTS = frozenset(
    {"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "tight_itemize"}
)
_EQUATIONS = frozenset(
    "equation align gather multline eqnarray flalign alignat displaymath subequations math".split()
)
_NUMBERED_LINES = frozenset("align gather eqnarray flalign alignat".split())
_NEVER_NUMBERED = ("displaymath", "math")
_LINE_END = re.compile(r"\\\\\*?(?:\[[^\]]*\])?")
_UNNUMBERED = re.compile(r"\\(?:nonumber|notag)(?![A-Za-z])")
_TAG = re.compile(r"\\tag\*?\s*\{([^{}]*)\}")
_SKIPPED = frozenset(
    {
        "tikzpicture", "pgfpicture", "picture", "verbatim", "lstlisting", "minted", "filecontents", "CCSXML", "comment",
        "thebibliography", "keywords", "pspicture", "forest",
    }
)  # fmt: skip
_TABULARS = frozenset({"tabular", "tabularx", "tabulary", "supertabular", "tblr", "NiceTabular"})
_SHORTEST_NOTE = 4  # fewest words of a footnote that becomes a passage; shorter footnotes are mostly URLs
_EDGE = re.compile(r"\\(?P<edge>begin|end)\s*\{(?P<name>[A-Za-z]+)\*?\}")
_STEP = re.compile(
    r"\\(?P<heading>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(?P<star>\*?)(?![A-Za-z])"
    r"|\\begin\s*\{(?P<begin>[A-Za-z]+)(?P<begin_star>\*?)\}|\\end\s*\{(?P<end>[A-Za-z]+)\*?\}"
    r"|\\(?P<item>item)(?![A-Za-z])|\\(?P<appendix>appendix)(?![A-Za-z])|\\(?P<note>footnote|footnotetext)(?![A-Za-z])"
    r"|\\label\s*\{(?P<label>[^{}]*)\}|(?P<end_of_paragraph>\n[ \t]*\n\s*|\\par(?![A-Za-z]))"
)


@dataclass(frozen=True, slots=True)
class TexPassage:
    """A block in TeX. `number` is the figure's number for a caption, the section's number for a heading."""

    kind: BlockKind
    tex: str
    section: tuple[str, ...] = ()
    number: str = ""


@dataclass(frozen=True, slots=True)
class PlacedFloat:
    """A float with its number ("3", "A1", or "" for a starred caption) and its section."""

    float: LatexFloat
    number: str
    section: tuple[str, ...]


@dataclass
class LatexBody:
    """The parsed body of a paper.

    `labels` maps the name of a label to (kind of the labeled object, its number). `formulas` are pairs of number and
    LaTeX of the displayed equations.
    """

    passages: list[TexPassage] = field(default_factory=list)
    floats: list[PlacedFloat] = field(default_factory=list)
    labels: dict[str, tuple[str, str]] = field(default_factory=dict)
    abstract: str = ""
    formulas: list[tuple[str, str]] = field(default_factory=list)
    _path: list[tuple[int, str]] = field(default_factory=list)
    _sections: list[int] = field(default_factory=lambda: [0] * len(_LEVELS))
    _counts: dict[str, int] = field(default_factory=dict)
    _here: tuple[str, str] = ("Section", "")
    _appendix: bool = False
    _lists: int = 0
    _open: list[str] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _ends: dict[int, int] = field(default_factory=dict)

    @property
    def section(self) -> tuple[str, ...]:
        """The enclosing headings, outermost first."""
        return tuple(heading for _, heading in self._path)


def parse_body(body: str) -> LatexBody:
    """Parse the text between \\begin{document} and \\end{document}, after comments are stripped and macros expanded."""
    state = LatexBody(_ends=find_environment_ends(body))
    place = 0
    while match := _STEP.search(body, place):
        state._open.append(body[place : match.start()])
        place = match.end()
        if match["heading"]:
            place = _add_heading(state, body, match)
        elif match["begin"]:
            place = _open_environment(state, body, match)
        elif match["end"]:
            _close_environment(state, match["end"])
        elif match["note"]:
            place = _add_footnote(state, body, place)
        elif match["label"] is not None:
            state.labels.setdefault(match["label"], state._here)
        elif match["appendix"]:
            state._appendix = True
            state._sections = [0] * len(_LEVELS)
        else:  # a paragraph ends, or the next item of a list begins
            _close_paragraph(state)
            if match["item"]:
                _, place = parse_options(body, place)
    state._open.append(body[place:])
    _close_paragraph(state)
    return state


def _close_paragraph(state: LatexBody) -> None:
    """End the open paragraph and add its footnotes after it."""
    tex = "".join(state._open)
    notes, state._open, state._notes = state._notes, [], []
    kind: BlockKind = "list" if state._lists else "paragraph"
    if tex.strip():
        state.passages.append(TexPassage(kind, tex, state.section))
    state.passages += [TexPassage("paragraph", note, state.section) for note in notes]


def _add_heading(state: LatexBody, body: str, match: re.Match[str]) -> int:
    _close_paragraph(state)
    _, place = parse_options(body, match.end())
    title, place = parse_argument(body, place)
    level = _LEVELS[match["heading"]]
    number = ""
    if not match["star"] and level in _NUMBERED:
        state._sections[level] += 1
        state._sections[level + 1 :] = [0] * (len(_LEVELS) - level - 1)
        counts = [str(count) for count in state._sections[_NUMBERED[0] : level + 1]]
        if state._appendix:
            counts[0] = chr(ord("A") + max(0, int(counts[0]) - 1) % 26)
        number = ".".join(counts)
    name = f"{number} {convert_to_text(title)}".strip()
    state._path = [(depth, heading) for depth, heading in state._path if depth < level] + [(level, name)]
    state._here = ("Appendix" if state._appendix else "Section", number)
    state.passages.append(TexPassage("heading", title, state.section, number))
    return place


def _open_environment(state: LatexBody, body: str, match: re.Match[str]) -> int:
    name, start, inside = match["begin"], match.start(), match.end()
    end = max(state._ends[start], inside)
    if name in FLOATS:
        _add_float(state, name, body[start:end])
        return end
    if name in _SKIPPED:
        return end
    if name == "abstract":
        _close_paragraph(state)
        tex = body[inside:end].removesuffix("\\end{abstract}")
        state.abstract = state.abstract or tex
        state.passages.append(TexPassage("paragraph", tex, ("Abstract",)))
        return end
    if name in _TABULARS:
        rows = (" | ".join(cell.text for cell in row) for row in parse_grid(body[start:end]))
        state._open.append("; ".join(rows).replace("\\", ""))
        return end
    if name in _EQUATIONS:
        _add_equation(state, name, body[inside:end], bool(match["begin_star"]))
        return end
    if name in _LISTS:
        _close_paragraph(state)
        state._lists += 1
    _, place = parse_options(body, inside)
    return place


def _close_environment(state: LatexBody, name: str) -> None:
    if name in _LISTS:
        _close_paragraph(state)
        state._lists = max(0, state._lists - 1)


def _add_footnote(state: LatexBody, body: str, place: int) -> int:
    _, place = parse_options(body, place)
    note, place = parse_argument(body, place)
    if len(note.split()) >= _SHORTEST_NOTE:
        state._notes.append(note)
    return place


def _add_equation(state: LatexBody, name: str, tex: str, starred: bool) -> None:
    """Add a displayed formula to its paragraph; each numbered line is followed by its number."""
    for line in _LINE_END.split(tex) if name in _NUMBERED_LINES else [tex]:
        tag = _TAG.search(line)
        number = tag[1].strip() if tag else ""
        silent = starred or name in _NEVER_NUMBERED or _UNNUMBERED.search(line)
        if not (number or silent) and line.strip():
            state._counts["equation"] = state._counts.get("equation", 0) + 1
            number = str(state._counts["equation"])
        for label in re.findall(r"\\label\s*\{([^{}]*)\}", line):
            state.labels.setdefault(label, ("Equation", number or str(state._counts.get("equation", 0))))
        plain = re.sub(r"\\label\s*\{[^{}]*\}", " ", _UNNUMBERED.sub(" ", _TAG.sub(" ", line)))
        if number:
            state.formulas.append((number, " ".join(plain.replace(f"\\end{{{name}}}", " ").split())))
        plain = re.sub(r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}|&", " ", plain)
        shown = f" ${plain.replace(chr(92) * 2, ' ').replace('$', '')}$ "
        state._open.append(f"{shown}({number}) " if number else shown)


def _add_float(state: LatexBody, name: str, tex: str) -> None:
    for found in parse_floats(name, tex):
        number = ""
        if not found.starred:
            state._counts[found.kind] = state._counts.get(found.kind, 0) + 1
            number = str(state._counts[found.kind])
        kind = capitalize_kind(found.kind)
        for label in found.labels:
            state.labels.setdefault(label, (kind, number))
        state.floats.append(PlacedFloat(found, number, state.section))
        state.passages.append(TexPassage("caption", found.caption, state.section, f"{kind} {number}".strip()))


def capitalize_kind(kind: FigureKind) -> str:
    """Return "Figure" or "Table", the word for `kind` in labels."""
    return kind.capitalize()


def find_environment_ends(body: str) -> dict[int, int]:
    """Map the index of every \\begin{...} to the index after its matching \\end.

    An environment that is never closed ends with its paragraph.
    """
    ends: dict[int, int] = {}
    waiting: dict[str, list[int]] = {}
    for match in _EDGE.finditer(body):
        if match["edge"] == "begin":
            waiting.setdefault(match["name"], []).append(match.start())
        elif waiting.get(match["name"]):
            ends[waiting[match["name"]].pop()] = match.end()
    paragraphs = [match.start() for match in re.finditer(r"\n[ \t]*\n", body)]
    for start in (place for places in waiting.values() for place in places):
        after = bisect(paragraphs, start)
        ends[start] = paragraphs[after] if after < len(paragraphs) else len(body)
    return ends
