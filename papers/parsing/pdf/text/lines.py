"""Combine tokens into lines: tokens on one baseline and close together, including scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median_high
from typing import Literal

from ....types import BBox
from ...raised_numbers import is_exponent, is_isotope
from .fonts import Font
from .frame import bounding_box
from .glyphs import to_superscript
from .tokens import Token

# Largest gap between two tokens of a line, as a share of the font size. Column gutters of the common styles are at
# least 12 pt wide at 10 pt type; gaps in justified text stay below 10 pt.
_LINE_GAP = 1.15
# Largest deviation of a baseline within a line, as a share of the size: includes scripts, but not stacked fractions.
_SCRIPT_REACH = 0.55
_HOLE = (
    0.1  # font sizes by which a script drawn later may overlap its neighbors; at most twice that is before it
)
_SCRIPT_SIZE = 0.85  # share of the adjacent token's size below which a token may be a script


@dataclass(frozen=True)
class Line:
    """A horizontal run of tokens.

    `size` is the font size of most characters; `bold` and `italic` apply to nearly all characters.
    """

    tokens: tuple[Token, ...]
    bbox: BBox
    baseline: float
    size: float
    bold: bool
    italic: bool

    @cached_property
    def words(self) -> Sequence[tuple[str, BBox]]:
        """The words with their boxes.

        Raised digits become superscripts ("models ¹²", "10⁻³"), and glued parts rejoin their word.
        """
        return _spell_words(self.tokens)

    @cached_property
    def text(self) -> str:
        """The words joined by single spaces."""
        return " ".join(word for word, _ in self.words)

    @cached_property
    def characters(self) -> int:
        """Number of characters without spaces."""
        return sum([len(token.text) for token in self.tokens])

    @property
    def opens_bold(self) -> bool:
        """True if the line begins in bold and continues in regular type.

        It is then a heading on the first line of its paragraph.
        """
        return self.tokens[0].font.bold and not self.bold


def _spell_words(tokens: Sequence[Token]) -> list[tuple[str, BBox]]:
    """Return the words of a line with their boxes.

    Scripts belong to their word. However, a raised mark before or after a word of two letters or more is a separate
    word.
    """
    words: list[tuple[str, BBox]] = []
    apart = True  # True if the last word was a mark
    last: _Role = "label"
    for place, (token, role) in enumerate(zip(tokens, _classify_tokens(tokens), strict=True)):
        text = to_superscript(token.text) if role in ("super", "label") else token.text
        mark = role == "label" or (role == "super" and last == "base" and _is_mark(token.text, words[-1][0]))
        isotope = mark and place + 1 < len(tokens) and _is_mass_number(token, tokens[place + 1])
        closes = (
            text[0] in _CLOSING
            and place > 0
            and last != "label"
            and _closes_word(tokens[place - 1], token, last)
        )
        glued = token.glued or (last in ("sub", "super") and _is_close(tokens[place - 1], token))
        joins = (glued and not apart) or closes if role == "base" else not mark
        if joins and words:
            words[-1] = (words[-1][0] + text, words[-1][1].union(token.bbox))
        else:
            words.append((text, token.bbox))
        apart = not isotope and (mark or (apart and role == "super"))
        last = role
    return words


def _closes_word(before: Token, token: Token, role: _Role) -> bool:
    """True if the punctuation `token` is close enough to the token before it, which has `role`, to belong to it."""
    script = role in ("super", "sub") and token.bbox.x0 - before.bbox.x1 < 0.35 * token.font.size
    return script or _is_close(before, token)


_Role = Literal["base", "super", "sub", "label"]
_CLOSING = ",.;:)]}"


def _classify_tokens(tokens: Sequence[Token]) -> list[_Role]:
    """Classify each token of a line.

    A token is regular text, a script of the text before it, or a raised label of the text after it.
    """
    roles: list[_Role] = []
    base: Token | None = None
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        small = base is not None and token.font.size < _SCRIPT_SIZE * base.font.size
        if small and base is not None and _is_raised(token, base) and _is_close(tokens[place - 1], token):
            roles.append("super")
        elif small and base is not None and _is_lowered(token, base) and _is_close(tokens[place - 1], token):
            roles.append("sub")
        elif after is not None and _is_raised(token, after) and _is_label(token.text):
            roles.append("label")
        else:
            roles.append("base")
            base = token
    return roles


def _is_raised(token: Token, base: Token) -> bool:
    size = base.font.size
    return token.font.size < _SCRIPT_SIZE * size and base.baseline - token.baseline > 0.2 * size


def _is_lowered(token: Token, base: Token) -> bool:
    size = base.font.size
    return token.font.size < _SCRIPT_SIZE * size and token.baseline - base.baseline > 0.08 * size


def _is_close(before: Token, token: Token) -> bool:
    size = max(before.font.size, token.font.size)
    return token.glued or token.bbox.x0 - before.bbox.x1 < 0.12 * size


def _is_label(text: str) -> bool:
    """True for a number or sign that, when raised, labels the text after it as an affiliation or a footnote."""
    return text.isdecimal() or not any(map(str.isalnum, text))


def _is_mass_number(token: Token, after: Token) -> bool:
    """True if the raised number belongs to the chemical element after it.

    A mark of the text before it would be further away from the element.
    """
    return is_isotope(token.text, after.text) and _is_close(token, after)


def _is_mark(text: str, word: str) -> bool:
    """True if a raised text is a footnote or citation number after the word, not a part of the word (an exponent)."""
    if is_exponent(word, text):
        return False
    return len(word) >= 2 and (word[-2:].isalpha() or not word[-1].isalnum()) and not text.isalpha()


def build_line(tokens: Iterable[Token]) -> Line:
    """Build a line from `tokens`, sorted from left to right."""
    ordered = tuple(sorted(tokens, key=lambda token: (token.bbox.x0, token.bbox.y0)))
    box = bounding_box([token.bbox for token in ordered])
    font = ordered[0].font
    if all(token.font is font for token in ordered):  # true for most lines
        baseline = median_high([token.baseline for token in ordered])
        return Line(ordered, box, baseline, font.size, font.bold, font.italic)
    fonts: Counter[Font] = Counter()
    for token in ordered:
        fonts[token.font] += len(token.text)
    size = _find_main_size(fonts)
    main = [token for token in ordered if token.font.size == size]
    characters = sum(fonts.values())
    # A line that begins in bold and ends in regular type is a heading and its paragraph's text, not a bold line.
    first, last = ordered[0].font, ordered[-1].font
    bold = sum(n for font, n in fonts.items() if font.bold) > 0.85 * characters and (
        last.bold or not first.bold
    )
    italic = sum(n for font, n in fonts.items() if font.italic) > 0.85 * characters
    return Line(ordered, box, median_high([token.baseline for token in main]), size, bold, italic)


def build_lines(tokens: Sequence[Token]) -> list[Line]:
    """Build lines from the upright tokens, in the drawing order of their first tokens."""
    groups: list[list[Token]] = []
    for token in tokens:
        if not token.upright:
            continue
        if not groups or not _continues_line(groups[-1], token):
            groups.append([])
        groups[-1].append(token)
    return _merge_lines([build_line(group) for group in groups])


def _continues_line(group: list[Token], token: Token) -> bool:
    last = group[-1]
    if token.font is last.font and token.baseline == last.baseline:  # nearly always true
        size = last.font.size
        return -0.6 * size - last.bbox.width < token.bbox.x0 - last.bbox.x1 < _LINE_GAP * size
    size = max(last.font.size, token.font.size)
    base = group[-4] if len(group) > 3 else group[0]
    for other in group[-3:]:
        if other.font.size > base.font.size:
            base = other
    if abs(token.baseline - base.baseline) > _SCRIPT_REACH * max(size, base.font.size):
        return False
    gap = token.bbox.x0 - last.bbox.x1
    return -0.6 * size - last.bbox.width < gap < _LINE_GAP * size


def _merge_lines(lines: list[Line]) -> list[Line]:
    """Merge the pieces of a line that the file draws separately, such as scripts, accents, or bold words drawn last."""
    lines = list(lines)
    by_height = sorted(range(len(lines)), key=lambda i: (lines[i].baseline, lines[i].bbox.x0))
    alive = [True] * len(lines)
    changed = True
    while changed:
        changed = False
        for place, i in enumerate(by_height):
            if not alive[i]:
                continue
            for j in by_height[place + 1 : place + 30]:
                if lines[j].baseline - lines[i].baseline > 0.6 * max(lines[i].size, 1.0):
                    break
                if alive[j] and alive[i] and _is_same_line(lines[i], lines[j]):
                    keep, drop = min(i, j), max(i, j)
                    lines[keep] = build_line(lines[i].tokens + lines[j].tokens)
                    alive[drop] = False
                    changed = True
    return [line for line, living in zip(lines, alive, strict=True) if living]


def _is_same_line(a: Line, b: Line) -> bool:
    size = max(a.size, b.size)
    small = min(a.size, b.size)
    reach = _SCRIPT_REACH * size if small < 0.85 * size else 0.15 * size
    if abs(a.baseline - b.baseline) > reach:
        return False
    left, right = (a, b) if a.bbox.x0 <= b.bbox.x0 else (b, a)
    gap = right.bbox.x0 - left.bbox.x1
    if -0.5 * size < gap < 0.7 * size:
        return True
    return gap < 0 and small < _SCRIPT_SIZE * size and _fills_hole(*((a, b) if a.size > b.size else (b, a)))


def _fills_hole(line: Line, script: Line) -> bool:
    """True if `script`, which the file draws later than `line`, fits into a gap right after a token of `line`."""
    near = _HOLE * line.size
    edges = [token.bbox for token in line.tokens]
    free = all(box.x1 < script.bbox.x0 + near or box.x0 > script.bbox.x1 - near for box in edges)
    return free and any(-near < script.bbox.x0 - box.x1 < 2 * near for box in edges)


def _find_main_size(fonts: Counter[Font]) -> float:
    sizes: Counter[float] = Counter()
    for font, count in fonts.items():
        sizes[font.size] += count
    return max(sizes, key=lambda size: (sizes[size], size))
