"""Find the pictures of a float among the sources, render them, and combine them into one image."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from .sources import Sources
from .tokens import parse_argument, parse_options

_INCLUDE = re.compile(r"\\(?:includegraphics|includepdf|plotone|epsfig|psfig)\*?(?![A-Za-z])")
_PATHS = re.compile(r"\\graphicspath\s*\{((?:\s*\{[^{}]*\})+)\s*\}")
_SUFFIXES = (".pdf", ".png", ".jpg", ".jpeg", ".PDF", ".PNG", ".JPG")
_DPI = 200
_LARGEST = 6_000  # most pixels per side; larger pictures are scaled down
_MOST_PICTURES = 24  # most pictures in a float
_MARGIN = 12  # pixels between pictures of one float
_ROW_WIDTH = 2_400  # pixels from which the next picture starts a new row


def find_graphics_paths(tex: str) -> tuple[str, ...]:
    """Return the folders of \\graphicspath, after "" for the folder of the sources."""
    found = _PATHS.search(tex)
    return ("", *re.findall(r"\{([^{}]*)\}", found[1])) if found else ("",)


def find_included_graphics(tex: str) -> Iterator[str]:
    """Yield the names of included pictures as written, in order."""
    for match in _INCLUDE.finditer(tex):
        _, place = parse_options(tex, match.end())
        name, _ = parse_argument(tex, place)
        given = re.search(r"(?:file|figure)\s*=\s*([^,\s}]+)", name)
        name = given[1] if given else name.strip()
        if name and "#" not in name and "\\" not in name:
            yield name


def find_picture(name: str, folders: tuple[str, ...], sources: Sources) -> Path | None:
    """Return the file that `name` in \\includegraphics means; None if no folder has such a file.

    `folders` are the result of `find_graphics_paths`.
    """
    return next((found for folder in folders if (found := sources.find(f"{folder}{name}", *_SUFFIXES))), None)


def compose_picture(names: list[str], folders: tuple[str, ...], sources: Sources) -> Image.Image | None:
    """Combine the named pictures on white, row by row; None if no picture can be shown."""
    names = names[:_MOST_PICTURES]
    # All pictures together have at most as many pixels as a single picture may have.
    side = int(_LARGEST / max(len(names), 1) ** 0.5)
    opened = (_open_picture(name, folders, sources, side) for name in names)
    images = [image for image in opened if image is not None]
    if len(images) < 2:
        return images[0] if images else None
    places: list[tuple[int, int]] = []
    left = top = row = width = 0
    for image in images:
        if left and left + image.width > _ROW_WIDTH:
            left, top, row = 0, top + row + _MARGIN, 0
        places.append((left, top))
        left += image.width + _MARGIN
        row, width = max(row, image.height), max(width, left - _MARGIN)
    whole = Image.new("RGB", (width, top + row), "white")
    for image, place in zip(images, places, strict=True):
        whole.paste(image, place)
    return whole


def _open_picture(name: str, folders: tuple[str, ...], sources: Sources, side: int) -> Image.Image | None:
    path = find_picture(name, folders, sources)
    if path is None or path.suffix.lower() not in {suffix.lower() for suffix in _SUFFIXES}:
        sources.missing.append(name) if path is None else sources.warn(f"{path.name}: cannot be shown")
        return None
    try:
        image = _render_pdf(path, side) if path.suffix.lower() == ".pdf" else _load_image(path, side)
    except MemoryError:
        sources.warn(f"{path.name}: cannot be shown (too large)")
        return None
    except (OSError, ValueError, RuntimeError, Image.DecompressionBombError) as error:
        sources.warn(f"{path.name}: cannot be shown ({error})")
        return None
    image.thumbnail((side, side))
    return image


def _render_pdf(path: Path, side: int) -> Image.Image:
    """Render the first page of a PDF at _DPI dpi, or fewer if a side would have more than `side` pixels."""
    document = pdfium.PdfDocument(path)
    try:
        page = document[0]
        scale = min(_DPI / 72, side / max(*page.get_size(), 1.0))
        image: Image.Image = page.render(scale=scale).to_pil()
        return image.convert("RGB")
    finally:
        document.close()


def _load_image(path: Path, side: int) -> Image.Image:
    """Load an image with transparency replaced by white."""
    with Image.open(path) as file:
        file.draft("RGB", (side, side))
        if file.width * file.height > 4 * _LARGEST * _LARGEST:
            raise ValueError(f"{file.width} x {file.height} pixels")
        image: Image.Image = file
        if max(file.size) > side:  # scaled before the alpha channel and its background are added
            image = file.convert("RGBA") if file.mode in ("P", "PA", "LA") else file
            image.thumbnail((side, side))
        shown = image.convert("RGBA")
    white = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(white, shown).convert("RGB")
