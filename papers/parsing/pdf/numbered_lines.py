"""Remove line numbers from the lines of a bibliography.

This is for numbers that are between two columns, or too few to be recognized in the margin of one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from .text.lines import Line, build_line

_EACH, _FIFTH = 1, 5  # step of the numbering: every line has a number, or every fifth line
_FEWEST = {_EACH: 6, _FIFTH: 3}  # fewest numbers in a row
_NEAR = range(3, 8)  # lines from one number to the next, where every fifth line has a number
_LARGE = 100  # one-line entries of a bibliography may have successive numbers, but rarely up to this number


def drop_numbers(lines: Sequence[Line], pages: Sequence[int]) -> list[Line]:
    """Remove line numbers from the start and end of `lines`; `pages` are the pages of the lines."""
    result = list(lines)
    for end in (0, -1):
        numbers = {
            place: int(line.tokens[end].text)
            for place, line in enumerate(lines)
            if len(line.tokens) > 1 and line.tokens[end].text.isdecimal() and len(line.tokens[end].text) <= 4
        }
        for place in sorted(set(_find_numbered(numbers, pages))):
            tokens = result[place].tokens
            if len(tokens) > 1:
                result[place] = build_line(tokens[1:] if end == 0 else tokens[:-1])
    return result


def _find_numbered(numbers: dict[int, int], pages: Sequence[int]) -> Iterator[int]:
    """Yield the indexes of the lines whose numbers form a sequence of line numbers."""
    for step in (_EACH, _FIFTH):
        chosen = {place: number for place, number in numbers.items() if number % step == 0}
        for chain in _list_chains(chosen, step, pages):
            large = numbers[chain[-1]] >= _LARGE
            is_long = len(chain) >= _FEWEST[step] - large and (step == _FIFTH or large)
            if is_long and not _counts_entries(chain, numbers):
                yield from chain


def _counts_entries(chain: Sequence[int], numbers: Mapping[int, int]) -> bool:
    """True if the numbers of the chain are labels of entries rather than line numbers.

    This is assumed if the next lower or higher number is several lines away, or if many of the numbers that the chain
    skips are printed within it.
    """
    first, last = chain[0], chain[-1]
    before = max((place for place in numbers if place < first), default=first)
    after = min((place for place in numbers if place > last), default=last)
    inside = {number for place, number in numbers.items() if first < place < last}
    between = set(range(numbers[first], numbers[last])) - {numbers[place] for place in chain}
    return (
        (numbers[first] - numbers[before] == 1 < first - before)
        or (numbers[after] - numbers[last] == 1 < after - last)
        or len(between & inside) > len(chain)
    )


def _list_chains(numbers: dict[int, int], step: int, pages: Sequence[int]) -> Iterator[list[int]]:
    chain: list[int] = []
    places = sorted(numbers)
    for place, after in pairwise([*places, -1]):
        chain.append(place)
        near = after - place == 1 if step == _EACH else after - place in _NEAR
        if not (near and pages[after] == pages[place] and numbers[after] - numbers[place] == step):
            yield chain
            chain = []
