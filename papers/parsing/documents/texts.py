"""Read Markdown and plain text."""

from __future__ import annotations

import re
from dataclasses import replace

from .html import find_year, invert_name, read_html
from .types import MarkedText, Part

_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n(?:---|\.\.\.)\s*\n", re.DOTALL)
_FIELD = re.compile(r"^(\w+):\s*(.*)$|^\s*-\s+(.*)$", re.MULTILINE)
_NUMBERED = re.compile(r"(?P<number>\d+(?:\.\d+)*)\.?\s+\S")
_ITEM = re.compile(r"\s*(?:[-*•–]|\(?\d+[.)])\s+")
_HEADING_WORDS = 10  # most words of a line that may be a heading
_ENDS = (".", ";", ":", "?", "!")


def read_markdown(text: str) -> MarkedText:
    """Read Markdown (CommonMark with tables), and the title, authors and date in its front matter."""
    from markdown_it import MarkdownIt

    match = _FRONT_MATTER.match(text)
    fields = _read_fields(match[1]) if match else {}
    body = text[match.end() :] if match else text
    page = read_html(f"<body>{MarkdownIt('commonmark').enable('table').render(body)}</body>".encode())
    names = fields.get("authors") or fields.get("author") or []
    return replace(
        page,
        title="".join(fields.get("title", [])[:1]),
        authors=tuple(map(invert_name, names)),
        year=find_year(" ".join(fields.get("date", fields.get("year", [])))),
    )


def _read_fields(text: str) -> dict[str, list[str]]:
    """Map the names of the simple fields and lists in a YAML front matter to lists of their values."""
    fields: dict[str, list[str]] = {}
    name = ""
    for match in _FIELD.finditer(text):
        name = (match[1] or name).lower()
        value = (match[2] if match[1] else match[3]).strip().strip("\"'")
        listed = value[1:-1].split(",") if value.startswith("[") else [value]
        fields.setdefault(name, []).extend(each.strip().strip("\"'") for each in listed if each.strip())
    return fields


def read_plain(text: str) -> MarkedText:
    """Read plain text.

    Paragraphs end at blank lines. A short separate line without a comma or a final punctuation mark is a heading.
    """
    parts: list[Part] = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        if not lines:
            continue
        line = " ".join(lines)
        if (
            len(lines) == 1
            and len(line.split()) <= _HEADING_WORDS
            and "," not in line
            and not line.endswith(_ENDS)
        ):
            number = _NUMBERED.match(line)
            parts.append(
                Part("heading", line, number["number"].count(".") + 2 if number else 2 if parts else 1)
            )
        elif all(map(_ITEM.match, lines)):
            parts += [Part("list", _ITEM.sub("", each, count=1)) for each in lines]
        else:
            parts.append(Part("paragraph", line))
    return MarkedText(tuple(parts))
