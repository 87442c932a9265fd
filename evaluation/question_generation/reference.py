"""Questions about a paper from templates: the answer is a quantity, purpose, reason or size in a sentence, or a table
cell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...figures.types import FigureData
from ...indexes.text.chunking import chunk_paper, chunk_sentences
from ...papers.types import Figure, Paper
from .types import ReferenceQuestion

_NUMBER = r"(?<![\d.,])(?P<answer>\d[\d,]*(?:\.\d+)?(?:\s?%|\s?(?:k|K|M|million|billion|thousand))?)"
_COUNTED = r"(?<![\d.,])(?P<answer>\d[\d,]*(?:\.\d+)?(?:\s?(?:k|K|M|million|billion|thousand))?)"
_SET = r"(?:\s+(?:\w+\s+){0,2}?)?(?:of|is|was|to|=|at)?\s*(?:set to\s+|fixed to\s+|about\s+)?"
# Question, pattern of the sentence that answers it, other names of the quantity. No question is asked about a
# quantity that the paper states two values of.
_QUANTITIES: tuple[tuple[str, str, str], ...] = (
    ("What learning rate does the text of the paper state?", rf"learning rate{_SET}{_NUMBER}", "learning rate"),
    ("What batch size does the text of the paper state?",
     rf"batch size{_SET}{_COUNTED}|batch(?:es)? of (?:size )?(?P<second>\d+)(?![\d,.]*\d)", "batch"),
    ("What dropout rate does the text of the paper state?",
     rf"dropout(?: rate| ratio| probability)?{_SET}(?P<answer>0?\.\d+)", "dropout"),
    ("How many epochs does the text of the paper state?", rf"{_COUNTED} epochs", "epochs?"),
    ("What vocabulary size does the text of the paper state?",
     rf"vocabulary(?: size)?{_SET}{_COUNTED}(?: words)?", "vocabulary"),
    ("What dimension of word vectors does the text of the paper state?",
     r"(?P<answer>\d+)[- ](?:dimensional|D|d)\s+(?:\w+\s+)?(?:word\s+)?(?:vectors|embeddings|GloVe|word2vec)",
     "dimension"),
    ("How many hidden units does the text of the paper state?",
     rf"{_COUNTED} hidden units|hidden (?:size|units|dimension){_SET}(?P<second>\d+)(?![\d,.]*\d)", "hidden"),
    ("What window size does the text of the paper state?",
     rf"window(?: size)?{_SET}(?P<answer>\d+)(?![\d,.]*\d)", "window"),
    ("What momentum does the text of the paper state?", rf"momentum{_SET}{_NUMBER}", "momentum"),
    ("What weight of the L2 regularization does the text of the paper state?",
     rf"(?:L2|l2|ℓ2|weight decay)[\w\s-]{{0,30}}?(?:of|is|to|=)\s*{_NUMBER}", "regulari|weight decay"),
    ("How many negative samples does the text of the paper state?",
     rf"{_COUNTED} negative (?:samples|examples)", "negative (?:samples|examples)"),
    ("Which optimizer does the text of the paper name?",
     r"\b(?P<answer>Adam|AdaGrad|Adagrad|AdaDelta|Adadelta|ADADELTA|RMSprop|RMSProp|Adamax|L-BFGS)\b",
     "gradient descent|SGD|optimi[sz]er"),
    ("Which graphics card does the text of the paper name?",
     r"\b(?P<answer>(?:Titan|TITAN|Tesla|GTX|GeForce)\s?(?:[A-Z]?\d+|X|Black|Z|GTX \d+))\b", "GPU"),
)  # fmt: skip
_SUPERSCRIPT = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]"
_NEAR_NUMBER = r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)"
_CELL = re.compile(r"[-−]?\d+(?:[.,]\d+)*%?")
_LABEL = re.compile(r"(?=.*[^\W\d_]{2})[\w .@%&/()+-]{2,30}")
_FUNCTION_WORDS = frozenset(
    """a about above across ahead along an and any as at be below both but by can each for from has have if in \
