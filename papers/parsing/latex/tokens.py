"""Find the basic units of TeX: balanced groups, optional arguments, arguments of a command."""

from __future__ import annotations

import re
from functools import lru_cache

_LONGEST_OPTION = 2_000  # most characters between "[" and "]"
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACKET = re.compile(r"\\.|[{}\]]", re.DOTALL)
_BLANK = re.compile(r"[ \t]*\n?[ \t]*")


@lru_cache(maxsize=8)  # the same text is queried many times while it is parsed
def _match_braces(text: str) -> dict[int, int]:
    """Map the index of each opening brace to the index after its closing brace."""
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            waiting.append(match.start())
        elif match[0] == "}" and waiting:
            pairs[waiting.pop()] = match.end()
    return pairs


def count_unmatched_braces(text: str) -> int:
    """Count the braces in `text` that have no partner."""
    braces = sum(len(match[0]) == 1 for match in _BRACE.finditer(text))
    return braces - 2 * len(_match_braces(text))


def find_group_end(text: str, start: int) -> int:
    """Return the index after the "}" that closes the "{" at `start`; -1 if it is not closed."""
    return _match_braces(text).get(start, -1)


def find_option_end(text: str, start: int) -> int:
    """Return the index after the "]" that closes the "[" at `start`, respecting braces; -1 if no "]" is near."""
    depth = 0
    for match in _BRACKET.finditer(text, start, start + _LONGEST_OPTION):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth < 0:
                return -1
        elif match[0] == "]" and depth == 0:
            return match.end()
    return -1


def skip_blank(text: str, start: int) -> int:
    """Return the index of the first non-blank character from `start`; at most one line end is skipped."""
    match = _BLANK.match(text, start)
    return match.end() if match else start


def parse_options(text: str, start: int) -> tuple[list[str], int]:
    """Parse optional arguments "[...]" from `start`, with blanks allowed between them; also return the index after."""
    found = []
    place = skip_blank(text, start)
    while text.startswith("[", place):
        end = find_option_end(text, place)
        if end < 0:
            break
        found.append(text[place + 1 : end - 1])
        start, place = end, skip_blank(text, end)
    return found, start


def parse_argument(text: str, start: int) -> tuple[str, int]:
    """Parse the argument at `start`: a group without its braces, a command, or one character; also return its end.

    The end is the index after the argument. An unclosed group ends with its paragraph.
    """
    place = skip_blank(text, start)
    if place >= len(text):
        return "", len(text)
    if text[place] == "{":
        end = find_group_end(text, place)
        if end < 0:
            end = text.find("\n\n", place)
            end = len(text) if end < 0 else end
            return text[place + 1 : end], end
        return text[place + 1 : end - 1], end
    if text[place] == "\\":
        match = re.compile(r"\\(?:[A-Za-z@]+|.)", re.DOTALL).match(text, place)
        return (match[0], match.end()) if match else (text[place], place + 1)
    return text[place], place + 1


def parse_arguments(text: str, start: int, count: int) -> tuple[list[str], int]:
    """Parse `count` arguments from `start`; also return the index after the last argument."""
    found = []
    for _ in range(count):
        value, start = parse_argument(text, start)
        found.append(value)
    return found, start
