"""Strip text that TeX does not typeset: comments, disabled passages, text after the end of the document."""

from __future__ import annotations

import re

_URL = re.compile(r"(\\(?:url|href|path|nolinkurl)\s*\{)([^{}\n]{0,2000})")
# A comment includes its line end and the leading blanks of the next line; an empty line after it is kept.
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*(?=\S))?")
_CONDITION = re.compile(r"\\(if[a-z]*|fi|else)(?![A-Za-z@])")
_NO_CONDITION = frozenset({"iff", "ifthenelse", "ifstrequal"})  # commands without an \\fi


def strip_comments(text: str) -> str:
    """Strip comments, `comment` environments, \\iffalse passages, and text after \\end{document}. Linear time."""
    text = _URL.sub(lambda m: m[1] + re.sub(r"(?<!\\)%", r"\\%", m[2]), text)
    text = _COMMENT.sub(r"\1", text)
    text = _strip_environment(text, "comment")
    end = text.find("\\end{document}")
    return _strip_false_conditionals(text[:end] if end >= 0 else text)


def _strip_environment(text: str, name: str) -> str:
    opening, closing = f"\\begin{{{name}}}", f"\\end{{{name}}}"
    kept, place = [], 0
    while (start := text.find(opening, place)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[place:start])
        place = end + len(closing)
    return "".join([*kept, text[place:]])


def _strip_false_conditionals(text: str) -> str:
    """Strip "\\iffalse ... \\fi" but keep the text of its \\else; nested conditionals are counted."""
    if "\\iffalse" not in text:
        return text
    kept, place, depth = [], 0, 0
    for match in _CONDITION.finditer(text):
        word = match[1]
        if depth == 0:
            if word == "iffalse":
                kept.append(text[place : match.start()])
                depth = 1
        elif word == "fi":
            depth -= 1
            place = match.end() if depth == 0 else place
        elif word == "else":
            if depth == 1:
                depth, place = 0, match.end()
        elif word not in _NO_CONDITION:
            depth += 1
    return "".join([*kept, text[place:] if depth == 0 else ""])
