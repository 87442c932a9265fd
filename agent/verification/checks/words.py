"""Tokens of a sentence with stems, synonym groups and clauses: the representation that every check of a claim works on."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from ....indexes.text.analysis import STOP_WORDS, analyze

_TOKEN = re.compile(
    r"\.?\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![^\W\d_])|[^\W_]+(?:'[^\W_]+)?|[,;:()\[\]%—]|(?<=\s)[-–](?=\s)"
)
_CLAUSE_MARKS = frozenset(",;:()[]—-–")
_CLAUSE_WORDS = frozenset(
    "but while whereas although though because since when if unless until so thus hence "
    "therefore however despite".split()
)
_APOSTROPHES = str.maketrans("’‘`", "'''")
# Function words that are missing from the stop words of the index; they are no content words of a claim, either.
_GRAMMAR = frozenset(
    "also although among another around because besides can cannot could despite either even every hence however "
    "instead like likewise much neither nevertheless non none nor one onto per quite rather since still their "
    "therefore thereby though thus together toward towards unless unlike upon whereas whether within without yet "
    "always never just only already ago else ever etc et al eg ie via not no there here too more less most least few "
    "some any all both each many several various".split()
)
# Generic nouns for the topic of a paper; they name nothing specific.
_GENERIC = (
    "model method approach system network architecture technique algorithm framework author paper work researcher study "
    "team set case group part result experiment evaluation finding analysis scientist investigator thing program"
)
GENERIC_STEMS = frozenset(stem for word in _GENERIC.split() for stem in analyze(word))


@dataclass(frozen=True, slots=True)
class ClaimToken:
    """One word or punctuation mark of a sentence.

    `lower` is the text in lower case without a possessive ending; `stem` is "" for punctuation. `clause` is the number
    of the clause, from 0. `capital` is True for a capital first letter, `content` for a content word, `joined` after a
    hyphen.
    """

    text: str
    lower: str
    stem: str
    clause: int
    capital: bool
    content: bool
    joined: bool = False

    @property
    def concepts(self) -> frozenset[str]:
        """The stem and the names of its synonym groups."""
        return concepts_of(self.stem)


@dataclass(frozen=True, slots=True)
class SentenceTokens:
    """A text and its tokens; `concepts` are the stems and synonym groups of all its content words."""

    text: str
    tokens: tuple[ClaimToken, ...]
    concepts: frozenset[str]

    @property
    def lowers(self) -> tuple[str, ...]:
        """The words in lower case and the punctuation marks, in order."""
        return tuple(token.lower for token in self.tokens)


@lru_cache(maxsize=4096)
def tokenize(text: str) -> SentenceTokens:
    """Split `text` into tokens. Hyphenated words are split, and "n't" becomes "not"."""
    folded = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).replace("\u00ad", "")
    folded = re.sub(r"(?<=[^\W\d_])[-\u2010]\s*\n\s*(?=[^\W\d_])", "", folded).replace("\u2010", "-")
    folded = re.sub(r"\bcan't\b|\bcannot\b", "can not", folded, flags=re.IGNORECASE)
    folded = re.sub(r"\bwon't\b", "will not", folded, flags=re.IGNORECASE)
    folded = re.sub(r"n't\b", " not", folded, flags=re.IGNORECASE)
    tokens, clause = [], 0
    for match in _TOKEN.finditer(folded):
        word = match[0]
        lower = word.lower().removesuffix("'s")
        if word in _CLAUSE_MARKS or lower in _CLAUSE_WORDS:
            clause += 1
        is_word = word[-1].isalnum()
        content = is_word and lower not in STOP_WORDS and lower not in _GRAMMAR and len(lower) > 1
        joined = folded[match.start() - 1 : match.start()] in {"-", "–"}
        tokens.append(
            ClaimToken(
                word, lower, _stem(lower) if is_word else "", clause, word[0].isupper(), content, joined
            )
        )
    concepts = frozenset(c for token in tokens if token.content for c in token.concepts)
    return SentenceTokens(folded, tuple(tokens), concepts)


@lru_cache(maxsize=16384)
def concepts_of(stem: str) -> frozenset[str]:
    """Return `stem` and the names of its synonym groups ("@" and a number)."""
    return frozenset((stem, *_GROUPS.get(stem, ())))


def _stem(lower: str) -> str:
    if lower[0].isdigit() or lower[0] == ".":
        return lower.replace(",", "")
    terms = analyze(lower)
    return terms[0] if terms else lower


def _groups_by_stem() -> dict[str, tuple[str, ...]]:
    """Map each stem to its synonym groups.

    Each line of synonyms.txt is a group, whose words may replace each other in a paraphrase.
    """
    text = (resources.files(__package__) / "synonyms.txt").read_text("utf-8")
    groups: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(text.splitlines()):
        for word in line.split():
            stem = _stem(word)
            groups[stem] = (*groups.get(stem, ()), f"@{number}")
    return groups


_GROUPS = _groups_by_stem()
