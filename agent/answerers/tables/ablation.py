"""Words of a question or of an entry's name about what is left out ("without bigrams", "w/o attention") or added."""

from __future__ import annotations

import re

from ....indexes.text.analysis import analyze

_LEFT_OUT = re.compile(
    r"(?:\b(?:(?:tak\w+|turn\w*|switch\w*|strip\w*|cut\w*) (?:out|off|away)|drop\w* out|leav\w+ out"
    r"|without|w/o|no|not|minus|remov\w+(?: of)?|exclud\w+|omit\w+|withh\w+|ablat\w+|lack\w*"
    r"|discard\w*|disabl\w+|delet\w+|dropp(?:ed|ing)|strip\w*)\b"
    r"|(?:^|\s)[-–−])\s*((?:(?:the|its|any|use of) )?[\w-]+(?: [\w-]+)?)"
    r"|([\w-]+(?: [\w-]+)?) (?:(?:is|are|was|were) )?(?:removed|withheld|omitted|excluded|dropped|left out"
    r"|taken (?:out|away)|ablated|stripped|disabled)\b"
    r"|\b(?:tak\w+|took|strip\w*|leav\w+|left|turn\w*|switch\w*|cut\w*) (?:the )?([\w-]+(?: [\w-]+)?) (?:out|away|off)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\b(?:add(?:s|ed|ing)?|includ(?:es?|ed|ing)|incorporat(?:es?|ed|ing)|(?:extended|augmented|enriched) (?:with|by))"
    r" (?:(?:the|an?|in) )?([\w-]+(?: [\w-]+)?)"
    r"|([\w-]+(?: [\w-]+)?) (?:is|are|was|were|being) (?:also )?(?:added|included|appended|incorporated)\b"
    r"|\b(?:do|does|did) (?:the )?([\w-]+(?: [\w-]+)?) (?:bring|add|contribute|buy|help|boost|raise)\b",
    re.IGNORECASE,
)
_ADDITION = re.compile(r"^(?:\+|with\b|w/(?!o)|add(?:ing|ed)?\b)\s*(.+)", re.IGNORECASE)
_ABLATES = re.compile(
    r"\b(?:ablat\w+|remov(?:al|als|e|ed|es|ing)|dropp(?:ed|ing)|without|omit\w*|exclud\w+|discard\w*|disabl\w+|delet\w+|strip(?:ped|ping)?"
    r"|(?:tak\w+|took|leav\w+|left|turn\w*|switch\w*|cut\w*|drop\w*|strip\w*)(?: \w+){0,4} (?:out|away|off))\b",
    re.IGNORECASE,
)


def left_out_terms(text: str) -> frozenset[str]:
    """Return the terms of what `text` leaves out: "without bigrams", "- encoding BiLSTM", "the removal of
    attention"."""
    return frozenset(
        term for match in _LEFT_OUT.finditer(text) for term in analyze(match[match.lastindex or 0])
    )


def added_terms(question: str) -> frozenset[str]:
    """Return the terms of what `question` says is added: "when authors are added", "adding the venue"."""
    return frozenset(
        term for match in _ADDED.finditer(question) for term in analyze(match[match.lastindex or 0])
    )


def addition_terms(name: str) -> frozenset[str]:
    """Return the terms of what an entry with this `name` adds ("+ author", "with attention"); empty if it adds
    nothing."""
    match = _ADDITION.match(name.strip())
    return frozenset(analyze(match[1])) if match else frozenset()


def asks_for_ablation(question: str) -> bool:
    """True if `question` asks what happens to a system without one of its parts: "dropping which component costs the
    most"."""
    return _ABLATES.search(question) is not None


def leaves_out(name: str) -> bool:
    """True if `name` says that something is left out: "w/o attention", "No char embedding", "- encoding BiLSTM"."""
    return _LEFT_OUT.match(name) is not None or left_out_terms(name) != frozenset()
