"""A drafted answer as text and as claims.

The draft is plain lines: a claim, then below it lines "> [2] quote" that prove it. This form streams as it is written, costs few
tokens, and is kept by models that do not keep JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..llm.errors import BrokenOffError
from ..llm.types import LLM, Reply, Request
from ..verification.links import without_unquoted_links

UNKNOWN = "UNKNOWN"

_EVIDENCE = re.compile(r"^>\s*\[?\s*(?P<passage>\d{1,4})\s*\]?\s*[:.)-]?\s*(?P<quote>.*)$")
_MARKUP = re.compile(r"^(?:[-*•]\s+|\d{1,2}[.)]\s+|#+\s+)|\*\*|__|`")
_MARKERS = re.compile(r"\s*\[\d{1,3}(?:\s*[,;-]\s*\d{1,3})*\]")
_QUOTES = "\"'“”‘’«»`"


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the answer with its (passage number, quote) pairs, as the model wrote them."""

    text: str
    quotes: tuple[tuple[int, str], ...] = ()


def parse_draft(text: str) -> tuple[Claim, ...]:
    """Claims of a draft in order; () if it states that the passages do not answer.

    Bullets, emphasis and citation markers are removed from claims. A claim without evidence lines has no evidence.
    """
    claims: list[Claim] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        evidence = _EVIDENCE.match(line)
        if evidence and claims:
            quote = _unquoted(evidence["quote"])
            last = claims[-1]
            claims[-1] = Claim(last.text, (*last.quotes, (int(evidence["passage"]), quote)))
        elif not line.startswith((">", "```")):
            claims.append(Claim(_plain(line)))
    if claims and is_unknown(claims[0].text):
        return ()
    return tuple(
        claim for claim in claims if any(c.isalnum() for c in claim.text) and not is_unknown(claim.text)
    )


def is_unknown(text: str) -> bool:
    """True if a line states that there is no answer."""
    return text.strip(" .!*").upper() == UNKNOWN


def written(llm: LLM, asked: Request, on_text: Callable[[str], None] | None) -> Reply:
    """The reply to `asked`. `on_text` gets the claims of a draft while they are written, without their evidence lines.

    A stream that breaks off is asked for again as a whole, unseen.
    """
    if on_text is None:
        return llm.complete(asked)
    shown, reply = DraftStream(), Reply()
    try:
        for piece in llm.stream(asked):
            visible = shown.feed(piece.text) if piece.reply is None else shown.end()
            reply = piece.reply or reply
            if visible:
                on_text(visible)
    except BrokenOffError:
        on_text("...\n")
        return llm.complete(asked)
    return reply


class DraftStream:
    """Lets the claims of a draft through while it is written, word by word, and holds its evidence lines and all links back.

    What it lets through is not proven yet, and a link may have been planted by a paper.
    """

    def __init__(self) -> None:
        self._held, self._shown, self._word = "", False, ""

    def feed(self, text: str) -> str:
        """Return the part of `text` that can be shown so far: whole words."""
        self._word += "".join(map(self._feed_part, re.findall(r"[^\n]*\n|[^\n]+", text)))
        *words, self._word = re.split(r"(?<=\s)", self._word)
        return without_unquoted_links("".join(words), ())

    def end(self) -> str:
        """The last word, once nothing more comes."""
        word, self._word = self._word, ""
        return without_unquoted_links(word, ())

    def _feed_part(self, part: str) -> str:
        """`part` ends at the end of a line, or is the unfinished end of the text."""
        ended = part.endswith("\n")
        if self._shown:
            self._shown = not ended
            return part
        self._held += part
        start = self._held.lstrip()
        if not start or start.startswith(">") or UNKNOWN.startswith(start.strip().upper()):
            if ended:
                self._held = ""
            return ""
        self._held, self._shown = "", not ended
        return start


def _plain(line: str) -> str:
    return " ".join(_MARKERS.sub("", _MARKUP.sub("", line)).split())


def _unquoted(quote: str) -> str:
    """Without the marks around it; marks inside belong to the paper."""
    quote = quote.strip()
    if len(quote) >= 2 and quote[0] in _QUOTES and quote[-1] in _QUOTES:
        return quote[1:-1].strip()
    return quote
