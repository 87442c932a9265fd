"""Papers cut for SciDQA: into passages to search, and into windows that a model can take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ....papers.sentences import split_sentences

MOST_CITED, KEPT_CITED = (
    15,
    5,
)  # a longer run of citation numbers is made up by the OCR; the reference keeps five
_CITED = re.compile(rf"\[(\d+(?:\s*[,;]\s*\d+){{{MOST_CITED},}})\]")
_NOISE = re.compile(r"\[MISSING_PAGE_[^\]]*\]|\+\+\+\s*==WARNING:[^\n]*==\s*\+\+\+")
_HEADING = re.compile(r"^#{1,6}\s")


def clean(text: str) -> str:
    """`text` of Nougat without its error marks, runs of more than fifteen citation numbers cut to five."""

    def shorter(match: re.Match[str]) -> str:
        return "[" + ", ".join(re.split(r"\s*[,;]\s*", match[1])[:KEPT_CITED]) + "]"

    return _CITED.sub(shorter, _NOISE.sub("", text))


def count_words(text: str) -> int:
    """The number of words in `text`."""
    return len(text.split())


def passages(text: str, limit: int, length: Callable[[str], int] = count_words) -> list[str]:
    """Passages of about `limit` by `length`: whole sentences of one paragraph, each beginning with the last of the one before.

    A heading belongs to the passage after it. Nothing is lost but blank lines. A longer sentence is a passage by itself.
    """
    found: list[str] = []
    heading = ""
    for paragraph in _paragraphs(text):
        if _HEADING.match(paragraph) and "\n" not in paragraph:
            heading = f"{heading}\n{paragraph}".strip()
            continue
        for passage in _packed(split_sentences(paragraph) or [paragraph], limit, length):
            found.append(f"{heading}\n{passage}".strip())
            heading = ""
    return [*found, heading] if heading else found


def windows(text: str, limit: int, length: Callable[[str], int]) -> list[str]:
    """`text` in windows of at most `limit` by `length`, packed in order: paragraphs, else their lines, sentences, words.

    Every word of the text is in a window, the last one included, which the reference code leaves out.
    """
    found: list[str] = []
    current = ""
    for piece in _pieces(text, limit, length):
        joined = f"{current}\n\n{piece}" if current else piece
        if current and length(joined) > limit:
            found.append(current)
            joined = piece
        current = joined
    return [*found, current] if current else found


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _packed(sentences: list[str], limit: int, length: Callable[[str], int]) -> Iterator[str]:
    current: list[tuple[str, int]] = []
    new = 0
    for sentence in sentences:
        size = length(sentence)
        if new and sum(part for _, part in current) + size > limit:
            yield " ".join(text for text, _ in current)
            fits = current[-1][1] + size <= limit
            current, new = (current[-1:] if fits else []), 0
        current.append((sentence, size))
        new += 1
    if new:
        yield " ".join(text for text, _ in current)


def _pieces(text: str, limit: int, length: Callable[[str], int]) -> Iterator[str]:
    """Parts of `text` that fit, as large as its structure allows."""

    def smaller(part: str, level: int) -> Iterator[str]:
        if length(part) <= limit or level == len(splits):
            yield part
            return
        for piece in splits[level](part):
            yield from smaller(piece, level + 1)

    splits: list[Callable[[str], list[str]]] = [
        _paragraphs,
        lambda part: [line for line in part.split("\n") if line.strip()],
        split_sentences,
        lambda part: _halves(part, limit, length),
    ]
    yield from smaller(text, 0) if text.strip() else ()


def _halves(part: str, limit: int, length: Callable[[str], int]) -> list[str]:
    """The words of `part` halved until each half fits; a single word stays whole."""
    words = part.split()
    if len(words) < 2 or length(part) <= limit:
        return [part]
    middle = len(words) // 2
    return [
        *_halves(" ".join(words[:middle]), limit, length),
        *_halves(" ".join(words[middle:]), limit, length),
    ]
