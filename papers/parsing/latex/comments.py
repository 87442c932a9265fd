"""Strip text that TeX does not typeset: comments, disabled passages, text after the end of the document."""

from __future__ import annotations

import re
from collections.abc import Set

_URL = re.compile(r"(\\(?:url|href|path|nolinkurl)\s*\{)([^{}\n]{0,2000})")
# A comment includes its line end and the leading blanks of the next line; an empty line after the comment is kept.
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*(?=\S))?")
_CONDITION = re.compile(r"\\(if[a-z]*|fi|else)(?![A-Za-z@])")
_NO_CONDITION = frozenset({"iff", "ifthenelse", "ifstrequal"})  # commands without an \\fi


def strip_comments(text: str) -> str:
    """Strip comments, `comment` environments, \\iffalse passages, and text after \\end{document}, in linear time."""
    text = _URL.sub(lambda m: m[1] + re.sub(r"(?<!\\)%", r"\\%", m[2]), text)
    text = _COMMENT.sub(r"\1", text)
    text = strip_environment(text, "comment")
    end = text.find("\\end{document}")
    return strip_conditionals(text[:end] if end >= 0 else text, {"iffalse"}, set())


def strip_environment(text: str, name: str) -> str:
    """Strip all environments called `name` from `text`."""
    opening, closing = f"\\begin{{{name}}}", f"\\end{{{name}}}"
    kept, place = [], 0
    while (start := text.find(opening, place)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[place:start])
        place = end + len(closing)
    return "".join([*kept, text[place:]])


def strip_conditionals(text: str, false: Set[str], true: Set[str]) -> str:
    """Strip the branches of conditionals that TeX does not typeset.

    A conditional in `false` loses its first branch, a conditional in `true` its \\else branch. Nested conditionals are
    counted.
    """
    kept, place = [], 0
    above: list[str] = []  # conditionals that are open here, outermost first
    off = 0  # number of open conditionals in a branch that is stripped
    for match in _CONDITION.finditer(text):
        word, before = match[1], off
        if word.startswith("if") and word not in _NO_CONDITION:
            above.append("off" if word in false else "on" if word in true else "unknown")
            off += above[-1] == "off"
        elif word == "else" and above:
            off += {"off": -1, "on": 1}.get(above[-1], 0)
            above[-1] = {"off": "on", "on": "off"}.get(above[-1], "unknown")
        elif word == "fi" and above:
            off -= above.pop() == "off"
        if off and not before:
            kept.append(text[place : match.start()])
        elif before and not off:
            place = match.end()
    return "".join([*kept, text[place:] if off == 0 else ""])
