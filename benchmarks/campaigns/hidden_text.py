"""Campaign of text in a PDF that no reader sees: 48 ways to hide it, in PDFs of every installed producer.

Needs pikepdf, which writes the hidden text; see pdf_producers.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from citehop.errors import CitehopError
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

from .campaign import LOST, Case, read_number
from .pdf_producers import LINES, SEEN, list_producers

_SECRET = "The learning rate is nine tenths in truth"
_SHOW = f"({_SECRET}) Tj"
_TEXT = f"BT /HF 10 Tf 72 120 Td {_SHOW} ET "
_PLACE = "60 110 300 30"  # the rectangle of the text
_IMAGE = "300 0 0 30 60 110 cm"


def _colored(operators: str) -> str:
    return f"{operators} {_TEXT}"


def _placed(matrix: str, size: float = 10) -> str:
    return f"BT /HF {size} Tf {matrix} Tm {_SHOW} ET"


WAYS: Mapping[str, str] = {
    "mode 3": f"3 Tr {_TEXT}",
    "mode 7": f"7 Tr {_TEXT}",
    "mode 3 in a form": "/HForm3 Do",
    "mode 1, white": f"1 Tr 1 G {_TEXT}",
    "mode 2, white": f"2 Tr 1 G 1 g {_TEXT}",
    "white gray": _colored("1 g"),
    "near-white gray": _colored("0.96 g"),
    "white RGB": _colored("1 1 1 rg"),
    "near-white RGB": _colored("0.98 0.97 0.98 rg"),
    "pale yellow": _colored("1 1 0.85 rg"),
    "white CMYK": _colored("0 0 0 0 k"),
    "no tint of a separation": _colored("/HSep cs 0 scn"),
    "white pattern": _colored("/Pattern cs /HTile scn"),
    "opacity 0": _colored("/HClear gs"),
    "opacity 0.04": _colored("/HFaint gs"),
    "soft mask": _colored("/HMask gs"),
    "blend mode lighten": f"1 g {_PLACE} re f {_colored('/HLighten gs 0 g')}",
    "blend mode multiply, white": _colored("/HMultiply gs 1 g"),
    "font of 0.5 points": f"BT /HF 0.5 Tf 72 120 Td {_SHOW} ET",
    "font of 2 points": f"BT /HF 2 Tf 72 120 Td {_SHOW} ET",
    "tiny text matrix": _placed("0.05 0 0 0.05 72 120"),
    "tiny page matrix": f"0.04 0 0 0.04 72 120 cm {_placed('1 0 0 1 0 0')}",
    "tiny in both, turned": f"0 0.2 -0.2 0 72 120 cm {_placed('0.2 0 0 0.2 0 0')}",
    "flat": _placed("1 0 0 0.01 72 120"),
    "narrow": f"BT /HF 10 Tf 1 Tz 72 120 Td {_SHOW} ET",
    "under a rectangle": f"{_TEXT} 1 g {_PLACE} re f",
    "under a gray rectangle": f"{_TEXT} 0.8 g {_PLACE} re f",
    "under a thick line": f"{_TEXT} 1 G 40 w 50 120 m 400 120 l S",
    "under a white image": f"{_TEXT} q {_IMAGE} /HWhite Do Q",
    "under a picture": f"{_TEXT} q {_IMAGE} /HNoise Do Q",
    "under a shading": f"{_TEXT} q {_PLACE} re W n /HShade sh Q",
    "under a form": f"{_TEXT} /HCover Do",
    "white on a white image": f"q {_IMAGE} /HWhite Do Q 1 g {_TEXT}",
    "black on a black image": f"q {_IMAGE} /HBlack Do Q 0 g {_TEXT}",
    "blue on blue": f"0 0 1 rg {_PLACE} re f {_TEXT}",
    "clipped": f"0 0 1 1 re W n {_TEXT}",
    "clipped by nothing": f"{_PLACE} re W n 400 0 9 9 re W n {_TEXT}",
    "clipped by the box of a form": "/HClipped Do",
    "left of the page": f"BT /HF 10 Tf -500 120 Td {_SHOW} ET",
    "below the page": f"BT /HF 10 Tf 72 -60 Td {_SHOW} ET",
    "above the page": f"BT /HF 10 Tf 72 2000 Td {_SHOW} ET",
    "layer that is off": f"/OC /HOff BDC {_TEXT} EMC",
    "layer that others turn off": f"/OC /HMember BDC {_TEXT} EMC",
    "form on a layer that is off": "/HLayered Do",
    "under an annotation": _TEXT,
    "white below printed text": f"1 g {_TEXT} 0 g BT /HF 10 Tf 72 120 Td ({SEEN[:41]}) Tj ET",
    "text for other printed text": f"/Span << /ActualText ({_SECRET}) >> BDC BT /HF 10 Tf 72 120 Td (Visits) Tj ET EMC",
    "the same, by a property list": "/Span /HActual BDC BT /HF 10 Tf 72 120 Td (Visits) Tj ET EMC",
}  # fmt: skip


@contextmanager
def hidden_text(work: Path) -> Iterator[Case]:
    """Yield a case in which a page of visible lines gets a hidden sentence.

    The visible lines must be read and the hidden sentence must not. At most one warning may mention it.
    """
    if importlib.util.find_spec("pikepdf") is None:
        sys.exit(
            "hidden-text needs pikepdf and the producers of PDFs: see benchmarks/campaigns/pdf_producers.py"
        )
    work.mkdir(parents=True)
    bases = {}
    for name, make in list_producers().items():
        bases[name] = work / f"{name}.pdf"
        make(bases[name])
    cases = [(way, name) for way in WAYS for name in bases]

    def run(folder: Path, _: Random) -> str:
        way, name = cases[read_number(folder) % len(cases)]
        _hide(bases[name], folder / "a.pdf", way)
        try:
            paper = read_paper(folder / "a.pdf", Settings(home=str(folder)))
        except CitehopError as error:
            return f"{LOST}: {way}, {name}: {error}"
        text = " ".join(block.text for block in paper.blocks)
        warned = sum("not seen" in warning for warning in paper.warnings)
        if "nine tenths" in text or "learning rate" in text:
            return f"{LOST}: {way}, {name}: read"
        if text.count("annual survey") < LINES or warned > 1:
            return f"{LOST}: {way}, {name}: {text.count('annual survey')} lines, {warned} warnings"
        return "left out with a warning" if warned else "left out"

    yield run


def _hide(base: Path, target: Path, way: str) -> None:
    """Write `base` to `target` with the hidden sentence on its first page."""
    import pikepdf

    with pikepdf.open(base) as pdf:
        page = pdf.pages[0]
        page.contents_add(b"q\n", prepend=True)
        page.contents_add(f"\nQ\nq 0 g 0 G {WAYS[way]} Q\n".encode())
        _add_resources(pdf, page)
        if way == "under an annotation":
            cover = {"/Type": "/Annot", "/Subtype": "/Stamp", "/Rect": [60, 110, 360, 140], "/F": 4}
            page.Annots = pdf.make_indirect(
                [_make(pdf, cover | {"/AP": {"/N": _form(pdf, "1 g 0 0 300 30 re f")}})]
            )
        pdf.save(target)


def _make(pdf: Any, value: Any) -> Any:
    """Return `value` as an object of `pdf`. Texts that begin with "/" become names."""
    import pikepdf

    if isinstance(value, dict):
        return pikepdf.Dictionary({key: _make(pdf, inner) for key, inner in value.items()})
    if isinstance(value, list):
        return pikepdf.Array([_make(pdf, inner) for inner in value])
    return pikepdf.Name(value) if isinstance(value, str) and value.startswith("/") else value


def _form(pdf: Any, content: str, **more: Any) -> Any:
    """Return a form of 300 by 30 points with the font of the hidden sentence."""
    kind = {"/Type": "/XObject", "/Subtype": "/Form", "/BBox": [0, 0, 300, 30]}
    fonts = {"/Resources": {"/Font": {"/HF": _FONT}}}
    return pdf.make_stream(
        content.encode(), _make(pdf, kind | fonts | {f"/{key}": value for key, value in more.items()})
    )


_FONT = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}
_FUNCTION = {"/FunctionType": 2, "/Domain": [0, 1], "/N": 1}


def _image(pdf: Any, pixels: bytes) -> Any:
    side = int(len(pixels) ** 0.5)
    kind = {"/Type": "/XObject", "/Subtype": "/Image", "/Width": side, "/Height": side}
    return pdf.make_stream(pixels, _make(pdf, kind | {"/ColorSpace": "/DeviceGray", "/BitsPerComponent": 8}))


def _add_resources(pdf: Any, page: Any) -> None:
    """Add the objects that the ways to hide text refer to: resources of `page`, and layers of the catalog."""
    off, shown = (pdf.make_indirect(_make(pdf, {"/Type": "/OCG", "/Name": name})) for name in ("off", "on"))
    layers = {"/OCGs": [off, shown], "/D": {"/OFF": [off], "/Order": [off, shown]}}
    pdf.Root.OCProperties = pdf.make_indirect(_make(pdf, layers))
    mask = {"/Type": "/Mask", "/S": "/Luminosity"}
    group = {"/S": "/Transparency", "/CS": "/DeviceGray"}
    dark = _form(pdf, "0 g 0 0 300 30 re f", Group=group)
    tile = {
        "/PatternType": 1,
        "/PaintType": 1,
        "/TilingType": 1,
        "/BBox": [0, 0, 9, 9],
        "/XStep": 9,
        "/YStep": 9,
    }
    white = {
        "/ShadingType": 2,
        "/ColorSpace": "/DeviceGray",
        "/Coords": [0, 0, 1, 0],
        "/Extend": [True, True],
    }
    shift = {"Matrix": [1, 0, 0, 1, 60, 110]}
    inside = f"BT /HF 10 Tf 12 10 Td {_SHOW} ET"
    resources: dict[str, dict[str, Any]] = {
        "/Font": {"/HF": _FONT},
        "/ExtGState": {
            "/HClear": {"/ca": 0, "/CA": 0},
            "/HFaint": {"/ca": 0.04, "/CA": 0.04},
            "/HMask": {"/SMask": mask | {"/G": dark}},
            "/HLighten": {"/BM": "/Lighten"},
            "/HMultiply": {"/BM": "/Multiply"},
        },
        "/ColorSpace": {
            "/HSep": ["/Separation", "/Spot", "/DeviceGray", _FUNCTION | {"/C0": [1], "/C1": [0]}],
        },
        "/Pattern": {"/HTile": pdf.make_stream(b"1 g 0 0 9 9 re f", _make(pdf, tile | {"/Resources": {}}))},
        "/Shading": {"/HShade": white | {"/Function": _FUNCTION | {"/C0": [1], "/C1": [1]}}},
        "/Properties": {
            "/HOff": off,
            "/HMember": {"/Type": "/OCMD", "/OCGs": [off, shown], "/P": "/AllOn"},
            "/HActual": {"/ActualText": _SECRET},
        },
        "/XObject": {
            "/HForm3": _form(pdf, f"3 Tr {inside}", **shift),
            "/HCover": _form(pdf, "1 g 0 0 300 30 re f", **shift),
            "/HClipped": _form(pdf, inside, **shift | {"BBox": [0, 0, 1, 1]}),
            "/HLayered": _form(pdf, inside, **shift, OC=off),
            "/HWhite": _image(pdf, b"\xff" * 4),
            "/HBlack": _image(pdf, b"\x00" * 4),
            "/HNoise": _image(pdf, Random(7).randbytes(400)),
        },
    }  # fmt: skip
    own = page.obj.get("/Resources")
    own = page.Resources = pdf.make_indirect(_make(pdf, {})) if own is None else own
    for kind, named in resources.items():
        existing = own.get(kind)
        merged = dict(existing.items()) if existing is not None else {}
        own[kind] = _make(pdf, merged | named)
