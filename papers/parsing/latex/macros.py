"""Expand the author's own macros."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .tokens import (
    find_group_end,
    find_option_end,
    parse_argument,
    parse_arguments,
    parse_options,
    skip_blank,
)

_DEFINITION = re.compile(
    r"\\(?:(?P<new>(?:re|provide)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator)\*?\s*\{?\s*\\(?P<name>[A-Za-z@]+)\s*\}?"
    r"|[gex]?def\s*\\(?P<primitive>[A-Za-z@]+)(?P<parameters>(?:#\d)*)\s*(?=\{))"
)
_USE = re.compile(r"\\([A-Za-z@]+)")
_ROUNDS = 8  # most levels of nested definitions that are expanded
_GROWTH = 4  # most times by which the text may grow; stops a macro that doubles itself
_MOST = 200_000  # most expansions in one round

# Commands that this package interprets itself: a redefinition does not change their meaning.
_KEPT = frozenset(
    {
        "begin", "end", "section", "subsection", "subsubsection", "paragraph", "caption", "label", "ref", "cite", "citep",
        "citet", "input", "include", "includegraphics", "footnote", "title", "author", "bibitem", "item", "abstract",
        "maketitle", "bibliography", "par", "and", "thanks", "newblock",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Macro:
    """A command with `count` arguments; `body` refers to them as #1, #2, ...

    `default` is the default of the first argument, or None if the first argument has no default.
    """

    body: str
    count: int = 0
    default: str | None = None


def expand_macros(text: str) -> str:
    """Expand commands that are defined with \\newcommand, \\def and similar commands.

    Runaway definitions stop at _GROWTH times the length of the text.
    """
    macros, text = _collect_definitions(text)
    limit = max(len(text) * _GROWTH, 10_000)
    for _ in range(_ROUNDS if macros else 0):
        expanded = _expand_once(text, macros, limit)
        if expanded == text:
            break
        text = expanded
    return text


def _collect_definitions(text: str) -> tuple[dict[str, Macro], str]:
    macros: dict[str, Macro] = {}
    kept, place = [], 0
    for match in _DEFINITION.finditer(text):
        if match.start() < place:
            continue
        name = match["name"] or match["primitive"]
        macro, end = _parse_definition(text, match)
        if macro is None:
            continue
        if name not in _KEPT:
            macros[name] = macro
        kept.append(text[place : match.start()])
        place = end
    return macros, "".join([*kept, text[place:]])


def _parse_definition(text: str, match: re.Match[str]) -> tuple[Macro | None, int]:
    start = match.end()
    count, default = len(match["parameters"] or "") // 2, None
    if match["new"] and match["new"] != "DeclareMathOperator":
        given, start = parse_options(text, start)
        count = int(given[0]) if given and given[0].strip().isdigit() else 0
        default = given[1] if len(given) > 1 else None
    start = skip_blank(text, start)
    if not text.startswith("{", start) or find_group_end(text, start) < 0:
        return None, start
    body, end = parse_argument(text, start)
    return Macro(
        f"\\operatorname{{{body}}}" if match["new"] == "DeclareMathOperator" else body, min(count, 9), default
    ), end


def _expand_once(text: str, macros: dict[str, Macro], limit: int) -> str:
    kept: list[str] = []
    place = length = uses = 0
    for match in _USE.finditer(text):
        macro = macros.get(match[1])
        if macro is None or match.start() < place:
            continue
        body, end = _expand_call(text, match.end(), macro)
        kept += [text[place : match.start()], body]
        length += len(kept[-1]) + len(kept[-2])
        place = end
        uses += 1
        if length > limit or uses > _MOST:
            break
    return "".join([*kept, text[place:]])


def _expand_call(text: str, start: int, macro: Macro) -> tuple[str, int]:
    """Return the macro's body with its arguments inserted, and the index after the call.

    White space after a command without arguments is kept.
    """
    if macro.count == 0:
        return macro.body, start
    values: list[str] = []
    if macro.default is not None:
        place = skip_blank(text, start)
        end = find_option_end(text, place) if text.startswith("[", place) else -1
        values.append(text[place + 1 : end - 1] if end > 0 else macro.default)
        start = end if end > 0 else start
    more, start = parse_arguments(text, start, macro.count - len(values))
    values += more
    return re.sub(
        r"#(\d)", lambda m: values[int(m[1]) - 1] if 0 < int(m[1]) <= len(values) else "", macro.body
    ), start
