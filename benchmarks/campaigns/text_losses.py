"""Campaign of damaged PDFs that lose text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from citehop.cli.sample_cluster import FOLDER
from citehop.errors import CitehopError
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

from .campaign import LOST, Case
from .mutations import flip_bits

_SETTINGS = Settings(ocr_pages=0)
_KEPT = 0.7  # share of the text below which a warning is required


@contextmanager
def text_losses(_: Path) -> Iterator[Case]:
    """Yield a case in which a PDF is cut, overwritten or has flipped bits.

    It must be refused in one line, keep its text, or be read with a warning.
    """
    sources = {path: path.read_bytes() for path in sorted(FOLDER.glob("*.pdf"))}
    lengths = {path: _count_text(read_paper(path, _SETTINGS)) for path in sources}

    def run(folder: Path, random: Random) -> str:
        source = random.choice(list(sources))
        (folder / source.name).write_bytes(random.choice(_CHANGES)(sources[source], random))
        try:
            paper = read_paper(folder / source.name, _SETTINGS)
        except CitehopError:
            return "refused in one line"
        if _count_text(paper) >= _KEPT * lengths[source]:
            return "text kept, with a warning" if paper.warnings else "text kept"
        return "read with a warning" if paper.warnings else f"{LOST}: text lost without a warning"

    yield run


def _count_text(paper: Paper) -> int:
    return sum(len(block.text) for block in paper.blocks)


def _cut(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) // 4, len(data))]


def _overwrite(data: bytes, random: Random) -> bytes:
    start, length = random.randrange(len(data)), random.choice((16, 256, 4096))
    return data[:start] + bytes(min(length, len(data) - start)) + data[start + length :]


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (_cut, _overwrite, flip_bits)
