"""Tables drawn from plain text, for the tests of the table reader. No test in here."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from citehop.papers.types import BBox, Word

CHARACTER, LINE, HEIGHT, LEFT = 10.0, 30.0, 16.0, 20.0


def drawn(text: str) -> tuple[Image.Image, tuple[Word, ...]]:
    """Image and words of a table written as lines of text.

    A character is 10 pixels wide; two blanks part cells. A line of "=" draws a rule, "-" marks stay words, and runs of
    "~" draw a partial rule where they stand. Lines are 30 pixels apart.
    """
    lines = text.strip("\n").split("\n")
    width = int(LEFT * 2 + CHARACTER * max(map(len, lines)))
    image = Image.new("RGB", (width, int(LINE * (len(lines) + 2))), "white")
    draw = ImageDraw.Draw(image)
    words: list[Word] = []
    y = LEFT
    for line in lines:
        if set(line.strip()) == {"="}:
            draw.line((LEFT / 2, y - 4, width - LEFT / 2, y - 4), fill="black", width=2)
            y += 8
            continue
        if set(line.strip()) == {"~", " "} or set(line.strip()) == {"~"}:
            for start, end in _runs(line, "~"):
                draw.line(
                    (LEFT + CHARACTER * start, y - 6, LEFT + CHARACTER * end, y - 6), fill="black", width=2
                )
            continue
        words += _words(line, y)
        y += LINE
    for word in words:
        draw.text((word.bbox.x0, word.bbox.y0), word.text, fill="black")
    return image, tuple(words)


def _words(line: str, y: float) -> list[Word]:
    words = []
    for start, end in _runs(line):
        box = BBox(LEFT + CHARACTER * start, y, LEFT + CHARACTER * end - 4, y + HEIGHT)
        words.append(Word(line[start:end], box))
    return words


def _runs(line: str, only: str = "") -> Sequence[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index, character in enumerate(line):
        if character == " " or (only and character != only):
            continue
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs
