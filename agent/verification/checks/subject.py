"""Check subject and names: a claim must be about the same things as its quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....indexes.text.analysis import analyze
from .grammar import PRONOUNS, VERB_STEMS, is_verb, noun_phrases, subject_tokens
from .names import find_names, is_named
from .words import GENERIC_STEMS, ClaimToken, SentenceTokens, tokenize

# A quote with one of these words refers to something that the title of its paper or the sentence before it may name.
_LEANING = frozenset(
    "we our us ours this these it its they their them he his she her such here former latter".split()
)
# Head nouns that add no meaning: "news items" are news.
_LIGHT_STEMS = frozenset(
    stem
    for word in "reason fact item piece instance example entry value case kind type part set group number amount majority use "
    "usage presence absence lack addition combination way form level degree process step choice one other rest member share "
    "portion".split()
    for stem in analyze(word)
)
_ROOT = 6  # number of first letters that related forms of a word share
# Modifiers that do not single out which of several things is meant.
_PLAIN_MODIFIERS = frozenset(
    stem
    for word in "proposed new final resulting present current own whole main overall original given single experimental".split()
    for stem in analyze(word)
)
# Nouns that are interchangeable as the subject of a sentence.
_NOUN_GROUPS = tuple(
    frozenset(stem for word in line.split() for stem in analyze(word))
    for line in """
    model system network method approach architecture technique algorithm framework
    dataset data corpus collection set benchmark text
    author researcher paper work study
    result performance accuracy score
    vector representation embedding
    document article text
    word token
    reason cause explanation
    aim goal objective purpose
    speed time
    idea hypothesis intuition
    problem difficulty issue limitation weakness challenge
    advantage benefit
    patient participant volunteer subject people person
    virus pathogen
    disease illness infection
    """.strip().splitlines()
)


@dataclass(frozen=True, slots=True)
class ClaimSources:
    """Texts that the words of a claim may come from.

    `surroundings` (paper title, section, sentence before the quote) may name the referent of "we" or "it" in the quote.
    `known` has the question and the text read from the figure.
    """

    quote: SentenceTokens
    surroundings: SentenceTokens
    known: SentenceTokens

    @property
    def leaning(self) -> bool:
        """True if the quote refers to something that is named elsewhere."""
        return bool(_LEANING & set(self.quote.lowers))


def subject_faults(claim: SentenceTokens, sources: ClaimSources) -> list[str]:
    """Return one line for each name of the claim, and each head or modifier of its subject, that does not come from the
    quote.

    If all of them do, an exchange of subject and object is reported.
    """
    subject = subject_tokens(claim)
    faults = [
        f'"{token.text}" is not in the quote'
        for token in find_names(claim)
        if not _is_known(token, claim, subject, sources)
    ]
    if not faults:
        faults = [f'the quote is not about "{head.text}"' for head in _foreign_heads(claim, subject, sources)]
    if not faults:
        faults = [f'the quote is not about "{word.text}"' for word in _foreign_modifiers(subject, sources)]
    return faults or _exchanged_names(claim, sources.quote)


def _is_known(
    token: ClaimToken, claim: SentenceTokens, subject: Sequence[ClaimToken], sources: ClaimSources
) -> bool:
    if is_named(token, claim, sources.quote) or is_named(token, claim, sources.known):
        return True
    in_subject = any(token is word for word in subject)
    return (sources.leaning or not in_subject) and is_named(token, claim, sources.surroundings)


def heads(subject: Sequence[ClaimToken]) -> list[ClaimToken]:
    """Return the head nouns of a subject, one for each part joined by "and" or "or"; pronouns and bare gerunds are left
    out."""
    ends = (part[-1] for part in noun_phrases(subject) if not part[-1].lower.endswith("ing") or len(part) > 1)
    return [
        head for head in ends if head.content and not head.lower[0].isdigit() and head.lower not in PRONOUNS
    ]


def _foreign_heads(
    claim: SentenceTokens, subject: Sequence[ClaimToken], sources: ClaimSources
) -> list[ClaimToken]:
    """Return the heads of the subject that no source has, in noun phrases that share no specific modifier with the
    quote."""
    quoted = sources.quote.concepts
    foreign = []
    for part in noun_phrases(subject):
        particular = any(t is not part[-1] and t.content and t.stem in quoted - GENERIC_STEMS for t in part)
        if not particular:
            foreign += [head for head in heads(part) if not _is_covered(head, claim, subject, sources)]
    return foreign


def _is_covered(
    head: ClaimToken, claim: SentenceTokens, subject: Sequence[ClaimToken], sources: ClaimSources
) -> bool:
    quote = sources.quote
    if _occurs(head, quote) or _occurs(head, sources.known):
        return True
    if sources.leaning and (head.stem in GENERIC_STEMS or _occurs(head, sources.surroundings)):
        return True
    if head.stem in GENERIC_STEMS and any(own.stem in claim.concepts for own in heads(subject_tokens(quote))):
        return True  # "training is done by" -> "the network is trained by"
    if head.stem in _LIGHT_STEMS and any(token.content and token.stem in quote.concepts for token in subject):
        return True
    return any(head.stem in group and group & quote.concepts for group in _NOUN_GROUPS)


def is_related(token: ClaimToken, sources: ClaimSources) -> bool:
    """True if the quote, its surroundings or the question contains the word, a related form or an interchangeable noun.

    Generic words, such as "method" and "case", always count as related.
    """
    texts = (sources.quote, sources.surroundings, sources.known)
    if token.stem in GENERIC_STEMS | _LIGHT_STEMS or any(_occurs(token, text) for text in texts):
        return True
    return any(token.concepts & text.concepts for text in texts) or any(
        token.stem in group and group & sources.quote.concepts for group in _NOUN_GROUPS
    )


def _occurs(token: ClaimToken, other: SentenceTokens) -> bool:
    """True if the word occurs in `other` in this or a related form ("hypothesis", "hypothesize")."""
    if token.stem in other.concepts or is_named(token, tokenize(token.text), other):
        return True
    root = token.stem[:_ROOT]
    return len(token.stem) >= _ROOT and any(word.stem.startswith(root) for word in other.tokens)


def _foreign_modifiers(subject: Sequence[ClaimToken], sources: ClaimSources) -> list[ClaimToken]:
    """Return the modifiers that make the subject more specific than the sources do ("recurrent" in "the recurrent
    network").

    A noun phrase with a specific head may have one such modifier.
    """
    concepts = sources.quote.concepts | sources.surroundings.concepts | sources.known.concepts
    foreign = []
    for part in noun_phrases(subject):
        modifiers = [token for token in part[:-1] if token.content and token.stem not in _PLAIN_MODIFIERS]
        unknown = [
            token
            for token in modifiers
            if not token.concepts & concepts and not _occurs(token, sources.quote)
        ]
        if len(unknown) > (0 if part[-1].stem in GENERIC_STEMS else 1):
            foreign.extend(unknown)
    return foreign


def _exchanged_names(claim: SentenceTokens, quote: SentenceTokens) -> list[str]:
    """Return a fault if the claim exchanges the subject and the object of a verb that it shares with the quote; else
    []."""
    ours, theirs = list(_actors(claim)), list(_actors(quote))
    for left, verb, right in ours:
        for other_left, other_verb, other_right in theirs:
            if verb == other_verb and left & other_right and right & other_left and not left & other_left:
                return ["the line exchanges who does what in the quote"]
    return []


def _actors(sentence: SentenceTokens) -> Iterator[tuple[frozenset[str], str, frozenset[str]]]:
    """Yield (names before, stem of the verb, names after) for each verb in the active voice."""
    tokens = sentence.tokens
    for at in range(1, len(tokens)):
        if tokens[at].stem in VERB_STEMS and is_verb(tokens, at):
            passive = any(
                t.lower in {"is", "are", "was", "were", "been", "be", "by"}
                for t in tokens[max(0, at - 2) : at + 3]
            )
            if not passive:
                yield _content(tokens[:at]), tokens[at].stem, _content(tokens[at + 1 :])


def _content(tokens: Sequence[ClaimToken]) -> frozenset[str]:
    """Return the stems of the names among `tokens`."""
    return frozenset(
        t.stem
        for t in tokens
        if t.content and (t.capital or not t.text.islower()) and t.stem not in VERB_STEMS
    )
