"""Questions about a paper by template: from a sentence that states one quantity, or from a cell of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...figures.types import FigureData
from ...indexes.text.chunking import chunk_paper, chunk_sentences
from ...papers.types import Figure, Paper
from .types import ReferenceQuestion

_NUMBER = r"(?<![\d.,])(?P<answer>\d[\d,]*(?:\.\d+)?(?:\s?%|\s?(?:k|K|M|million|billion|thousand))?)"
_COUNTED = r"(?<![\d.,])(?P<answer>\d[\d,]*(?:\.\d+)?(?:\s?(?:k|K|M|million|billion|thousand))?)"
_SET = r"(?:\s+(?:\w+\s+){0,2}?)?(?:of|is|was|to|=|at)?\s*(?:set to\s+|fixed to\s+|about\s+)?"
# Question and pattern of the sentence that answers it; a paper that states two values of a quantity is not asked.
_QUANTITIES: tuple[tuple[str, str], ...] = (
    ("What learning rate does the text of the paper state?", rf"learning rate{_SET}{_NUMBER}"),
    ("What batch size does the text of the paper state?",
     rf"batch size{_SET}{_COUNTED}|batch(?:es)? of (?:size )?(?P<second>\d+)(?![\d,.]*\d)"),
    ("What dropout rate does the text of the paper state?", rf"dropout(?: rate| ratio| probability)?{_SET}(?P<answer>0?\.\d+)"),
    ("What number of epochs does the text of the paper state?", rf"{_COUNTED} epochs"),
    ("What vocabulary size does the text of the paper state?", rf"vocabulary(?: size)?{_SET}{_COUNTED}(?: words)?"),
    ("What dimension of word vectors does the text of the paper state?",
     r"(?P<answer>\d+)[- ](?:dimensional|D|d)\s+(?:\w+\s+)?(?:word\s+)?(?:vectors|embeddings|GloVe|word2vec)"),
    ("What number of hidden units does the text of the paper state?",
     rf"{_COUNTED} hidden units|hidden (?:size|units|dimension){_SET}(?P<second>\d+)(?![\d,.]*\d)"),
    ("What window size does the text of the paper state?", rf"window(?: size)?{_SET}(?P<answer>\d+)(?![\d,.]*\d)"),
    ("What momentum does the text of the paper state?", rf"momentum{_SET}{_NUMBER}"),
    ("What weight of the L2 regularization does the text of the paper state?",
     rf"(?:L2|l2|ℓ2|weight decay)[\w\s-]{{0,30}}?(?:of|is|to|=)\s*{_NUMBER}"),
    ("What number of negative samples does the text of the paper state?", rf"{_COUNTED} negative (?:samples|examples)"),
    ("A network with how many layers does the text of the paper mention?",
     r"(?P<answer>\d+|two|three|four|five|six|nine)[- ]layer(?:s|ed)?\b"),
    ("What number of sentences does the text of the paper state?", rf"{_COUNTED} sentences"),
    ("What number of pairs does the text of the paper state?", rf"{_COUNTED} (?:sentence |training |labell?ed )?pairs"),
    ("What number of questions does the text of the paper state?", rf"{_COUNTED}\+? (?:\w+ )?questions"),
    ("What number of documents, reviews or articles does the text of the paper state?",
     rf"{_COUNTED} (?:\w+ )?(?:documents|reviews|articles)"),
    ("What number of words or tokens does the text of the paper state?", rf"{_COUNTED} (?:\w+ )?(?:words|tokens)"),
    ("What number of parameters does the text of the paper state?", rf"{_COUNTED} (?:\w+ )?parameters"),
    ("What duration does the text of the paper state?", r"(?P<answer>\d+(?:\.\d+)?\s(?:hours|days|weeks|minutes))"),
    ("Which optimizer does the text of the paper name?",
     r"\b(?P<answer>Adam|AdaGrad|Adagrad|AdaDelta|Adadelta|ADADELTA|RMSprop|RMSProp|Adamax|L-BFGS)\b"),
    ("Which graphics card does the text of the paper name?",
     r"\b(?P<answer>(?:Titan|TITAN|Tesla|GTX|GeForce)\s?(?:[A-Z]?\d+|X|Black|Z|GTX \d+))\b"),
    ("What accuracy does the text of the paper state?", r"accuracy of (?P<answer>\d+(?:\.\d+)?\s?%?)"),
    ("What F1 score does the text of the paper state?", r"F1(?:[- ]score)? of (?P<answer>\d+(?:\.\d+)?\s?%?)"),
    ("What perplexity does the text of the paper state?", r"perplexity of (?P<answer>\d+(?:\.\d+)?)"),
    ("What interval does the text of the paper state?",
     r"(?P<answer>[\[(]\s?[-−–]\s?\d*\.?\d+\s?,\s?\+?\d*\.?\d+\s?[\])])"),
)  # fmt: skip
_CELL = re.compile(r"[-−]?\d+(?:[.,]\d+)*%?")
_LABEL = re.compile(r"(?=.*[^\W\d_]{2})[\w .@%&/()+-]{2,30}")
_FUNCTION_WORDS = frozenset(
    """a about above across ahead along an and any as at be below both but by can each for from has have if in into is it its
    less more most no not of off on or our out over per see so such than that the their then there these this to up via was we
    were which with""".split()
)
_MOST_WORDS = 80  # of a quote
_CELLS_OF_A_TABLE = 6


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence, or a row of a table, with the page on which its passage begins."""

    text: str
    page: int


