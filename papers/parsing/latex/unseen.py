"""Strip passages that TeX does not typeset or nobody sees: white, transparent, tiny, stored, or switched off.

White text inside tables, drawings and colored boxes stays, because its background may be dark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from .comments import strip_conditionals, strip_environment
from .tokens import parse_argument, parse_arguments, parse_options

_SWITCH = re.compile(r"\\newif\s*\\if([A-Za-z@]+)")
_EXCLUDED = re.compile(r"\\(?:excludecomment|excludeversion)\s*\{([A-Za-z*]{1,40})\}")
_END_INPUT = re.compile(r"\\endinput(?![A-Za-z@])[^\n]*")
_DEFINED = re.compile(r"\\definecolor\s*\{([^{}]{1,60})\}\s*\{([^{}]{1,20})\}\s*\{([^{}]{1,80})\}")
_GROUND = re.compile(
    r"\\begin\s*\{(tabular[x*y]?|array|longtable|tikzpicture|tcolorbox|mdframed|colorframe)\}|\\f?colorbox(?![A-Za-z])"
)
_STORING = re.compile(
    r"\\(sbox|savebox|setbox|special|typeout|message|write|pdfcomment|invisible|@gobble)(?![A-Za-z@])\*?"
)
_HIDING = re.compile(
    r"(?<!color=)\\(textcolor|color|texttransparent|transparent|fontsize|scalebox|resizebox|clipbox)(?![A-Za-z@])\*?"
)
_GROUP_PART = re.compile(r"\\end(?![A-Za-z])|\\(?:normalcolor|color)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
_NUMBER = re.compile(r"-?\d*\.?\d+")
_MOST_EXCLUDED = 20
_PALE = 0.95  # smallest brightness of a color that is invisible on a white page
_CLEAR = 0.05  # opacity below which nothing is visible
_TINY = 2.0  # points, or the scale of a box in tenths


def strip_untypeset(tex: str) -> str:
    """Strip what TeX does not typeset from the whole text of a paper, whose macros are expanded, in linear time.

    These are excluded environments, branches of conditionals that are false, and contents of boxes and messages.
    """
    for name in sorted(set(_EXCLUDED.findall(tex)))[:_MOST_EXCLUDED]:
        tex = strip_environment(tex, name)
    tex = strip_environment(_END_INPUT.sub("", _EXCLUDED.sub("", tex)), "lrbox")
    switches = {name for name in _SWITCH.findall(tex) if f"\\{name}true" not in tex}
    tex = strip_conditionals(
        _SWITCH.sub("", tex), {"iffalse", *(f"if{name}" for name in switches)}, {"iftrue"}
    )
    return _strip_commands(tex, _STORING, _find_stored_end)


def strip_unseen(tex: str) -> str:
    """Strip the passages that are typeset so that nobody sees them, in linear time."""
    colors = {name: (model, spec) for name, model, spec in _DEFINED.findall(tex)}
    grounds = [(0, len(tex))] if "\\pagecolor" in tex else list(_find_grounds(tex))
    starts = [start for start, _ in grounds]

    def find_end(tex: str, match: re.Match[str]) -> int:
        at = bisect_right(starts, match.start()) - 1
        if at >= 0 and match.start() < grounds[at][1] and match[1] in ("textcolor", "color"):
            return 0
        return _find_unseen_end(tex, match, lambda model, spec: _is_pale(model, spec, colors))

    return _strip_commands(tex, _HIDING, find_end)


def _strip_commands(
    tex: str, commands: re.Pattern[str], find_end: Callable[[str, re.Match[str]], int]
) -> str:
    """Strip the passages that begin with one of `commands`; `find_end` returns where a passage ends, 0 to keep it."""
    kept, place = [], 0
    for match in commands.finditer(tex):
        if match.start() >= place and (end := find_end(tex, match)) > match.end():
            kept.append(tex[place : match.start()])
            place = end
    return "".join([*kept, tex[place:]])


def _find_stored_end(tex: str, match: re.Match[str]) -> int:
    """Return the index after the arguments of a command that does not typeset its arguments.

    Return 0 if it has no arguments.
    """
    _, place = parse_options(tex, match.end())
    if match[1] in ("setbox", "write"):  # "\\setbox0=\\hbox{...}", "\\write18{...}"
        brace = tex.find("{", place, place + 40)
        return parse_argument(tex, brace)[1] if brace >= 0 else 0
    return parse_arguments(tex, place, 2 if match[1] in ("sbox", "savebox") else 1)[1]


def _find_grounds(tex: str) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of passages that may have a dark background, in order and without overlaps."""
    place = 0
    for match in _GROUND.finditer(tex):
        if match.start() < place:
            continue
        if match[1]:
            place = tex.find(f"\\end{{{match[1]}}}", match.end())
            place = len(tex) if place < 0 else place
        else:
            _, place = parse_options(tex, match.end())
            _, place = parse_arguments(tex, place, 3 if match[0].startswith("\\f") else 2)
        yield match.start(), place


