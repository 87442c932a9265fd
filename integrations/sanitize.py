"""Plain text of papers, files, servers and models: it must not steer a terminal, forge lines or make Markdown links."""

from __future__ import annotations

import re

_LINK_SYNTAX = re.compile(r"[\\`\[\]]|!(?=\[)")  # with these, Markdown makes links, images and code


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


def escape_markdown(text: str) -> str:
    """`text` as plain Markdown: it cannot contain HTML, images or links."""
    escaped = _LINK_SYNTAX.sub(r"\\\g<0>", clean(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
