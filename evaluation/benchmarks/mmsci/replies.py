"""The option that a reply to an MMSci matching question chooses, by the rules of the reference code. Nothing here raises."""

from __future__ import annotations

import re

_FINAL = "The final answer is "


def labels_of(question: str) -> str:
    """The labels of the options in a question: the letters of its lines "X: ..."."""
    return "".join(re.findall(r"^([A-Z]):\s", question, re.MULTILINE))


def strict_choice(reply: str, labels: str) -> str | None:
    """The character after its phrase where that is a label, else the first label in order that one of its patterns finds.

    So "**[C]**" is not C, and the article in "is A plot" is A. None, which the reference leaves out of its denominator, where
    nothing fits. The reference first lets a language model read the reply; that step is not repeated here.
    """
    for phrase in (f"{_FINAL}**", _FINAL):
        _, found, rest = reply.partition(phrase)
        if found:
            if rest[:1] in labels and rest[:1]:
                return rest[:1]
            break
    text = reply.strip()
    for label in labels:
        patterns = (
            f"*Answer*: {label}",
            f" {label} ",
            f"sub-figure {label.lower()}",
            f"{label}:",
            f"**{label}**",
            f" {label}.",
        )
        if text == label or any(pattern in reply for pattern in patterns):
            return label
    return None
