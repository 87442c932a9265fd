"""Clean untrusted text of papers, files, servers and models.

Cleaned text cannot control a terminal, forge lines or make Markdown links.
"""

from __future__ import annotations

import re

_LINK_SYNTAX = re.compile(r"[\\`\[\]]|!(?=\[)")  # Markdown uses these characters for links, images and code


def clean(text: str) -> str:
    """Return `text` with a space in place of every non-printable character except line breaks.

    Non-printable are C0 and C1 controls (escape sequences begin with one), bidirectional overrides, and lone
    surrogates.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def clean_line(text: str) -> str:
    """Return `text` cleaned and in one line, so that it cannot begin a second message on stderr."""
    return clean(text).replace("\n", " ").rstrip()


def escape_markdown(text: str) -> str:
    """Return `text` escaped for Markdown, so that it cannot contain HTML, images or links."""
    escaped = _LINK_SYNTAX.sub(r"\\\g<0>", clean(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
