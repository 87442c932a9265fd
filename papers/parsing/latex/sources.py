"""Find the main file of a LaTeX paper, and read its text with all \\inputs inserted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ....errors import UsageError
from . import MAIN_NAMES
from .comments import strip_comments
from .tokens import parse_argument

_LARGEST_FILE = 10 * 1024 * 1024  # most bytes of a .tex file that are read
_LARGEST_TEXT = 20 * 1024 * 1024  # most characters of all files
_MOST_READ = 40 * 1024 * 1024  # most bytes of all inclusions, including files that contain only comments
_DEEPEST = 20  # most levels of nested files
_MOST_INPUTS = (
    2_000  # most inclusions in a paper; they double at every level if each file includes the next file twice
)
_CLASS = re.compile(r"\\document(?:class|style)\s*(?:\[[^\]]*\]\s*)?\{([^{}]*)\}")
_CLASSES_OF_PARTS = {"standalone", "subfiles"}
_INPUT = re.compile(
    r"\\(?P<command>input|include|subfile|subfileinclude|import|subimport|InputIfFileExists|loadglsentries)(?![A-Za-z@])\s*"
)


@dataclass
class Sources:
    """A folder of sources while it is read.

    It collects `warnings` and the names of `missing` files. `base` contains the main file; nothing outside `root` is
    ever read. `inputs` counts inclusions, `bytes_read` bytes.
    """

    root: Path
    base: Path
    warnings: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    inputs: int = 0
    bytes_read: int = 0

    def find(self, name: str, *suffixes: str, near: Path | None = None) -> Path | None:
        """Find the file `name`, with or without a suffix, in the folder `near`, the main file's folder, or the root.

        Return None if no folder has it.
        """
        name = name.strip().strip('"')
        for folder in dict.fromkeys((near or self.base, self.base, self.root)):
            for suffix in ("", *suffixes):
                path = folder / f"{name}{suffix}"
                try:
                    inside = path.resolve().is_relative_to(self.root.resolve())
                    if inside and path.is_file():
                        return path
                except (OSError, ValueError):  # a name that is too long or has a null byte
                    continue
        return None

    def read(self, path: Path) -> str:
        """Read a file in UTF-8 or Latin-1, cut at _LARGEST_FILE bytes."""
        with path.open("rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
        self.bytes_read += len(raw)
        if len(raw) > _LARGEST_FILE:
            self.warn(f"only the first {_LARGEST_FILE >> 20} MB of {path.name} were read")
            raw = raw[:_LARGEST_FILE]
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("latin-1")
        return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")

    def all_warnings(self) -> list[str]:
        """Return the warnings, with all missing files in one warning."""
        names = list(dict.fromkeys(self.missing))
        if not names:
            return self.warnings
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return [*self.warnings, f"not among the sources: {', '.join(names[:3])}{more}"]

    def warn(self, warning: str) -> None:
        """Add a warning unless it was added before."""
        if warning not in self.warnings:
            self.warnings.append(warning)


def is_main(path: Path) -> bool:
    """True if a .tex file is a paper's main file.

    Its document class must not be a class for single figures or parts of a paper.
    """
    named = _CLASS.search(_read_head(path))
    return named is not None and named[1].strip() not in _CLASSES_OF_PARTS


def find_main_file(root: Path, name: str = "") -> Path:
    """Find the main file: a .tex file with a \\documentclass.

    If there are several, a common name comes first, then a file near `root`, then a large file; supplements come last.
    Raise UsageError, which calls the folder `name`, for a folder without a .tex file.
    """
    found = [
        path for path in sorted(root.rglob("*.tex")) if path.is_file() and not path.name.startswith("._")
    ]
    texts = {path: _read_head(path) for path in found}
    mains = [path for path in found if "\\documentclass" in texts[path]] or [
        p for p in found if "\\begin{document}" in texts[p]
    ]
    candidates = mains or found
    if not candidates:
        raise UsageError(f"{name or root.name or root}: contains no .tex file")

    def rank(path: Path) -> tuple[bool, int, int, int, str]:
        named = MAIN_NAMES.index(path.stem.lower()) if path.stem.lower() in MAIN_NAMES else len(MAIN_NAMES)
        supplement = "suppl" in path.stem.lower() or "standalone" in texts[path][:2000]
        return supplement, named, len(path.relative_to(root).parts), -path.stat().st_size, path.as_posix()

    return min(candidates, key=rank)


def assemble_sources(main: Path, sources: Sources) -> str:
    """Return the text of `main` with all its inputs inserted and comments stripped.

    An input that is missing, recursive or nested too deeply is skipped with a warning.
    """
    pieces: list[str] = []
    length = 0
    for piece in _expand_inputs(main, sources, (main.resolve(),)):
        length += len(piece)
        if length > _LARGEST_TEXT:
            sources.warn(f"only the first {_LARGEST_TEXT >> 20} million characters were read")
            break
        pieces.append(piece)
    text = "".join(pieces)
    end = text.find("\\end{document}")
    return text[:end] if end >= 0 else text


def _expand_inputs(path: Path, sources: Sources, above: tuple[Path, ...]) -> Iterator[str]:
    raw = sources.read(path)
    closed = "\\end{document}" in raw
    text = strip_comments(raw)
    place = 0
    for match in _INPUT.finditer(text):
        if match.start() < place:
            continue
        sources.inputs += 1
        if sources.inputs > _MOST_INPUTS or sources.bytes_read > _MOST_READ:
            sources.warn(f"only {min(sources.inputs - 1, _MOST_INPUTS)} included files were read")
            break
        yield text[place : match.start()]
        place, part = _resolve_input(text, match, path, sources)
        if part is None:
            continue
        if part.resolve() in above:
            sources.warn(f"{part.name} includes itself")
        elif len(above) >= _DEEPEST:
            sources.warn(f"more than {_DEEPEST} files within files at {path.name}")
        else:
            yield from _expand_inputs(part, sources, (*above, part.resolve()))
    yield text[place:]
    if closed and len(above) == 1:
        yield "\\end{document}"


def _resolve_input(text: str, match: re.Match[str], path: Path, sources: Sources) -> tuple[int, Path | None]:
    """Return the index after an inclusion, and the included file, which is None if the sources lack it."""
    folder = ""
    place = match.end()
    if match["command"].endswith("import"):
        folder, place = parse_argument(text, place)
    if text.startswith("{", place):
        name, place = parse_argument(text, place)
    else:  # plain TeX: \input file
        bare = re.compile(r"[^\s{}\\]+").match(text, place)
        name, place = (bare[0], bare.end()) if bare else ("", place)
    if not name or "#" in name or "\\" in name:
        return place, None
    found = sources.find(f"{folder}{name}", ".tex", near=path.parent)
    if found is None and match["command"] != "InputIfFileExists":
        sources.missing.append(name)
    return place, found if found is None or found.suffix.lower() not in (
        ".pdf",
        ".png",
        ".jpg",
        ".eps",
    ) else None


def _read_head(path: Path) -> str:
    """Read the beginning of a file without comments; "" if it cannot be read."""
    try:
        with path.open("rb") as file:
            return strip_comments(file.read(300_000).decode("utf-8", "replace"))
    except OSError:
        return ""
