"""Print to streams with encodings other than UTF-8, such as those of a Latin-1 locale."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TextIO


def replace_unencodable() -> None:
    """Let stdout and stderr print "?" for characters that their encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not is_utf(stream):
            stream.reconfigure(errors="replace")


def is_utf(stream: TextIO) -> bool:
    """True if the encoding of `stream` has every character."""
    return (stream.encoding or "utf-8").lower().startswith("utf")
