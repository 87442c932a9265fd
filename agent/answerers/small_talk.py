"""Replies to messages that are not questions about papers."""

from __future__ import annotations

from ...errors import UnavailableError
from ..llm.errors import ContextWindowError
from ..llm.prompting import request
from ..llm.roles import Models
from ..trace import Trace
from ..verification.links import without_unquoted_links

HELP = (
    "Ask about the papers of this cluster: a fact in one of them, a cell of a table, a figure, or what a cited paper says "
    "about a method in a figure."
)
_TOKENS = 120
_LONGEST = 400  # characters of a message and of a reply


def reply_to_small_talk(message: str, models: Models | None, trace: Trace) -> tuple[str, str]:
    """Return the model's reply and the name of the model.

    Without a model, or if the model fails, return the help text and "".
    """
    if models is None:
        return HELP, ""
    try:
        with trace.step("reply"):
            llm = trace.watch(models.text)
            asked = request("small_talk", {"message": message[:_LONGEST]}, _TOKENS)
            reply = without_unquoted_links(" ".join(llm.complete(asked).text.split()), ())
    except (UnavailableError, ContextWindowError) as error:
        trace.notes.append(f"{error}; replied without the model")
        return HELP, ""
    return (reply, models.text.model) if 0 < len(reply) <= _LONGEST else (HELP, "")
