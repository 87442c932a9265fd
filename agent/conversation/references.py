"""Words of a follow-up that refer to what was spoken of: "which of them", "the first one", "that corpus", "compared with X"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .followup import SYSTEMS, lacks_antecedent

_THEM = r"(?:them|these|those|the (?:two|three|four|five|six|seven))"
# "Which one of them is the oldest?", "which of these papers", "which one has the highest?"
_AMONG = re.compile(
    r"\b(?:which|what|who|any|all|both|each|one|how many)(?: one)?"
    rf"(?P<of> of {_THEM}(?: (?:{SYSTEMS}))?)\b|^which (?:one|(?:{SYSTEMS})(?<!s))\b",
    re.IGNORECASE,
)
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "former": 0, "last": -1, "latter": -1}
_ORDINAL = re.compile(
    rf"\bthe (?P<ordinal>{'|'.join(_ORDINALS)})(?: (?:one|paper|of {_THEM}|on the list)\b|(?=['’]s\b)|(?=\W*$))",
    re.IGNORECASE,
)
_CONTRACTION = re.compile(r"\b(what|who|where|how|when|why|that|it|there)['’]s\b", re.IGNORECASE)
_DEMONSTRATIVE = re.compile(
    r"(?P<before>^|\b(?:on|in|for|of|with|from|by|at|is|are|does|do|did|was|were|to|use[ds]?|reused) )"
    r"(?:th(?:at|is|ese|ose)|the same) (?P<noun>(?!(?:one|two|three)\b)[a-z]{3,})\b",
    re.IGNORECASE,
)
_THERE = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bthere\W*$", re.IGNORECASE)
_IN_PAPER = re.compile(r",? \bin (?:that|this|the same) (?:one|paper|work|article)\W*$", re.IGNORECASE)
_COMPARED = re.compile(
    r"^(?:(?:how|and|so)\b.*\b(?:that|this|it|they|those|these)\b.* compare[sd]?"
    r"|compared|(?:as )?opposed|in comparison|relative|versus|vs\.?)(?: (?:to|with|against))? (?P<other>\S.*)$",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"^(?:the|a|an|that of|those of)\s+", re.IGNORECASE)


def is_anaphoric(text: str) -> bool:
    """True if `text` refers to what was spoken of: by a pronoun, "that corpus", or "there"."""
    return lacks_antecedent(text) or bool(_THERE.search(text) or _DEMONSTRATIVE.search(text))


def expand_contractions(text: str) -> str:
    """`text` with "what's" as "what is"."""
    return _CONTRACTION.sub(r"\1 is", text)


def without_place(text: str) -> str:
    """`text` without the paper that it refers to at its end: "there", "in that paper"."""
    return _IN_PAPER.sub("", _THERE.sub("", text)).rstrip(" ,")


def ask_among(text: str) -> str:
    """`text` about "these papers" where it asks which of several it is; "" for any other question."""
    match = _AMONG.search(text)
    if match is None:
        return ""
    if match["of"]:
        start, end = match.span("of")
        return f"{text[:start]} of these papers{text[end:]}"
    return f"Which of these papers{text[match.end() :]}"


def find_ordinal(text: str, count: int) -> tuple[int, tuple[int, int]] | None:
    """The place among `count` papers that `text` refers to, and the span of the words: "the first one", "the latter"; None if
    there is none."""
    match = _ORDINAL.search(text)
    if match is None:
        return None
    place = _ORDINALS[match["ordinal"].casefold()]
    place = place + count if place < 0 else place
    return (place, match.span()) if place < count else None


def name_demonstratives(text: str, questions: Sequence[str]) -> str:
    """`text` with "that corpus" as the corpus that the latest of `questions`, oldest first, names: "the news corpus".

    A noun that none of them has with an attribute stays.
    """

    def named(match: re.Match[str]) -> str:
        noun = re.escape(match["noun"])
        pattern = re.compile(
            rf"\b(?:the|an?|on|in|of|for|with|by|from)\s+(?P<phrase>(?:[\w./-]+ ){{1,3}}{noun})\b", re.I
        )
        for question in reversed(questions):
            if found := list(pattern.finditer(question)):
                words = re.split(
                    r"\b(?:the|an?|on|in|of|for|with|by|from|that|this|same)\s+", found[-1]["phrase"]
                )
                if len(words[-1].split()) > 1:
                    return f"{match['before']}the {words[-1]}"
        return match[0]

    return _DEMONSTRATIVE.sub(named, text)


def find_compared(text: str) -> str:
    """The thing that the last answer is to be compared with: "X" of "how does that compare with X?"; "" if nothing is."""
    match = _COMPARED.match(text)
    return _DETERMINER.sub("", match["other"]) if match else ""
