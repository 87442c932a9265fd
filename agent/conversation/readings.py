"""Readings of a follow-up question: complete questions that it may stand for, and the papers that each is asked of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyse
from ...papers.captions import figure_label
from ..relevance.names import share_lacking
from ..relevance.small_talk import is_small_talk
from ..relevance.subject import find_subjects
from .ellipsis import without_lead
from .followup import is_complete, lacks_antecedent
from .named_papers import find_named_papers
from .question_form import parse_form
from .references import ask_among, expand_contractions, find_ordinal, is_anaphoric, without_place
from .referents import Referents
from .topic import find_topic

_INDEFINITE = re.compile(r"^(?:what|who) (?:is|are) an? ", re.IGNORECASE)  # of nothing spoken of
_LACKING = 0.34  # share of its words, from which a question is not about the paper that lacks them
_NAMED = 0.6  # how clearly a question must name a paper to be about it and not about the last one
_PLACE = re.compile(
    r"\b(?:of|in|by|does|did|do|is|are|was|were|has|have)(?: the)? $", re.IGNORECASE
)  # before a name
_SUPERLATIVE = re.compile(r"\b(?:[a-z]+est|most|least|best|worst|[a-z]+er)$", re.IGNORECASE)
_OPEN_PREPOSITION = re.compile(r"\W*\b(?:of|in|for|by|from|with|and)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FollowupReading:
    """`question` as it is asked of `papers` (empty: of all), and the `complete` question that is shown, which names them; ""
    where the question is asked as it is."""

    question: str
    complete: str = ""
    papers: tuple[str, ...] = ()


def read_among(
    question: str, previous: str, referents: Referents, index: SubjectIndex
) -> FollowupReading | None:
    """The question which of the papers spoken of it is, or what one of them has: "which of them is the oldest?", "and the batch
    size of the first one?"; None for any other question."""
    text = expand_contractions(without_lead(question.rstrip("?. !")))
    group = referents.group
    if not group:
        return None
    if found := find_ordinal(text, len(group)):
        place, (start, end) = found
        rest = f"{_OPEN_PREPOSITION.sub('', text[:start])}{text[end:]}".strip()
        return read_of_paper(rest, group[place], referents) if analyse(rest) else None
    among = ask_among(text)
    if not among or find_named_papers(text, index):
        return None
    asked = parse_form(previous).noun
    if asked and _SUPERLATIVE.search(among):
        among = f"{among} {asked}"
    names = [referents.name(paper_id) for paper_id in group]
    shown = among.replace("of these papers", f"of {', '.join(names[:-1])} and {names[-1]}")
    return FollowupReading(f"{among}?", f"{_capitalized(shown)}?", group)


def read_of_paper(text: str, paper_id: str, referents: Referents) -> FollowupReading:
    """`text` asked of one paper."""
    asked = _capitalized(without_place(text))
    return FollowupReading(f"{asked}?", f"{asked}, in {referents.name(paper_id)}?", (paper_id,))


def read_in_paper(
    question: str, complete: str, referents: Referents, index: SubjectIndex
) -> FollowupReading | None:
    """`question` asked of the paper last spoken of; or, where it has been made `complete`, that question asked of the one paper
    that it names.

    None where it clearly names another paper, and where it has no word to search for or only the label of a figure. One that
    names the paper itself is asked as it is.
    """
    if complete:
        mentions = find_named_papers(complete, index)
        span = find_topic(complete, index)
        if len(mentions) != 1 or span is None:
            return None
        asked = f"{complete[: span[0]]}it{complete[span[1] :]}"
        return FollowupReading(asked, complete, (mentions[0].paper_id,))
    text = expand_contractions(without_lead(question.rstrip("?. !")))
    named = {mention.paper_id for mention in find_named_papers(text, index)}
    is_short = not is_complete(text) and (named or figure_label(text))
    if not referents.paper or not analyse(text) or is_small_talk(question) or is_short:
        return None
    if _INDEFINITE.match(text) or names_other_paper(text, (referents.paper,), index):
        return None
    if named == {referents.paper}:
        return FollowupReading(f"{_capitalized(text)}?", "", (referents.paper,))
    return read_of_paper(text, referents.paper, referents)


def names_other_paper(question: str, known: Sequence[str], index: SubjectIndex) -> bool:
    """True if a question without a pronoun for the last paper clearly names one that is not `known`: "And how deep is BERT?",
    or as the place or the subject of what it asks, "in Table 4 of QANet", and names none of `known`."""
    if lacks_antecedent(question):
        return False
    best = find_subjects(question, index, 1)
    if best and best[0].is_clear and best[0].named >= _NAMED and best[0].paper_id not in known:
        return True
    mentions = find_named_papers(question, index)
    is_place = any(_PLACE.search(question, 0, mention.start) for mention in mentions)
    return is_place and all(mention.paper_id not in known for mention in mentions)


def is_about_paper(question: str, paper_id: str, index: SubjectIndex) -> bool:
    """True if a question that names no paper refers to what was spoken of, or has few words that the paper lacks."""
    return (
        is_anaphoric(question) or share_lacking(question, index.statistics, paper_id, frozenset()) < _LACKING
    )


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
