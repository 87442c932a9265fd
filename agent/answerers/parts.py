"""Questions of two parts: "how many X are there, and which Y was used?"."""

from __future__ import annotations

import re

_WH = (
    r"(?:(?:by|on|in|into|at|to|of|from|with|within|about|around|roughly|for|above|below|up to|upon|under|over|after|before|"
    r"through|during|between|among|against) ){0,2}"
    r"(?:how|what|which|why|where|who|whose|whom|when (?:is|are|was|were|did|does|do))|(?:does|do|did|is|are|was|were|can)"
    r"|(?:(?:tell|give) me )?(?:the )?(?:amount|number|size|count|names?|type|kind|length|width|height|share|percentage|fraction|"
    r"proportion|dimension(?:ality)?|rate|price|cost|version|year|source|duration|speed) of"
)
_BREAK = re.compile(
    rf"(?:[,;]\s*(?:and|but)?|:|\s[-–—]|\s+and)\s+(?=(?:{_WH})\b)|(?<=\?)\s+(?=\w)", re.IGNORECASE
)
_AUXILIARY = re.compile(
    r"\b(?:does|do|did|is|are|was|were|can|has|have|had|could|will|would|should|must|may|might)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(rf"^(?:and\s+)?(?:{_WH})\b", re.IGNORECASE)
# "BERT: size of its vocabulary": the paper or subject, then what is asked of it.
_LEAD = re.compile(
    r"^([^:?]{2,120}):\s+(?!(?:with|in|on|for|apart|under|of|at|among|when|if|as|by)\b)(\S.*)$", re.IGNORECASE
)
_FEWEST_WORDS, _MOST_PARTS = 3, 3
_FEWEST_FIRST = 4  # "How many semantic and how many syntactic questions ...?" has one part
_WHO = re.compile(r"^who [a-z]+ \S", re.IGNORECASE)  # whole in three words: "Who wrote X"


def split_parts(question: str) -> list[str]:
    """The parts of `question`, each a question by itself; the whole in a list where it has one part only.

    A lead such as "In the X paper, which ..., and how ...?" or "X: which ..., and how ...?" is put before every part.
    """
    text = " ".join(question.split())
    pieces = _pieces(text)
    asking = [piece for piece in pieces if _QUESTION.match(piece)]
    lead = " ".join(piece for piece in pieces if piece not in asking)
    elliptic = _LEAD.match(lead)
    if len(asking) == 1 and elliptic and pieces[-1] == asking[0]:
        return [f"{elliptic[1]}, {piece}" for piece in (elliptic[2], asking[0])]
    if not 2 <= len(asking) <= _MOST_PARTS or not _is_whole(asking[0]):
        return [text]
    if min(len(piece.split()) for piece in asking) < _FEWEST_WORDS:
        return [text]
    return [f"{lead}, {piece}" for piece in asking] if lead else asking


def split_first(question: str) -> tuple[str, tuple[str, ...]]:
    """The first part of `question` with all that belongs to no other, and the further parts, which may have a few words only:
    "which is the best", "and how good is it"."""
    pieces = _pieces(question)
    asking = [piece for piece in pieces if _QUESTION.match(piece)]
    if len(asking) < 2 or not _is_whole(asking[0]):
        return question, ()
    return ", ".join(piece for piece in pieces if piece not in asking[1:]) + "?", tuple(asking[1:])


def name_missing(part: str) -> str:
    """A sentence that nothing answers a `part` of a question."""
    return f"(Nothing answers: {part.rstrip(' ?.')}.)"


def asks_twice(question: str) -> bool:
    """True if `question` asks for two things, the second in a few words: "which is the best, and by how much?"."""
    return sum(bool(_QUESTION.match(piece)) for piece in _pieces(question)) > 1


def _is_whole(first: str) -> bool:
    """True if the `first` part of a question has enough words to be one by itself."""
    return len(first.split()) >= _FEWEST_FIRST or _WHO.match(first) is not None


def _pieces(question: str) -> list[str]:
    text = " ".join(question.split())
    ends = [match for match in _BREAK.finditer(text) if not _is_inside(text, match)]
    starts = [0, *(match.end() for match in ends)]
    stops = [*(match.start() for match in ends), len(text)]
    pieces = [text[start:stop].strip(" ,;") for start, stop in zip(starts, stops, strict=True)]
    return [piece for piece in pieces if piece.strip("?")]


def _is_inside(text: str, match: re.Match[str]) -> bool:
    """True if the comma at `match` has no verb before it: "With which tool, besides Excel, did they draw it?" """
    before, verb = text[: match.start()], _AUXILIARY.match(text, match.end())
    return (
        match[0].strip() == "," and bool(verb and _QUESTION.match(before)) and not _AUXILIARY.search(before)
    )
