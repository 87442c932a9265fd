"""Support of a claim by its quotes: deterministic checks that need no language model.

A located quote proves only that its words are on the page. The claim that cites the quote must not deny it, exaggerate
it or apply it to something else. Therefore polarity, numbers, direction of comparison, quantifiers, names and subject
are compared. Enough content words of the claim must come from the quote or be synonyms of its words, and no clause may
consist of foreign words only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .checks.additions import addition_faults
from .checks.comparison import direction_faults
from .checks.near_copy import near_copy_faults
from .checks.negation import polarity_faults
from .checks.numbers import number_faults
from .checks.quantifiers import quantifier_faults
from .checks.subject import ClaimSources, subject_faults
from .checks.words import SentenceTokens, concepts_of, tokenize

# Least share of a claim's content words that must be in the quotes, synonyms included. Fitted on benchmarks/claims.py.
LEAST_COVERAGE = 0.3


@dataclass(frozen=True, slots=True)
class SupportContext:
    """Texts that may support a claim in addition to its quotes.

    `surroundings` has, for each quote, the title of its paper, its section and the sentence before it. These may name
    the referent of "we" or "it" in the quote. `known` has the question and the text read from the figure.
    """

    surroundings: Sequence[str] = ()
    known: Sequence[str] = ()


def support_faults(claim: str, quotes: Sequence[str], context: SupportContext) -> tuple[str, ...]:
    """Return one line for each way in which `quotes` together do not support `claim`; () if they support it."""
    line, quote = tokenize(claim), tokenize(" ; ".join(quotes))
    sources = ClaimSources(
        quote, tokenize(" ; ".join(context.surroundings)), tokenize(" ; ".join(context.known))
    )
    faults = [
        *polarity_faults(line, quote),
        *number_faults(line.text, quote.text, context.known),
        *direction_faults(line, quote),
        *quantifier_faults(line.text, quote.text),
        *subject_faults(line, sources),
        *near_copy_faults(line, sources),
        *addition_faults(line, sources),
    ]
    if not faults and coverage(line, (quote, sources.surroundings, sources.known)) < LEAST_COVERAGE:
        faults.append("the quote says little of what the line says")
    return tuple(dict.fromkeys(faults))


def coverage(claim: SentenceTokens, sources: Sequence[SentenceTokens]) -> float:
    """Return the share of the claim's content words that occur in one of `sources`, synonyms included.

    The share is 1 if the claim has no content words.
    """
    concepts = frozenset[str]().union(*(source.concepts for source in sources))
    words = [token for token in claim.tokens if token.content]
    return sum(bool(concepts_of(token.stem) & concepts) for token in words) / len(words) if words else 1.0
