"""Find the numbered equations of a paper, and the text that explains them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ..types import Block, Paper

_NUMBER = r"[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?"
# A separate number in a displayed formula: "... = E + 1, (3.2)". Some journals print "[7]" or, in a damaged font,
# "ð7Þ".
_PRINTED = re.compile(
    rf"(?:^|\s)(?:\((?P<number>{_NUMBER})\)|ð(?P<damaged>{_NUMBER})Þ)(?=\s|$)|\[(?P<last>{_NUMBER})\]$"
)
_LABEL = r"\b(?:eqs?|eqns?|equations?|formulas?|formulae)\b\.?\s*"
_FORMULA_SIGNS = re.compile(r"[=<>≤≥≈∼∝→∑∫±×·∂∇]")
_SHORTEST = 5  # fewest words of a paragraph that is not a piece of a formula
_FEW = 4  # most paragraphs that mention an equation


@dataclass(frozen=True, slots=True)
class Equation:
    """A displayed formula with its printed number.

    `block` has its text, page and box, and `place` is the index of the block in the paper. `latex` is its LaTeX, "" if
    the paper's sources are missing.
    """

    number: str
    block: Block
    place: int
    latex: str = ""


def list_equations(paper: Paper) -> tuple[Equation, ...]:
    """List the numbered equations in order, each number once."""
    found: dict[str, Equation] = {}
    latex = dict(paper.formulas)
    for place, block in enumerate(paper.blocks):
        for number in _find_numbers(block, latex):
            found.setdefault(number, Equation(number, block, place, latex.get(number, "")))
    return tuple(found.values())


def find_equation(paper: Paper, number: str) -> Equation | None:
    """Return the equation with that number; None if there is no such equation."""
    return next((each for each in list_equations(paper) if each.number.lower() == number.lower()), None)


def _find_numbers(block: Block, known: Collection[str]) -> Iterator[str]:
    is_formula = block.kind == "equation"
    if not is_formula and not (block.kind == "paragraph" and _FORMULA_SIGNS.search(block.text)):
        return
    for match in _PRINTED.finditer(block.text):
        ends = match.end() >= len(block.text.rstrip())
        number = next(filter(None, match.groups()))
        if is_formula or ends or number in known:
            yield number


def find_explanations(paper: Paper, equation: Equation) -> list[Block]:
    """Return the paragraphs that explain an equation.

    These are the paragraph before it, the paragraph after it, and the first paragraphs that mention its number.
    """
    texts = [
        (place, block) for place, block in enumerate(paper.blocks) if block.kind in ("paragraph", "list")
    ]
    before = [
        block for place, block in texts if place < equation.place and block.section == equation.block.section
    ][-1:]
    behind = [block for place, block in texts if place > equation.place][:1]
    number = re.escape(equation.number)
    named = re.compile(
        rf"{_LABEL}\(?(?:{_NUMBER}\)?\s?(?:,|and|to|–|-)\s?\(?)?{number}\)?(?![\w.]*\d)", re.IGNORECASE
    )
    mentions = [block for _, block in texts if named.search(block.text)][:_FEW]
    return [block for block in dict.fromkeys([*before, *behind, *mentions]) if block is not equation.block]
