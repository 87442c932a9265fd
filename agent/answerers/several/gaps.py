"""The text between the names of papers in a question: a conjunction, or the beginning of a question of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....indexes.text.analysis import analyse
from ...relevance.function_words import ARTICLES, AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from ...relevance.question_terms import GENERIC
from .mentions import PaperMention, find_delimiters

CLAUSE = re.compile(rf"^\W*(?:(?:and|but|while)\s+)?(?:\w+\s+)?(?:{QUESTION_WORDS})\b", re.I)
PREPOSITION = re.compile(rf"\b(?:{PREPOSITIONS}|across|among|between)\s*(?:{ARTICLES})?\s*$", re.I)
_ASIDE = re.compile(r"\b(?:on (?:the )?(?:one|other)(?: hand)?|papers?|models?)\b", re.I)
COORDINATOR = re.compile(r"and|or|vs|versus|&|/|\(|(?:as )?(?:compared|opposed)|against", re.I)
AUXILIARY = re.compile(rf"\b(?:{AUXILIARIES})\b", re.I)
BY = re.compile(r"\s*\b(?:of|by|from)\s*(?:the)?\s*$", re.I)
INNER = re.compile(rf"\b(?:{PREPOSITIONS})\b", re.I)
# "and how many people took part in", but not "and how many does".
_COUNTED = re.compile(
    rf"^\W*(?:and\s+)?how (?:many|much) (?!(?:{AUXILIARIES}|{PREPOSITIONS})\b)([\w-]+)", re.I
)
_NO_TOPIC = frozenset(analyse("paper papers model method colleagues others"))
RELATIVE = re.compile(r"\b(?:that(?! of\b)|who|whose)\b", re.I)
# "the dialogue paper of" Falk, "the hierarchical one by" Ek: the work of these authors, nothing that is asked of it.
_WORK_OF = re.compile(
    rf"^\W*(?:(?:the|that|an?) )?(?:(?!(?:{PREPOSITIONS}|{ARTICLES})\b)[\w-]+ ){{0,4}}?"
    r"(?:papers?|articles?|stud(?:y|ies)|works?|models?|systems?|ones?|versions?|networks?|nets?|taggers?|parsers?|segmenters?|"
    r"classifiers?|encoders?|readers?|methods?|approach(?:es)?|frameworks?|toolkits?|embeddings|vectors) "
    r"(?:of|by|from) *(?:the *)?$",
    re.I,
)
_MOST_BETWEEN = 2  # words before a delimiter that belong to a name: "tag set" of "Brill's tag set"


@dataclass(frozen=True, slots=True)
class Gap:
    """The text between two mentions: before its first delimiter, and behind its last, which is at `start` to `end`."""

    before: str
    start: int
    end: int
    behind: str
    delimiter: str = ""

    @property
    def joins(self) -> bool:
        """True if a delimiter is in the gap."""
        return self.end > self.start


def find_gap(text: str, one: PaperMention, other: PaperMention) -> Gap:
    """The text of the question `text` between the mention `one` and the next."""
    cuts = find_delimiters(text, one.end, other.start)
    first, (start, end) = (cuts[0][0], cuts[-1]) if cuts else (other.start, (other.start, other.start))
    return Gap(text[one.end : first], start, end, text[end : other.start], text[start:end])


def coordinates(gap: Gap) -> bool:
    """True if the gap joins two mentions as equals: no content is between them."""
    if not gap.joins or not (gap.delimiter == "," or COORDINATOR.match(gap.delimiter)):
        return False
    before, behind = _ASIDE.sub("", gap.before.removeprefix("'s")).split(), gap.behind
    if len(before) > _MOST_BETWEEN or INNER.search(" ".join(before)) or RELATIVE.search(" ".join(before)):
        return False
    return not content_terms(behind) or bool(BY.search(behind) and not CLAUSE.match(behind))


def begins_part(text: str, first: PaperMention, gap: Gap) -> bool:
    """True if a question for the next paper alone begins in `gap`."""
    if _WORK_OF.match(gap.behind) or repeats_attribute(text, first, gap):
        return False
    if gap.joins and _asks_other(text, first, gap):
        return True
    if not gap.joins or not content_terms(gap.behind) - first.terms:
        # "And how many in that of B" is asked the same, "and what was B trained on" is not.
        return bool(
            gap.joins
            and content_terms(gap.before)
            and CLAUSE.match(gap.behind)
            and AUXILIARY.search(gap.behind)
        )
    if CLAUSE.match(gap.behind):
        return True
    return bool(PREPOSITION.search(gap.behind) and PREPOSITION.search(text[: first.start]))


def repeats_attribute(text: str, first: PaperMention, gap: Gap) -> bool:
    """True if `gap` has what is asked of the `first` paper once more: "the corpus of A and the corpus of B"."""
    asked = content_terms(gap.behind)
    return bool(
        asked and not CLAUSE.match(gap.behind) and PREPOSITION.search(gap.behind)
    ) and asked <= content_terms(text[: first.start])


def _asks_other(text: str, first: PaperMention, gap: Gap) -> bool:
    """True if a question for another thing than the first begins in `gap`: "and how many people took part in"."""
    asked = _COUNTED.match(gap.behind)
    return asked is not None and asked[1].casefold() not in text[: first.start].casefold()


def content_terms(text: str) -> frozenset[str]:
    """The terms of `text` but generic ones."""
    return frozenset(analyse(text)) - GENERIC - _NO_TOPIC
