"""Shallow grammar: the subject of a sentence and its noun phrases, from closed word classes and a list of verbs."""

from __future__ import annotations

from collections.abc import Sequence

from ....indexes.text.analysis import analyze
from .words import ClaimToken, SentenceTokens

_AUXILIARIES = frozenset(
    "is are was were be been being has have had do does did can could may might must will would shall should".split()
)
_VERBS = """
achieve act add adopt affect aim allow analyse analyze appear apply assess assign assume attain beat become begin belong
benefit boost build capture carry cause change choose classify collect combine come compare compute conclude confirm
conflict consider consist contain contribute converge correspond cost count cover create decide decline decrease define
demand demonstrate depend derive describe design detect determine develop differ discard discuss draw drop employ enable
encode enhance enlarge ensure establish estimate evaluate evolve examine exceed exclude exist exploit explore express
extend extract fail fall feed filter find fit focus follow form gain generate get give go grow guarantee handle help
hold hurt identify ignore implement improve include incorporate increase indicate induce infer inhibit introduce
investigate involve keep label lack lead learn leave let limit locate look lose lower make map mark match matter mean
measure merge model move need normalize obey observe obtain occur offer operate optimize outperform perform permit play
point precede predict prefer prepare present preserve prevent process produce project propose prove provide pursue put
quantify query range rank reach read receive recommend record reduce reflect reject relate rely remain remove replace
replicate report represent require resemble resist respond restrict result retain return reveal review rise run save say
scale search see select separate serve set share show simulate solve split spread stay stem stop store study suffer
suffice suggest summarize supply support surpass take target tend test think track train transfer transform translate
transmit treat try tune turn undergo update use utilize validate vary view want weaken work write yield
""".split()
VERB_STEMS = frozenset(stem for verb in _VERBS for stem in analyze(verb))
_IRREGULAR = frozenset(
    "found gave got held kept led left lost made put ran rose saw sent showed shown spent took taught thought went won wrote "
    "came chose drew fell grew became began built".split()
)
_PREPOSITIONS = frozenset(
    "in on at of for with by from to as after before during under over among between across within without against like "
    "unlike through via using despite given based that which who whose where than apart thanks because due according".split()
)
_SUBORDINATORS = frozenset("when while if although since where once".split())
PRONOUNS = frozenset(
    "it they them this that these those there he she we i you one which who what how whether why both each neither none "
    "nobody all some any many most few others such".split()
)
_ADVERBS = frozenset(
    "usually often typically generally also probably always never sometimes first then only still now mostly".split()
)
# A finite verb never follows one of these words directly.
_BEFORE_NOUNS = frozenset("the a an of this these our their its to for in by with and - no".split())


def subject_tokens(sentence: SentenceTokens) -> tuple[ClaimToken, ...]:
    """Return the words before the first finite verb; () if no verb is found.

    An introductory phrase is left out, up to its comma.
    """
    tokens = sentence.tokens
    begin = 0
    if tokens and tokens[0].lower in _PREPOSITIONS | _SUBORDINATORS:
        comma = next((at for at, token in enumerate(tokens) if token.text == ","), None)
        if comma is not None and comma + 2 < len(tokens):
            begin = comma + 1
    for at in range(begin, len(tokens)):
        if at > begin and is_verb(tokens, at):
            return tokens[begin:at]
    return ()


def is_verb(tokens: Sequence[ClaimToken], at: int) -> bool:
    """True if the word at `at`, not the first, is a finite verb."""
    token, before = tokens[at], tokens[at - 1].lower
    if token.lower in _AUXILIARIES:
        return True
    if token.joined or (token.stem not in VERB_STEMS and token.lower not in _IRREGULAR):
        return False
    if before in _BEFORE_NOUNS:
        return False
    if token.lower.endswith("ing"):
        return False
    following = tokens[at + 1].lower if at + 1 < len(tokens) else "."
    if token.lower.endswith("ed"):  # a participle before a noun is not a finite verb: "the proposed model"
        return at + 1 >= len(tokens) or not tokens[at + 1].content or tokens[at - 1].content
    plural_noun = following in {"of", *_AUXILIARIES} or following in VERB_STEMS
    return not plural_noun


def noun_phrases(subject: Sequence[ClaimToken]) -> list[list[ClaimToken]]:
    """Return the noun phrases of a subject, which "and", "or" and commas join, up to its first preposition.

    Adverbs are left out. The last word of each phrase is its head.
    """
    parts: list[list[ClaimToken]] = [[]]
    if len(subject) > 2 and subject[0].lower in PRONOUNS and subject[1].lower == "of":
        subject = subject[2:]  # "one of the models" becomes "the models"
    for token in subject:
        if token.lower in _PREPOSITIONS or token.text in {"(", ":", ";"}:
            break
        if token.lower in {"and", "or", ","}:
            parts.append([])
        elif token.text[0].isalnum() and token.lower not in _ADVERBS and not token.lower.endswith("ly"):
            parts[-1].append(token)
    return [part for part in parts if part]