def paper_sentences(paper: Paper) -> list[PassageSentence]:
    """The sentences of the passages of `paper`, each once."""
    found: dict[str, PassageSentence] = {}
    for chunk in chunk_paper(paper):
        for sentence in chunk_sentences(chunk):
            found.setdefault(sentence, PassageSentence(sentence, _page_of(paper, sentence, chunk.page)))
    return list(found.values())


def _page_of(paper: Paper, sentence: str, default: int) -> int:
    return next((b.page for b in paper.blocks if sentence in b.text and len(b.spans) <= 1), default)


def ask_about_text(sentences: list[PassageSentence]) -> Iterator[ReferenceQuestion]:
    """A question for each quantity that the sentences give exactly one value of."""
    for question, pattern in _QUANTITIES:
        found: dict[str, PassageSentence] = {}
        for sentence in sentences:
            for match in re.finditer(pattern, sentence.text):
                groups = match.groupdict()
                value = " ".join((groups.get("answer") or groups.get("second") or "").split())
                found.setdefault(value.rstrip(",. "), sentence)
        if len(found) == 1:
            ((answer, sentence),) = found.items()
            if answer and 5 <= len(sentence.text.split()) <= _MOST_WORDS:
                yield ReferenceQuestion(question, answer, sentence.text, sentence.page, "text")


def ask_about_table(
    figure: Figure, data: FigureData, sentences: list[PassageSentence]
) -> Iterator[ReferenceQuestion]:
    """Questions for cells of a table, spread over its rows; row and column have one name each, printed once."""
    rows, columns = _single_names(data, "row"), _single_names(data, "column")
    asked = 0
    for fact in data.facts:
        row, column = rows.get(fact.row), columns.get(fact.column)
        if not row or not column or not _CELL.fullmatch(fact.text) or (fact.row + fact.column) % 3:
            continue
        lines = [
            s for s in sentences if s.page == figure.page and row in s.text and fact.text in s.text.split()
        ]
        if len(lines) == 1 and lines[0].text.split().count(fact.text) == 1 and asked < _CELLS_OF_A_TABLE:
            asked += 1
            yield ReferenceQuestion(
                f"In {figure.label} of that paper, what is the {column} of {row}?",
                fact.text,
                lines[0].text,
                figure.page,
                "table",
            )


def _single_names(data: FigureData, role: str) -> dict[int, str]:
    side = data.rows if role == "row" else data.columns
    attributes = [a for a in side.attributes if a.role == role]
    if len(attributes) != 1:
        return {}  # the name of an entry has several parts
    counts = Counter(name.text for name in attributes[0].names)
    names = enumerate(name.text for name in attributes[0].names)
    return {entry: text for entry, text in names if counts[text] == 1 and _is_name(text)}


def _is_name(text: str) -> bool:
    """True if `text` reads as a name: no fragment that begins or ends with a function word ("Ahead", "layers of"), and no
    sentence."""
    words = text.lower().split()
    edges = {words[0], words[-1]} if words else set()
    return (
        bool(_LABEL.fullmatch(text))
        and not edges & _FUNCTION_WORDS
        and sum(w in _FUNCTION_WORDS for w in words) < 2
    )
