"""Build ids of papers from file names and from the ids of other sources."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from .latex import FOLDER_NAMES, MAIN_NAMES

_LONGEST = 120  # most bytes of an id; with a key and a suffix it must fit into a file name of 255 bytes


def derive_paper_id(path: Path) -> str:
    """Derive the id of the paper at `path` from the file's stem; see `build_paper_id`.

    A generic file name ("main.tex") is replaced by its folder's name, and a generic folder name ("latex") by the name
    of its parent folder.
    """
    name = path.name if path.is_dir() else re.sub(r"\.tar$", "", path.stem)
    generic = FOLDER_NAMES if path.is_dir() else MAIN_NAMES if path.suffix.lower() == ".tex" else ()
    if name.lower() in generic and path.parent.name:
        name = path.parent.name
    return build_paper_id(name)


def build_paper_id(text: str) -> str:
    """Turn `text` into an id: lower-case words joined by "-"; "paper" if nothing is left.

    The id has at most _LONGEST bytes of UTF-8. Accented Latin letters become ASCII; letters and digits of other scripts
    are kept.
    """
    name = "-".join(split_words(text))
    return name.encode("utf-8")[:_LONGEST].decode("utf-8", "ignore").rstrip("-") or "paper"


def build_free_id(paper_id: str, taken: Collection[str]) -> str:
    """Return `paper_id` or, if it is `taken`, the first of `paper_id` with "-2", "-3", ... appended that is not."""
    number, free = 2, paper_id
    while free in taken:
        free, number = f"{paper_id}-{number}", number + 1
    return free


def split_words(text: str) -> list[str]:
    """Split `text` into words of letters and digits in lower case, with accented Latin letters as ASCII."""
    signs = "".join(map(_fold, unicodedata.normalize("NFKC", text))).lower()
    return [word for word in re.split(r"[\x00-/:-`{-\x7f]+", signs) if word]


def _fold(sign: str) -> str:
    """Reduce the character `sign` to the ASCII letters that it is composed of.

    A letter, mark or digit of another script stays as it is; any other character becomes "-".
    """
    ascii_text = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return ascii_text or (sign if unicodedata.category(sign)[0] in "LMN" else "-")
