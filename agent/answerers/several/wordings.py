"""Comparisons of two papers in one wording: "is the optimizer of A the same as B's" asks if A and B use the same optimizer."""

from __future__ import annotations

import re

_THAT = r"(?:(?:that|those|the one|the ones) (?:of|in|from|for|by|used (?:by|in)|reported (?:by|in)) |(?:in|of|by|for) )?"
_POSSESSIVE = r"(?:(?:['’]s|['’])(?: \w+)?)?"
_REST = r"(?: (?:do|does|did|is|are|was|were|has|have))?\W*(?:\?.*|$)"
_REWRITTEN = (
    # "Is the optimizer of A the same as B's?"
    (
        re.compile(
            rf"^(?:is|are|was|were) the (?P<noun>[^,;?]+?) (?:of|in|for|used (?:by|in)) (?P<one>[^,;?]+?) the same as {_THAT}"
            rf"(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<one> and \g<other> use the same \g<noun>?",
    ),
    # "Is A's optimizer the same as B's?"
    (
        re.compile(
            rf"^(?:is|are|was|were) (?P<one>[^,;?]+?)['’]s (?P<noun>[\w -]+?) the same as {_THAT}(?P<other>[^?]+?)"
            rf"{_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<one> and \g<other> use the same \g<noun>?",
    ),
    # "Does A start from the same vectors as B?"
    (
        re.compile(
            rf"^(?:do|does|did) (?P<one>[^,;?]+?) the same (?P<noun>[^,;?]+?) as {_THAT}(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<other> and \g<one> the same \g<noun>?",
    ),
    # "How does the kappa of A compare with that of B?"
    (
        re.compile(
            rf"^how (?:do|does|did) (?P<first>[^?]+?) compare (?:with|to|against) {_THAT}(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Compare \g<first> and \g<other>",
    ),
)
# "the kappa that A reports": the kappa of A.
_RELATIVE = re.compile(
    r"\b(?:that|which) (?P<who>(?:the )?[A-Z][^,;?]*?) (?:use|uses|used|report|reports|reported|get|gets|got|has|have|had|"
    r"achieves?|achieved|obtains?|obtained|takes?)\b"
)


def unify_wording(question: str) -> str:
    """`question`, or the same as one that joins the papers with "and"."""
    for pattern, wording in _REWRITTEN:
        if pattern.match(question):
            question = pattern.sub(wording, question)
            break
    return _RELATIVE.sub(r"of \g<who>", question)
