"""Ids of papers, made from file names and from the ids of other sources."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from .latex import FOLDER_NAMES, MAIN_NAMES

_LONGEST = 120  # characters; an id with a key and a suffix must fit into a file name of 255 bytes


def derive_paper_id(path: Path) -> str:
    """The id of the paper at `path`: `build_paper_id` of the file's stem.

    A generic file name ("main.tex") is replaced by its folder's name, and a generic folder name ("latex") by its
    parent's.
    """
    name = path.name if path.is_dir() else re.sub(r"\.tar$", "", path.stem)
    generic = FOLDER_NAMES if path.is_dir() else MAIN_NAMES if path.suffix.lower() == ".tex" else ()
    if name.lower() in generic and path.parent.name:
        name = path.parent.name
    return build_paper_id(name)


def build_paper_id(text: str) -> str:
    """`text` as an id: lower-case ASCII words joined by "-", at most _LONGEST characters; "paper" if nothing is left."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")[:_LONGEST].rstrip("-") or "paper"