def _find_unseen_end(tex: str, match: re.Match[str], is_pale: Callable[[str, str], bool]) -> int:
    """Return the index after the passage that begins with the command of `match`.

    Return 0 if the passage is visible.
    """
    name = match[1]
    options, place = parse_options(tex, match.end())
    value, place = parse_argument(tex, place)
    if name in ("textcolor", "color"):
        unseen = is_pale(options[0] if options else "", value)
    elif name in ("texttransparent", "transparent"):
        unseen = _read_number(value, 1.0) < _CLEAR
    elif name == "fontsize":
        unseen = 0 < _read_number(value, 10.0) < _TINY
    elif name == "scalebox":
        unseen = abs(_read_number(value, 1.0)) * 10 < _TINY
    elif name == "resizebox":
        height, place = parse_argument(tex, place)
        unseen = any(
            _read_number(size, 99.0) < _TINY and size.strip().endswith("pt") for size in (value, height)
        )
    else:  # clipbox
        unseen = max((abs(float(number)) for number in _NUMBER.findall(value)[:4]), default=0.0) > 20
    if not unseen:
        return 0
    return (
        _find_group_end(tex, place)
        if name in ("color", "transparent", "fontsize")
        else parse_argument(tex, place)[1]
    )


def _find_group_end(tex: str, start: int) -> int:
    """Return the index where the group or environment around `start` ends, or where the next color begins."""
    depth = 0
    for match in _GROUP_PART.finditer(tex, start):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        if depth < 0 or (depth == 0 and match[0].startswith(("\\end", "\\color", "\\normalcolor"))):
            return match.start()
    return len(tex)


def _is_pale(model: str, spec: str, colors: dict[str, tuple[str, str]]) -> bool:
    """True for white and colors close to white.

    A color is given in a color model, or by name, perhaps mixed as xcolor does ("black!3").
    """
    name, _, share = spec.strip().partition("!")
    if not model and name in colors:
        model, spec = colors[name]
    elif not model:
        amount = _read_number(share, 100.0) / 100
        return (
            amount >= _PALE if name == "white" else bool(share) and "!" not in share and amount <= 1 - _PALE
        )
    numbers = [float(number) for number in _NUMBER.findall(spec)]
    match model:
        case "HTML":
            return re.fullmatch(r"(?:[fF][2-9a-fA-F]){3}", spec.strip()) is not None
        case "RGB":
            return bool(numbers) and min(numbers) >= 255 * _PALE
        case "cmyk":
            return bool(numbers) and max(numbers) <= 1 - _PALE
        case "gray" | "rgb":
            return bool(numbers) and min(numbers) >= _PALE
    return False


def _read_number(text: str, default: float) -> float:
    found = _NUMBER.search(text)
    return float(found[0]) if found else default
