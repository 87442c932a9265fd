"""Invented papers as content without a style: front matter, headings, paragraphs, formulas, figures and tables."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from .words import HEADS, NOTES, NOUNS, make_number, make_paragraph, make_sentence

_FORMS = ("decimal", "percent", "thousands", "spaced", "plain")
_FIRST = "Anna Boris Clara Daniel Elena Farid Grace Hiro Ines Jonas Katrin Lars Mina Noor Oscar Priya".split()
_LAST = (
    "Abbott Brandt Castillo Dvorak Eriksen Fontaine Grünwald Hargreaves Ishikawa Jensen Kowalski Lindqvist Moreau "
    "Novak Okafor Petrov Quintana Rossi Santos Tanaka"
).split()
_TITLES = (
    "The Effects of {0} on {1}/A Survey of {0} and {1}/{0} Without {1}: Evidence From Regional Offices/"
    "Measuring {0} by {1}/Toward a Theory of {0}/Why {0} Still Depends on {1}"
).split("/")
_MAIN = (
    "Data and Methods/Study Area/Materials/Theory/Experimental Design/Estimation/Findings/Robustness/Sources of Error/"
    "Model Specification/Previous Surveys/Case Studies"
).split("/")
_SUB = (
    "Effects of {0}/Growth of {0} and {1}/{0} in the north/Measures of {0}/Sampling/Sources of {0}/"
    "The role of {0}/Limits of the data/Interviews and records"
).split("/")
FIRST_YEAR, LAST_YEAR = 1991, 2024

FloatKind = Literal["figure", "table"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` is 1, 2 or 3."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A displayed formula; `shape` is its index among several formulas."""

    shape: int


@dataclass(frozen=True, slots=True)
class Float:
    """A figure or table with its caption.

    A cell of `rows` that spans columns is followed by "" in the other columns. `header` is the number of header rows.
    A `wide` float spans the page.
    """

    kind: FloatKind
    number: int
    caption: str
    rows: tuple[tuple[str, ...], ...] = ()
    header: int = 1
    wide: bool = False
    bars: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two floats of one kind side by side, each with its own caption."""

    left: Float
    right: Float


Item = Paragraph | Heading | Formula | Float | Pair


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a paper. `venue` is the name of its journal or conference."""

    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    abstract: str
    items: tuple[Item, ...]

    @property
    def floats(self) -> list[Float]:
        """All floats, in the order of the text."""
        found: list[Float] = []
        for item in self.items:
            if isinstance(item, Float):
                found.append(item)
            elif isinstance(item, Pair):
                found += [item.left, item.right]
        return found


def make_content(random: Random, *, levels: int = 2) -> Content:
    """Return a random paper with sections, one to three `levels` of headings, three figures and four tables."""
    nouns = random.sample([noun for noun in NOUNS if " " not in noun], 2)
    authors = tuple(
        f"{first} {last}"
        for first, last in zip(random.sample(_FIRST, 3), random.sample(_LAST, 3), strict=True)
    )
    year = random.randrange(FIRST_YEAR, LAST_YEAR)
    venue = random.choice(
        (
            f"Journal of {nouns[0]} Studies",
            f"International Conference on {nouns[0]}",
            f"Transactions on {nouns[0]}",
        )
    )
    title = random.choice(_TITLES).format(*nouns)
    return Content(
        title,
        authors[: random.randrange(1, 4)],
        year,
        venue,
        make_paragraph(random, 5),
        tuple(_make_items(random, levels)),
    )


