"""Requests to a language model by judges, baselines and benchmark protocols that call a model directly, not via
citehop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...agent.llm.errors import ContextWindowError, ModelReplyError
from ...agent.llm.types import LLM, Image, Message, Reply, Request
from ...agent.types import Usage
from ..types import Example, Prediction, Verdict

# The model refused, the reply was cut off, or the prompt was too long.
NO_REPLY = (ModelReplyError, ContextWindowError)
Ask = Callable[[Example, Prediction], Verdict]


@dataclass(slots=True)
class ModelCalls:
    """Calls of `llm` about one example, with all replies so far; `label` names the purpose of the calls."""

    llm: LLM
    label: str
    tokens: int  # most tokens of a reply
    temperature: float = 0.0
    replies: list[Reply] = field(default_factory=list)

    def ask(
        self,
        prompt: str,
        *,
        system: str = "",
        images: Sequence[Image] = (),
        tokens: int = 0,
        temperature: float | None = None,
        label: str = "",
    ) -> str:
        """Return the text of the reply to `prompt`. Arguments replace the defaults of this `ModelCalls` for one call."""
        begin = (Message("system", system),) if system else ()
        request = Request(
            (*begin, Message("user", prompt, tuple(images))),
            max_tokens=tokens or self.tokens,
            temperature=self.temperature if temperature is None else temperature,
            label=label or self.label,
        )
        self.replies.append(self.llm.complete(request))
        return self.replies[-1].text

    @property
    def usage(self) -> Usage:
        """The total usage of all replies."""
        return sum((reply.usage for reply in self.replies), Usage())

    def join(self, separator: str) -> str:
        """Return the texts of all replies, stripped and joined by `separator`."""
        return separator.join(reply.text.strip() for reply in self.replies)


def unscored_on_failure(grade: Ask) -> Ask:
    """Return `grade` as a judge that gives an unscored verdict, with the error as its reply, if the model gave no
    usable reply.

    Other errors of the model (budget, key, no connection) are raised because the next answer would meet them too.
    """

    def ask(example: Example, prediction: Prediction) -> Verdict:
        try:
            return grade(example, prediction)
        except NO_REPLY as error:
            return Verdict(example.id, None, str(error))

    return ask
