"""Campaign of small PDFs that need much memory or time or are deeply nested."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster

from .campaign import LOST, Case, read_number
from .small_cluster import TOPICS, settings_for, write_papers

_SECONDS = 20  # limit for one file
_PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>{}>>>>"
_FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_LINE = "BT /F 10 Tf 72 700 Td (The survey recorded visits.) Tj ET\n"


def _pack(piece: bytes, times: int = 1) -> bytes:
    """Return `piece` repeated `times` times and compressed, without holding the whole in memory."""
    packer = zlib.compressobj(9)
    at_once = max(1, min(times, (1 << 20) // max(1, len(piece))))
    blocks = [packer.compress(piece * at_once) for _ in range(times // at_once)]
    return b"".join([*blocks, packer.compress(piece * (times % at_once)), packer.flush()])


def _stream(packed: bytes, entries: str = "") -> bytes:
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (
        entries.encode(),
        len(packed),
        packed,
    )


def _pdf(objects: Mapping[int, str | bytes]) -> bytes:
    """Return a PDF of these objects; object 1 is the catalog. It has no cross-reference table, so readers rebuild
    one.
    """
    texts = {number: text.encode() if isinstance(text, str) else text for number, text in objects.items()}
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in texts.items())
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"


def _page(
    content: bytes, times: int = 1, resources: str = "", more: Mapping[int, str | bytes] | None = None
) -> bytes:
    """Return a PDF of one page with `content` repeated `times` times."""
    tree = {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: _PAGE.format(resources),
    }
    return _pdf({**tree, 4: _stream(_pack(content, times)), 5: _FONT, **(more or {})})


def _image(width: int, height: int, size: int) -> bytes:
    kind = (
        f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8"
    )
    content = b"500 0 0 500 50 50 cm /I Do\n" + _LINE.encode()
    return _page(content, 1, "/XObject<</I 6 0 R>>", {6: _stream(_pack(b"\x00", size), kind)})


def _nested_forms(depth: int, calls: int) -> bytes:
    """Return a PDF with `depth` forms, each of which draws the next form `calls` times."""
    kind = "/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>/XObject<</X {} 0 R>>>>"
    forms = {6 + n: _stream(_pack(b"/X Do ", calls), kind.format(7 + n)) for n in range(depth)}
    last = _stream(_pack(_LINE.encode()), kind.format(5))
    return _page(b"/X Do", 1, "/XObject<</X 6 0 R>>", {**forms, 6 + depth: last})


def _page_tree(depth: int) -> bytes:
    nodes = {2 + n: f"<</Type/Pages/Kids[{3 + n} 0 R]/Count 1>>" for n in range(depth)}
    return _pdf({1: "<</Type/Catalog/Pages 2 0 R>>", **nodes, 2 + depth: "<</Type/Page/MediaBox[0 0 9 9]>>"})


def _twice_packed(size: int) -> bytes:
    inner = _pack(_pack(b" ", size))
    filters = b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%s\nendstream" % (len(inner), inner)
    return _page(b"", more={4: filters})


def _many_pages(count: int) -> bytes:
    tree = f"<</Type/Pages/Kids[{'3 0 R ' * count}]/Count {count}>>"
    return _page(_LINE.encode(), more={2: tree})


def _tiling(step: float) -> bytes:
    kind = f"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep {step}/YStep {step}/Resources<<>>"
    content = b"/Pattern cs /P scn 0 0 595 842 re f\n" + _LINE.encode()
    return _page(content, 1, "/Pattern<</P 6 0 R>>", {6: _stream(_pack(b"0 0 1 1 re f"), kind)})


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "a gigabyte of blanks": lambda: _page(b" ", 1 << 30),
    "a gigabyte packed twice": lambda: _twice_packed(1 << 30),
    "ten million operators": lambda: _page(b"q Q 0 0 m 9 9 l S ", 10_000_000),
    "a million lines of text": lambda: _page(_LINE.encode(), 1_000_000),
    "a million crossing paths": lambda: _page(b"0 0 m 595 842 l 0 842 l 595 0 l f ", 1_000_000),
    "five million open states": lambda: _page(b"q ", 5_000_000),
    "forms that double ten times": lambda: _nested_forms(10, 2),
    "forms to the tenth of ten": lambda: _nested_forms(10, 10),
    "a form that draws itself": lambda: _nested_forms(0, 0).replace(b"/X 5 0 R", b"/X 6 0 R"),
    "an image of 60,000 by 60,000": lambda: _image(60_000, 60_000, 1),
    "an image of a gigabyte": lambda: _image(20_000, 18_000, 20_000 * 18_000 * 3),
    "a page of 200 by 200 inches, a million times": lambda: _many_pages(1_000_000).replace(
        b"595 842", b"14400 14400"
    ),
    "a tree of 200,000 levels": lambda: _page_tree(200_000),
    "arrays in arrays": lambda: _page(b"[", 5_000_000),
    "a pattern of 100 million tiles": lambda: _tiling(0.005),
}


@contextmanager
def pdf_bombs(_: Path) -> Iterator[Case]:
    """Yield a case in which a bomb is indexed with three papers.

    The bomb must be read or named as a problem within its limits, and the papers must be there.
    """
    yield _explode


def _explode(folder: Path, _: Random) -> str:
    name = list(BOMBS)[read_number(folder) % len(BOMBS)]
    write_papers(folder / "papers")
    (folder / "papers" / "bomb.pdf").write_bytes(BOMBS[name]())
    settings = replace(
        settings_for(folder / "home"), parse_seconds=_SECONDS, parse_memory_mb=1024, ocr_pages=0, workers=1
    )
    report = build(folder / "papers", "bombed", None, settings)
    papers = set(open_cluster("bombed", settings).paper_ids)
    if not set(TOPICS) <= papers:
        return f"{LOST}: {name}: {sorted(papers)}"
    causes = [cause for _, cause in report.problems]
    if any("\n" in cause for cause in causes):
        return f"{LOST}: {name}: {causes}"
    return "named" if causes else "read"