def _make_items(random: Random, levels: int) -> list[Item]:
    items: list[Item] = []
    floats = [_make_float(random, kind) for kind in random.sample(["figure"] * 3 + ["table"] * 4, 7)]
    headings = ["Introduction", *random.sample(_MAIN, 4), "Conclusions"]
    subs = random.sample(_SUB, 8)
    numbers = {"figure": 0, "table": 0}
    for text in headings:
        items += [Heading(1, text), *_make_paragraphs(random, 2)]
        if levels > 1 and text not in ("Introduction", "Conclusions"):
            for level in (2, *((3,) if levels > 2 else ())):
                items += [
                    Heading(level, subs.pop().format(*random.sample(NOUNS, 2))),
                    *_make_paragraphs(random, 2),
                ]
                if random.random() < 0.4:
                    items += [Formula(random.randrange(4)), Paragraph(make_paragraph(random, 3))]
        for _ in range(2 if floats else 0):
            if not floats:
                break
            one = _number(floats.pop(), numbers)
            if len(floats) > 1 and floats[-1].kind == one.kind and not one.wide and random.random() < 0.5:
                items.append(Pair(one, _number(_narrow(floats.pop()), numbers)))
            else:
                items.append(one)
            items.append(Paragraph(make_paragraph(random, 4)))
    return items


def _make_paragraphs(random: Random, count: int) -> list[Item]:
    return [Paragraph(make_paragraph(random, random.randrange(3, 8))) for _ in range(count)]


def _number(item: Float, numbers: dict[str, int]) -> Float:
    numbers[item.kind] += 1
    return Float(item.kind, numbers[item.kind], item.caption, item.rows, item.header, item.wide, item.bars)


def _narrow(item: Float) -> Float:
    return Float(item.kind, 0, item.caption, item.rows, item.header, False, item.bars)


def _make_float(random: Random, kind: str) -> Float:
    text = random.choice(
        (
            f"{random.choice(NOUNS)} by region and year",
            f"Summary of {random.choice(NOUNS).lower()} in the second cohort",
            make_sentence(random)[:-1],
            make_paragraph(random, 2)[:-1],
        )
    )
    if kind == "figure":
        bars = tuple(random.randrange(8, 30) for _ in range(random.randrange(4, 8)))
        return Float("figure", 0, text, wide=random.random() < 0.2, bars=bars)
    wide = random.random() < 0.25
    rows, header = make_rows(random, random.randrange(5, 8) if wide else random.randrange(3, 5))
    return Float("table", 0, text, rows, header, wide)


def make_rows(random: Random, width: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Return the rows of a random table and the number of its header rows.

    A table may have spanning headers, group rows or cells of words.
    """
    form, shape = random.choice(_FORMS), random.choice(("plain", "plain", "spanner", "groups", "words"))
    head = [HEADS[0], *random.sample(HEADS[1:], width - 1)]
    rows: list[list[str]] = []
    if shape == "spanner" and width > 3:
        cut = 1 + (width - 1) // 2
        over = ["", random.choice(NOUNS), *[""] * (cut - 2), random.choice(("North", "South", "Coast"))]
        rows.append([*over, *[""] * (width - len(over))])
    rows.append(head)
    header = len(rows)
    for index, name in enumerate(random.sample(NOUNS, random.randrange(4, 9))):
        if shape == "groups" and index in (0, 3):
            rows.append([("Panel A: Offices", "Panel B: Districts")[index // 3], *[""] * (width - 1)])
        cells = [name, *(make_number(random, form) for _ in range(width - 1))]
        if shape == "words":
            cells[-1] = random.choice(NOTES)
        rows.append(cells)
    return tuple(map(tuple, rows)), header


def describe_content(content: Content, *, roman: bool = False, dated: bool) -> dict[str, Any]:
    """Return the true contents of a document: what it prints, with normalized labels. With `dated`, it prints its
    year.
    """
    return {
        "title": content.title,
        "authors": list(content.authors),
        "year": content.year if dated else None,
        "headings": [item.text for item in content.items if isinstance(item, Heading)],
        "abstract": content.abstract,
        "paragraphs": [item.text for item in content.items if isinstance(item, Paragraph)],
        "captions": [[_label(item, roman), item.caption] for item in content.floats],
        "tables": [[list(row) for row in item.rows] for item in content.floats if item.kind == "table"],
    }


def _label(item: Float, roman: bool) -> str:
    number = write_roman(item.number) if roman and item.kind == "table" else str(item.number)
    return f"{item.kind.capitalize()} {number}"


def write_roman(number: int) -> str:
    """Return the Roman numeral of a number below 40."""
    text = "X" * (number // 10)
    return text + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number % 10]
