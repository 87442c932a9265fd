"""Evidence that a paper uses something itself, and does not only mention it as the work of others: sentences and tables."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ....indexes.text.analysis import analyse
from ....indexes.types import SearchQuery
from ....papers.types import Figure, Paper
from ....retrieval.search import search_chunks
from ...relevance.candidates import is_sentence
from ...relevance.question_terms import GENERIC
from ...session import Session
from ...types import Citation, ComparisonRow
from ...verification.sentences import Prover, Sentence, sentences_of
from ..sentence_order import is_about_others
from .key_terms import USE, find_long_names, splits_name, used_terms
from .rejections import is_rejected

# Being trained on data is more than being tested on it.
_TRAIN = re.compile(
    r"\b(?:pre-?)?train(?:s|ed|ing)?\b|\bfine-?tun|\blearn(?:s|ed|t|ing)?\b|\bfit(?:s|ted)?\b", re.I
)
_OWN = re.compile(r"\b(?:we|our|us|this (?:paper|work|article))\b", re.I)
_PASSIVE = re.compile(r"\b(?:have been|has been|is|are|was|were)\b", re.I)
_CITATION = re.compile(r"\((?:[^()]*\b)?(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d,;\s–-]*\]|\bet al\b")
_IS_USED = re.compile(
    r"\b(?:is|are|was|were|been) (?:\w+ )?(?:used|employed|applied|adopted)\b(?! (?:by|in)\b)", re.I
)
# "were optimized with", of what a paper did itself unless it is about earlier work.
_PERFORMED = re.compile(
    r"\b(?:is|are|was|were|been|being) (?:\w+ )?(?:\w+ed|built|run|done|made|found)\b(?! (?:by|in)\b)", re.I
)
_THANKS = re.compile(r"\b(?:acknowledge|grateful\w*|thank|donat\w+)\b", re.I)
_OTHERS = re.compile(
    r"\b(?:others|they|their|previous(?:ly)?|recently|researchers)\b"
    r"|\b(?:many|most|several|some|existing|other) (?:[\w-]+ )?(?:models|approaches|methods|systems|works|studies|papers)\b",
    re.I,
)
_PLAN = re.compile(r"\b(?:would|could|might|plan to|future)\b", re.I)
_CLAUSE = re.compile(r";|, (?:and|but|while|whereas|where)\b|\bbut\b")
_WORK = re.compile(
    r"experiment|result|evaluat|data|setup|setting|training|method|implement|approach|system|abstract|introduction",
    re.I,
)
_RELATED = re.compile(r"related|background|previous|prior|future|references|acknowledg", re.I)
_OPENING = re.compile(r"introduction|abstract", re.I)
_PASSAGES = 30
_ENOUGH = 2.0  # points of a sentence from which it counts as the paper's own use
_MOST_POINTS = 6.0
_PASSING = 1  # occurrences in a paper that mentions the name in passing
_TABLE = 2.5  # points of a table that has the name over a column or row, or in its caption
_LONG = 45  # words


def find_uses(
    session: Session, paper: Paper, predicate: str, keys: Sequence[str], count: int, prover: Prover
) -> ComparisonRow | None:
    """`paper` with its best evidence for `predicate`: a sentence with the first of `keys`, the rarest one, on its own work, else
    a table of results that has all of them; `count` is how often it has the rarest key. None where it has neither."""
    focus, phrases = set(used_terms(predicate)) | set(keys), find_long_names(predicate)
    shown = [
        sentence
        for sentence in _sentences(session, paper, predicate)
        if keys[0] in analyse(sentence.text)
        and not is_rejected(sentence.text, keys)
        and not _THANKS.search(sentence.text)
        and not any(splits_name(phrase, sentence.text) for phrase in phrases)
        and is_sentence(sentence.text)
    ]
    trains = bool(_TRAIN.search(predicate))
    scored = [
        (_points(sentence, focus, keys, count, trains), sentence)
        for sentence in shown
        if not is_about_others(sentence)
    ]
    for points, sentence in sorted(scored, key=lambda each: (-each[0], each[1].rank, each[1].text)):
        if points < _ENOUGH:
            break
        if citation := prover.cite(sentence):
            return _row(paper, citation, points)
    citation = _find_in_tables(session.cluster.paper(paper.id), frozenset(keys), prover)
    return _row(paper, citation, _TABLE) if citation else None


def is_own_use(sentence: Sentence) -> bool:
    """True if a sentence tells what its paper did itself: in the first person or the passive, outside of related work."""
    if _RELATED.search(sentence.chunk.section) or _THANKS.search(sentence.text):
        return False
    return bool(_OWN.search(sentence.text) or _PERFORMED.search(sentence.text) or USE.search(sentence.text))


def find_mention(
    session: Session, paper: Paper, predicate: str, keys: Sequence[str], prover: Prover
) -> ComparisonRow | None:
    """`paper` with the sentence that says most about `predicate`, be it about other work; None where none has the rarest key."""
    focus = set(used_terms(predicate)) | set(keys)
    scored = [
        (len(focus.intersection(analyse(sentence.text))), sentence)
        for sentence in _sentences(session, paper, predicate)
        if keys[0] in analyse(sentence.text) and is_sentence(sentence.text)
    ]
    for shared, sentence in sorted(scored, key=lambda each: (-each[0], each[1].rank, each[1].text)):
        if citation := prover.cite(sentence):
            return _row(paper, citation, shared / max(len(focus), 1))
    return None


def show_topic(session: Session, paper: Paper, topic: str, prover: Prover) -> ComparisonRow | None:
    """`paper`, which is about `topic`, with the sentence that has most of its terms, own work first; else with its title."""
    focus = set(analyse(topic)) - GENERIC
    scored = [
        (
            len(focus & set(analyse(sentence.text))),
            _points(sentence, focus, tuple(focus), _PASSING + 1, False),
            sentence,
        )
        for sentence in _sentences(session, paper, topic)
        if is_sentence(sentence.text) and not is_about_others(sentence)
    ]
    in_title = len(focus & session.subjects.title_terms[paper.id]) / max(len(focus), 1)
    for shared, _, sentence in sorted(
        scored, key=lambda each: (-each[0], -each[1], each[2].rank, each[2].text)
    ):
        if shared and (citation := prover.cite(sentence)):
            return _row(paper, citation, _MOST_POINTS * (1 + in_title) / 2)
    title = prover.find(paper.id, 1 if paper.pages else 0, paper.title)
    return _row(paper, title, _MOST_POINTS * in_title) if title else None


def _row(paper: Paper, citation: Citation, points: float) -> ComparisonRow:
    return ComparisonRow(
        paper.id, paper.title, citation.quote, (citation,), max(0.0, min(1.0, points / _MOST_POINTS))
    )


def _sentences(session: Session, paper: Paper, text: str) -> list[Sentence]:
    hits = search_chunks(session.index, SearchQuery(text, (paper.id,)), _PASSAGES)
    return sentences_of(session.index.chunk(hit.id) for hit in hits)


def _points(sentence: Sentence, focus: set[str], keys: Sequence[str], count: int, trains: bool) -> float:
    """Points for a use of the paper's own: verbs of use and first person in the clause that has one of `keys`, the section, the
    predicate's other words, frequency."""
    section, focus_left = sentence.chunk.section, focus.difference(keys)
    text = next(
        (clause for clause in _CLAUSE.split(sentence.text) if set(keys) & set(analyse(clause))), sentence.text
    )
    whole = set(analyse(sentence.text))
    is_used = bool(_IS_USED.search(text)) or (
        bool(_PERFORMED.search(text)) and not _RELATED.search(section) and not _OPENING.search(section)
    )
    points = (
        1.0 * bool(is_used or USE.search(text))
        + 1.5 * len(focus & whole) / max(len(focus), 1)
        + min(1.0, count / 10)
    )
    points += 0.5 * bool(_WORK.search(section)) - 1.0 * bool(_RELATED.search(section))
    if trains:
        points += 0.5 if _TRAIN.search(text) else -0.5
    if _OWN.search(text):
        points += 1.0
    else:
        # The work that is cited beside what "is used" made it.
        cited = not is_used and bool(_CITATION.search(_cited_names(text, keys)))
        points += 0.5 * bool(_PASSIVE.search(text)) - 1.5 * cited - 1.5 * bool(_OTHERS.search(text))
        points -= 1.0 * (count <= _PASSING and not is_used)
    points -= 1.0 * bool(_PLAN.search(text)) + 0.5 * bool(focus_left and not focus_left & whole)
    return points - 0.5 * (len(sentence.text.split()) > _LONG)


