"""Captions of figures with panels, split as in MMSci."""

from __future__ import annotations

import re
from string import ascii_lowercase

_LABEL = re.compile(r"\(([a-z])\)")
_JOINT = re.compile(r"(?:[-–,&]|and)?\s*\([a-z]\)")  # another label at the beginning
_ENDS = ".!?;:"
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)", re.DOTALL)


def sub_captions(caption: str) -> dict[str, str]:
    """The text of each panel by its letter: "(a) Loss. (b) Accuracy." gives {"a": "Loss.", "b": "Accuracy."}.

    A label counts at the very beginning, or after one of . ! ? ; : and a space, so that "as in (a)" does not. Its text runs
    to the next label that counts. Panels without text are left out, a repeated label overwrites the one before, text
    before the first label is ignored; "(a, b)", "(a-c)", "(A)" and "a," are no labels. The letters' order is not checked.
    """
    starts = [match for match in _LABEL.finditer(caption) if _counts(caption, match.start())]
    ends = [*(match.start() for match in starts), len(caption)][1:]
    found: dict[str, str] = {}
    for match, end in zip(starts, ends, strict=True):
        text = caption[match.end() : end].strip()
        if text:
            found[match[1]] = text
    return found


def panel_captions(caption: str) -> dict[str, str]:
    """`sub_captions` where they belong to one panel each, lettered from a; {} for captions of several panels together, such as
    "(a)(b) Loss." and "(b)-(f) Loss by layer." """
    found = sub_captions(caption)
    in_turn = "".join(sorted(found)) == ascii_lowercase[: len(found)]
    return found if in_turn and not any(map(_JOINT.match, found.values())) else {}


def _counts(caption: str, at: int) -> bool:
    return at == 0 or (at >= 2 and caption[at - 1] == " " and caption[at - 2] in _ENDS)


def main_caption(text: str) -> str:
    """The text after the first "<number>:" ("Figure 3: Loss." gives "Loss."); unchanged without one."""
    match = re.search(r"\d+:", text)
    return text[match.end() :].strip() if match else text


def plain(text: str) -> str:
    """`text` with formulas between $$ or \\( \\) as the text that a reader sees; one that cannot be read stays."""

    def shown(match: re.Match[str]) -> str:
        from pylatexenc.latex2text import LatexNodes2Text

        try:
            return str(LatexNodes2Text().latex_to_text(match[1] or match[2])).strip()
        except Exception:  # pylatexenc raises what it likes on broken TeX
            return match[0]

    return _FORMULA.sub(shown, text)
