"""Removal of control characters: text of papers, files, servers and models must not steer a terminal or forge lines."""

from __future__ import annotations


def clean(text: str) -> str:
    """`text` with every non-printable character but the line break replaced by a blank.

    These are C0 and C1 controls (escape sequences begin with one), bidirectional overrides, and lone surrogates.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def clean_line(text: str) -> str:
    """`clean` in one line: text in a message on stderr cannot begin another one."""
    return clean(text).replace("\n", " ").rstrip()
