"""Parse figure and table environments: captions, labels, pictures, tabulars."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...types import FigureKind
from .graphics import find_included_graphics
from .tabular import find_tabulars
from .tokens import parse_argument, parse_options

_LONGEST = 60_000  # most characters of a float that are parsed
FLOATS = frozenset(
    {
        "figure", "table", "wrapfigure", "wraptable", "sidewaysfigure", "sidewaystable", "longtable", "deluxetable",
        "teaserfigure", "SCfigure", "SCtable", "marginfigure", "margintable", "floatrow",
    }
)  # fmt: skip
_PARTS = re.compile(r"\\begin\s*\{(subfigure|subtable|subfloat)\*?\}.*?\\end\s*\{\1\*?\}", re.DOTALL)
_PART_CAPTION = re.compile(r"\\(?:subcaption|caption)\*?(?![A-Za-z])")
_SUBFLOAT = re.compile(r"\\(?:subfloat|subfigure|subtable|subcaptionbox)\*?(?![A-Za-z])")
_CAPTION = re.compile(
    r"\\(?P<command>caption|captionof|tablecaption|figcaption|tabcaption)(?P<star>\*?)(?![A-Za-z])"
)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class LatexFloat:
    """An object with a caption.

    `caption` and `tabulars` are TeX, `labels` and `pictures` are names. `starred` says that the object has no number.
    """

    kind: FigureKind
    caption: str
    labels: tuple[str, ...]
    pictures: tuple[str, ...]
    tabulars: tuple[str, ...]
    starred: bool = False


def parse_floats(environment: str, tex: str) -> list[LatexFloat]:
    """Parse the objects of a float environment, in order; `tex` spans its \\begin to its \\end.

    If there are several captions, each caption takes the content between the previous caption and itself. If the first
    caption precedes all content, each takes the content up to the next caption instead.
    """
    tex = tex[:_LONGEST]
    parts = "; ".join(_find_part_captions(tex))
    outer = _PARTS.sub(
        lambda m: (
            " ".join(f"\\includegraphics{{{name}}}" for name in find_included_graphics(m[0]))
            + _join_tabulars(m[0])
        ),
        tex,
    )
    captions = [(match, *_parse_caption(outer, match)) for match in _CAPTION.finditer(outer)]
    if not captions:
        return []
    content = [start for start, _ in find_tabulars(outer)] + [
        m.start() for m in re.finditer(r"\\(?:includegraphics|plotone)", outer)
    ]
    above = (
        not content or min(content) > captions[0][0].start() or environment in ("longtable", "deluxetable")
    )
    edges = [match.start() for match, _, _ in captions] if above else [end for _, _, end in captions]
    spans = (
        list(zip(edges, [*edges[1:], len(outer)], strict=True))
        if above
        else list(zip([0, *edges[:-1]], edges, strict=True))
    )
    if above:
        spans[0] = (0, spans[0][1])
    else:
        spans[-1] = (spans[-1][0], len(outer))
    found = []
    for (match, caption, end), (start, stop) in zip(captions, spans, strict=True):
        own = outer[start:stop]
        whole = f"{caption} {parts}".strip() if len(captions) == 1 else caption
        found.append(
            LatexFloat(
                _classify_float(environment, match, outer),
                whole,
                tuple(_LABEL.findall(caption) + _LABEL.findall(own.replace(outer[match.start() : end], ""))),
                tuple(find_included_graphics(own)),
                tuple(own[a:b] for a, b in find_tabulars(own)),
                bool(match["star"]),
            )
        )
    return found


def _parse_caption(tex: str, match: re.Match[str]) -> tuple[str, int]:
    """Return the TeX of the caption, and the index after it."""
    place = match.end()
    if match["command"] == "captionof":
        _, place = parse_argument(tex, place)
    _, place = parse_options(tex, place)
    return parse_argument(tex, place)


def _classify_float(environment: str, match: re.Match[str], tex: str) -> FigureKind:
    command = match["command"]
    named = (
        parse_argument(tex, match.end())[0]
        if command == "captionof"
        else command
        if command != "caption"
        else environment
    )
    return "table" if "tab" in named else "figure"


def _find_part_captions(tex: str) -> list[str]:
    """Return the captions of the subfloats in TeX, as "(a) ..."."""
    found = []
    for part in _PARTS.finditer(tex):
        caption = _PART_CAPTION.search(part[0])
        if caption:
            _, place = parse_options(part[0], caption.end())
            found.append(parse_argument(part[0], place)[0])
    for part in _SUBFLOAT.finditer(tex):
        given, _ = parse_options(tex, part.end())
        found += [given[-1]] if given else []
    return [f"({chr(ord('a') + i)}) {caption}" for i, caption in enumerate(found[:26]) if caption.strip()]


def _join_tabulars(tex: str) -> str:
    return " ".join(tex[start:end] for start, end in find_tabulars(tex))
