"""Parse LaTeX sources into a Paper."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ....errors import UsageError
from ...types import BBox, Block, Figure, Paper, Reference, Word
from ..citations.read import read_mentions
from ..crops import write_crop
from .bibliography import parse_bib_entries, parse_typeset_entries
from .body import PlacedFloat, capitalize_kind, parse_body
from .citations import find_cite_commands
from .front_matter import extract_authors, extract_title, extract_year
from .graphics import compose_picture, find_graphics_paths
from .macros import expand_macros
from .render import NOWHERE, Renderer
from .sources import Sources, assemble_sources
from .table_image import draw_grid
from .tabular import parse_grid
from .tokens import count_unmatched_braces, parse_argument
from .unseen import strip_unseen, strip_untypeset

_BEGIN = re.compile(r"\\begin\s*\{document\}")
_STYLE = re.compile(
    r"\\(?:bibliographystyle|setcitestyle)\s*\{([^{}]*)\}|\\usepackage\s*\[[^\]]*style=([^,\]]*)[^\]]*\]\s*\{biblatex\}"
)
_BIB_FILES = re.compile(r"\\(?:bibliography|addbibresource)\s*(?:\[[^\]]*\])?\{([^{}]*)\}")


def read_sources(
    main: Path, root: Path, paper_id: str, crops_dir: Path | None = None, warnings: Sequence[str] = ()
) -> Paper:
    """Parse the paper whose main file is `main`; no file outside `root` is read.

    Blocks are on page 0, without a box. With `crops_dir`, the images of figures are written there. A table is drawn
    from its cells, so that it has an image and words with boxes, as a table of a PDF has. The paper's warnings name
    missing and broken parts. Raise UsageError if no text is left.
    """
    sources = Sources(root, main.parent, list(warnings))
    typeset = strip_untypeset(expand_macros(assemble_sources(main, sources)))
    tex = strip_unseen(typeset)
    if tex != typeset:
        sources.warn("text that is not seen: left out")
    if lonely := count_unmatched_braces(tex):
        sources.warn(f"{lonely} braces without a partner; what they enclose may be read wrongly")
    begin = _BEGIN.search(tex)
    head, body = (tex[: begin.start()], tex[begin.end() :]) if begin else ("", tex)
    entries = _read_entries(main, tex, body, sources)
    walked = parse_body(body)
    renderer = Renderer(entries, walked.labels)
    blocks = renderer.blocks(walked.passages)
    if not blocks:
        raise UsageError(f"{main.name}: no text in the sources")
    studio = _FigureBuilder(renderer, find_graphics_paths(tex), sources, crops_dir)
    figures = tuple(studio.figure(placed, number) for number, placed in enumerate(walked.floats, 1))
    references = tuple(entries.values())
    listed = [Block(r.raw, 0, NOWHERE, "reference", "References", ((0, NOWHERE),)) for r in references]
    return Paper(
        id=paper_id,
        title=extract_title(head) or extract_title(body) or main.stem,
        authors=extract_authors(head) or extract_authors(body),
        year=extract_year(head) or extract_year(body[:5000]),
        abstract=renderer.text(walked.abstract or _find_abstract_command(tex)),
        blocks=(*blocks, *listed),
        figures=figures,
        references=references,
        mentions=read_mentions(blocks, figures, references),
        source=main.name,
        sha256=hashlib.sha256(tex.encode("utf-8", "replace")).hexdigest(),
        pages=0,
        formulas=tuple(walked.formulas),
        warnings=tuple(f"{main.name}: {warning}" for warning in sources.all_warnings()),
    )


def _find_abstract_command(tex: str) -> str:
    """Return the argument of \\abstract{...}, which some classes use instead of the environment; "" without it."""
    match = re.search(r"\\abstract\s*(?=\{)", tex)
    return parse_argument(tex, match.end())[0] if match else ""


def _read_entries(main: Path, tex: str, body: str, sources: Sources) -> dict[str, Reference]:
    """Map source keys to references: typeset entries if there are any, otherwise the entries of .bib files."""
    cited = [key for use in find_cite_commands(body) for key in use.keys]
    typeset = sources.find(main.stem, ".bbl", near=main.parent)
    if typeset is None or typeset.suffix != ".bbl":
        typeset = next(iter(sorted(main.parent.glob("*.bbl"))), None)
    found = dict(parse_typeset_entries(body)) or (
        dict(parse_typeset_entries(sources.read(typeset))) if typeset else {}
    )
    if not found:
        style = next(("".join(groups) for groups in _STYLE.findall(tex)), "")
        found = dict(parse_bib_entries(_read_bib_text(main, tex, sources), cited, style))
    missing = {key for key in cited if key not in found and key != "*"}
    if missing:
        sources.warn(f"{len(missing)} of {len(set(cited))} cited entries are not in the bibliography")
    return found


def _read_bib_text(main: Path, tex: str, sources: Sources) -> str:
    names = [name for group in _BIB_FILES.findall(tex) for name in group.split(",")]
    files = [sources.find(name, ".bib", near=main.parent) for name in names]
    for name, file in zip(names, files, strict=True):
        if file is None:
            sources.missing.append(f"{name.strip()}.bib")
    found = [file for file in files if file] or sorted(main.parent.glob("*.bib"))
    return "\n".join(sources.read(file) for file in found)


@dataclass(frozen=True, slots=True)
class _FigureBuilder:
    """Builds figures from floats.

    Text comes from `renderer` and pictures from `sources`; images are written to `folder` if it is given.
    """

    renderer: Renderer
    graphics: tuple[str, ...]
    sources: Sources
    folder: Path | None

    def figure(self, placed: PlacedFloat, order: int) -> Figure:
        kind = placed.float.kind
        label = f"{capitalize_kind(kind)} {placed.number}".strip()
        name = f"{kind}{placed.number or f'-{order}'}"
        image, words = self._shown(placed)
        box = BBox(0.0, 0.0, float(image.width), float(image.height)) if image else NOWHERE
        file = ""
        if image is not None and self.folder is not None:
            file = write_crop(self.folder, name, _encode_png(image))
        caption = self.renderer.text(placed.float.caption)
        text = f"{label}: {caption}" if placed.number else caption
        return Figure(f"p0:{name}", kind, label, text, 0, box, file, words)

    def _shown(self, placed: PlacedFloat) -> tuple[Image.Image | None, tuple[Word, ...]]:
        found = placed.float
        rows = tuple(row for tabular in found.tabulars for row in parse_grid(self.renderer.cited(tabular)))
        drawn = draw_grid(rows) if rows and (found.kind == "table" or not found.pictures) else None
        if drawn is not None or self.folder is None:  # pictures are rendered only if they are saved
            return drawn or (None, ())
        return compose_picture(list(found.pictures), self.graphics, self.sources), ()


def _encode_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