into is it its
    less more most no not of off on or our out over per see so such than that the their then there these this \
to up via was we
    were which with""".split()
)
_MOST_WORDS = 80  # longest quote, in words
_CELLS_OF_A_TABLE = 6


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence or a table row, and the page on which it stands or, if that is unclear, on which its passage begins."""

    text: str
    page: int


def paper_sentences(paper: Paper) -> list[PassageSentence]:
    """Return the sentences of the passages of `paper`, each once."""
    found: dict[str, PassageSentence] = {}
    for chunk in chunk_paper(paper):
        for sentence in chunk_sentences(chunk):
            found.setdefault(sentence, PassageSentence(sentence, _page_of(paper, sentence, chunk.page)))
    return list(found.values())


def _page_of(paper: Paper, sentence: str, default: int) -> int:
    return next((b.page for b in paper.blocks if sentence in b.text and len(b.spans) <= 1), default)


def ask_about_text(sentences: list[PassageSentence]) -> Iterator[ReferenceQuestion]:
    """Yield a question for each quantity for which the sentences that name it give exactly one value."""
    for question, pattern, keyword in _QUANTITIES:
        found: dict[str, PassageSentence] = {}
        for sentence in sentences:
            for match in re.finditer(pattern, sentence.text):
                groups = match.groupdict()
                value = " ".join((groups.get("answer") or groups.get("second") or "").split())
                listed = _is_one_of_several(sentence.text, match, keyword)
                found.setdefault("" if listed else value.rstrip(",. "), sentence)
        if len(found) == 1:
            ((answer, sentence),) = found.items()
            fits = 5 <= len(sentence.text.split()) <= _MOST_WORDS
            if answer and fits and not _has_other_value(answer, keyword, sentences):
                yield ReferenceQuestion(question, answer, sentence.text, sentence.page, "quantity")


def _is_one_of_several(text: str, match: re.Match[str], keyword: str) -> bool:
    """True if the number has an exponent, is an example, or is one of a list ("2K for A and 3K for B")."""
    after = re.match(rf"{_SUPERSCRIPT}|\W*(?:\w\S*\s+){{0,4}}?and\s+\d", text[match.end() :])
    before = re.search(rf"\band (?:the )?(?:{keyword})\s+(?:\w+ )?(?:were|are|of|to)\b", text)
    return bool(after or before) or "respectively" in text or "e.g." in text


def _has_other_value(answer: str, keyword: str, sentences: list[PassageSentence]) -> bool:
    """True if a number other than `answer` is near `keyword` in a sentence.

    If `answer` is a name: True if a sentence contains `keyword` without that name.
    """
    before, after = (
        rf"(?:{_NEAR_NUMBER}[ -]+(?:(?!and|a|the)\w+[ -]+){{0,2}})?",
        rf"(?:\W+(?:\w+\W+){{0,5}}?{_NEAR_NUMBER})?",
    )
    near = re.compile(f"{before}(?:{keyword}){after}")
    if not answer[0].isdigit() and answer[0] != ".":
        return any(re.search(keyword, s.text) and answer not in s.text for s in sentences)
    values = {
        value
        for sentence in sentences
        for match in near.finditer(sentence.text)
        for value in match.groups()
        if value
    }
    return any(value.rstrip(".,") not in answer for value in values)


def ask_about_table(
    figure: Figure, data: FigureData, sentences: list[PassageSentence]
) -> Iterator[ReferenceQuestion]:
    """Yield questions about cells of a table, spread over its rows.

    The row and the column of a cell have one name each, and no other row or column has it.
    """
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
    """True if `text` reads as a name.

    Sentences and fragments that begin or end with a function word ("Ahead", "layers of") are no names.
    """
    words = text.lower().split()
    edges = {words[0], words[-1]} if words else set()
    return (
        bool(_LABEL.fullmatch(text))
        and not edges & _FUNCTION_WORDS
        and sum(w in _FUNCTION_WORDS for w in words) < 2
    )


