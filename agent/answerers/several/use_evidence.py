"""Evidence that a paper uses something itself, and does not only mention it as the work of others: sentences and tables."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import TermStatistics
from ....indexes.types import Query
from ....papers.types import Figure, Paper
from ....retrieval.search import search_chunks
from ...relevance.candidates import is_sentence
from ...relevance.question_terms import GENERIC
from ...session import Session
from ...types import Citation, ComparisonRow
from ...verification.sentences import Prover, Sentence, sentences_of
from ..sentence_order import is_about_others
from .rejections import is_rejected

_NAME = re.compile(r"(?<![\w-])[\w-]*[A-Z][\w-]*")
_LONG_NAME = re.compile(r"\b[A-Z][\w-]*(?: [A-Z][\w-]*)+")
_USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|train(?:s|ed|ing)?|evaluat\w+|test(?:s|ed|ing)?|experiment\w*|appl(?:y|ies|ied|ying)|r[au]n(?:s|ning)?|"
    r"employ\w*|implement\w*|develop\w*|compil\w+|process\w*|conduct\w*|perform\w*|results?|report\w*|built|build|achiev\w+|"
    r"consider\w*|learn(?:ed|s|t)?|annotat\w+|make use)\b",
    re.I,
)
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
_PASSAGES = 30
_RARE = (
    0.2  # share of the papers up to which a term must occur in a paper, as the names of the predicate must
)
_COMMON = 0.5  # share of the papers from which a term selects none
_ENOUGH = 2.0  # points of a sentence from which it counts as the paper's own use
_MOST_POINTS = 6.0
_PASSING = 1  # occurrences in a paper that mentions the name in passing
_TABLE = 2.5  # points of a table that has the name over a column or row, or in its caption
_LONG = 45  # words


def key_terms(predicate: str, statistics: TermStatistics) -> tuple[str, ...]:
    """Terms that a paper must have: names and rare terms in `predicate`, else its rarest one, unless most papers have it."""
    total = len(statistics.paper_ids)
    # A paper "runs" on a device in other words: "takes 20 hours on".
    used = used_terms(predicate)
    terms = [term for term in dict.fromkeys(analyse(predicate)) if term in used]
    names = {term for name in _NAME.findall(predicate) for term in analyse(name)}
    known = {term: statistics.document_frequency(term) for term in terms}
    keys = [term for term in terms if term in names or known[term] <= max(1.0, _RARE * total)]
    if keys or not terms:
        return tuple(keys)
    rarest = min(terms, key=lambda term: (known[term], terms.index(term)))
    return (rarest,) if known[rarest] <= _COMMON * total else ()


def used_terms(predicate: str) -> frozenset[str]:
    """Terms of `predicate` for what is used, without generic ones and those of the verb."""
    verbs = {term for verb in _USE.findall(predicate) for term in analyse(verb)}
    return frozenset(analyse(predicate)) - GENERIC - verbs


def find_uses(
    session: Session, paper: Paper, predicate: str, keys: Sequence[str], count: int, prover: Prover
) -> ComparisonRow | None:
    """`paper` with its best evidence for `predicate`: a sentence with one of `keys` on its own work, else a table of results that
    has all of them; `count` is how often it has the rarest key. None where it has neither."""
    focus, phrases = set(used_terms(predicate)) | set(keys), _phrases(predicate)
    shown = [
        sentence
        for sentence in _sentences(session, paper, predicate)
        if set(keys) & set(analyse(sentence.text))
        and not is_rejected(sentence.text, keys)
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


def _phrases(predicate: str) -> list[list[str]]:
    """The terms of each name of several words in `predicate`: "Penn Treebank"."""
    return [analyse(match[0]) for match in _LONG_NAME.finditer(predicate)]


def splits_name(phrase: Sequence[str], text: str) -> bool:
    """True if `text` has all terms of `phrase`, but not in a row: the "Penn Arabic Treebank" is not the Penn Treebank."""
    terms = analyse(text)
    rows = (terms[place : place + len(phrase)] for place in range(len(terms)))
    return set(phrase) <= set(terms) and list(phrase) not in rows


def _row(paper: Paper, citation: Citation, points: float) -> ComparisonRow:
    return ComparisonRow(
        paper.id, paper.title, citation.quote, (citation,), max(0.0, min(1.0, points / _MOST_POINTS))
    )


def _sentences(session: Session, paper: Paper, text: str) -> list[Sentence]:
    hits = search_chunks(session.index, Query(text, (paper.id,)), _PASSAGES)
    return sentences_of(session.index.chunk(hit.id) for hit in hits)


def _points(sentence: Sentence, focus: set[str], keys: Sequence[str], count: int, trains: bool) -> float:
    """Points for a use of the paper's own: verbs of use and first person in the clause that has one of `keys`, the section, the
    predicate's other words, frequency."""
    section, focus_left = sentence.chunk.section, focus.difference(keys)
    text = next(
        (clause for clause in _CLAUSE.split(sentence.text) if set(keys) & set(analyse(clause))), sentence.text
    )
    whole = set(analyse(sentence.text))
    points = (
        1.0 * bool(_USE.search(text)) + 1.5 * len(focus & whole) / max(len(focus), 1) + min(1.0, count / 10)
    )
    points += 0.5 * bool(_WORK.search(section)) - 1.0 * bool(_RELATED.search(section))
    if trains:
        points += 0.5 if _TRAIN.search(text) else -0.5
    if _OWN.search(text):
        points += 1.0
    else:
        # The work that is cited beside what "is used" made it.
        cited = not _IS_USED.search(text) and bool(_CITATION.search(_cited_names(text, keys)))
        points += 0.5 * bool(_PASSIVE.search(text)) - 1.5 * cited - 1.5 * bool(_OTHERS.search(text))
        points -= 1.0 * (count <= _PASSING and not _IS_USED.search(text))
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