def _cited_names(text: str, keys: Sequence[str]) -> str:
    """`text` without citations right behind one of `keys`: those of a data set, not of a work that uses it."""
    parts = re.split(rf"(?<=\w) ?(?={_CITATION.pattern})", text)
    kept = [parts[0]]
    for before, part in itertools.pairwise(parts):
        last = before.split()[-1:] or [""]
        kept.append(_CITATION.sub("", part, count=1) if set(keys) & set(analyse(last[0])) else part)
    return " ".join(kept)


def _find_in_tables(paper: Paper, keys: frozenset[str], prover: Prover) -> Citation | None:
    """The caption of the first table of `paper` that has all `keys`, or its line that has them."""
    for table in paper.figures:
        if table.kind != "table" or not keys <= set(analyse(f"{table.caption} {_text(table)}")):
            continue
        if keys & set(analyse(table.caption)) and (found := prover.find(paper.id, table.page, table.caption)):
            return found
        for line in _lines(table):
            if keys & set(analyse(line)) and (found := prover.find(paper.id, table.page, line)):
                return found
    return None


def _text(table: Figure) -> str:
    return " ".join(word.text for word in table.words)


def _lines(table: Figure) -> list[str]:
    """The printed lines of a table, from the top; words whose middles are within half a line share one."""
    lines: list[list[tuple[float, str]]] = []
    middle = None
    for word in sorted(table.words, key=lambda word: (word.bbox.y0 + word.bbox.y1, word.bbox.x0)):
        at = (word.bbox.y0 + word.bbox.y1) / 2
        if middle is None or at - middle > word.bbox.height / 2:
            lines.append([])
            middle = at
        lines[-1].append((word.bbox.x0, word.text))
    return [" ".join(text for _, text in sorted(line)) for line in lines]