_CITED = r"(?:\s*(?:\([^()]*\d{4}[a-z]?[^()]*\)|\[\d[\d, –-]*\]))?"
_VERBS = (
    "use|adopt|apply|train|choose|employ|initialize|normalize|omit|exclude|ignore|remove|keep|set|fix|introduce|"
    "propose|perform|sample|combine|compare|restrict|limit|replace|add|evaluate|report|consider|"
    "experiment|explore|give|fine-tune"
)
_PURPOSE = re.compile(
    rf"(?:In order to|To) (?P<purpose>[a-z][^,;:()]{{14,90}}), (?P<means>we (?:{_VERBS})\b.{{20,220}})\."
)
_REASON_FIRST = re.compile(
    rf"(?:Since|Because) (?P<reason>[^,;:()]{{14,160}}), we (?P<act>(?:{_VERBS})\b[^;:]{{14,140}})\."
)  # fmt: skip
_REASON_LAST = re.compile(
    rf"We (?P<act>(?:{_VERBS})\b[^,;:()]{{10,90}}),? because (?P<reason>[^;:]{{14,180}})\."
)
_UNITS = (
    "pairs|sentences|questions|documents|articles|reviews|tweets|examples|images|instances|tokens|words|passages|"
    "domains|classes|tuples"
)
_SIZE = re.compile(
    r"(?:The |the )?(?P<subject>(?!The )(?:[A-Z][\w’'-]*[A-Z0-9][\w-]*|[A-Z][a-z]+)(?: [\w-]+){0,4}? "
    rf"(?:dataset|data set|corpus|task|benchmark|collection)){_CITED} (?:consists of|contains|comprises|has|includes) "
    r"(?:about |around |roughly )?(?P<answer>\d[\d,.]*\d?(?:k|K|M| million| billion)?) "
    rf"(?P<unit>(?:[\w-]+ ){{0,3}}?(?:{_UNITS})(?: of [a-z]+)?)\b"
)
_REFERRING = frozenset(
    """above below discussed do following former here it its latter one ones other our same sec section see so \
such that them
    their these they this those""".split()
)
SIZE = "size"
_LONGEST = 60  # longest sentence that is quoted, in words


def ask_about_full_text(sentences: Sequence[PassageSentence]) -> Iterator[ReferenceQuestion]:
    """Yield questions about purposes, reasons and sizes of data sets, each answered by a clause of one sentence.

    The sentence must be understandable by itself. Questions with identical wording are all left out.
    """
    found = [
        (question, answer, kind, sentence)
        for sentence in sentences
        if len(sentence.text.split()) <= _LONGEST
        for question, answer, kind in _ask(sentence.text)
    ]
    counts = Counter(question for question, *_ in found)
    for question, answer, kind, sentence in found:
        if counts[question] == 1:
            yield ReferenceQuestion(question, answer, sentence.text, sentence.page, kind)


def _ask(text: str) -> Iterator[tuple[str, str, str]]:
    if (match := _PURPOSE.fullmatch(text)) and _is_plain(match["purpose"]) and _is_plain(match["means"]):
        yield f"What do the authors do to {match['purpose']}?", match["means"], "purpose"
    for pattern in (_REASON_FIRST, _REASON_LAST):
        if (match := pattern.fullmatch(text)) and _is_plain(match["act"]) and _is_plain(match["reason"][:30]):
            yield f"Why do the authors {match['act']}?", match["reason"], "reason"
    for match in _SIZE.finditer(text):
        if _is_plain(match["subject"]):
            answer = match["answer"].rstrip(".,")
            yield (
                f"According to the paper, how many {match['unit']} does the {match['subject']} contain?",
                answer,
                SIZE,
            )


def _is_plain(text: str) -> bool:
    """True if no word in `text` refers to something said earlier."""
    return not _REFERRING & set(re.findall(r"[a-z]+", text.lower()))
