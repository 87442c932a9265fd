"""As many texts of one kind as a question asks for: "Which three sorts of errors are marked?"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ...label_match import singular_tokens
from ...operations import Between
from ...request import FigureRequest
from ...statements.texts import DrawnText, is_words
from ...vocabulary import CARDINALS

_FEWEST, _MOST = 2, 6
_NUMBERS = "|".join(word for word, number in CARDINALS.items() if _FEWEST <= number <= _MOST)
_SEVERAL = re.compile(
    rf"\b(?:which|what|names? of|call\w*)\s+(?:are\s+)?(?:the\s+)?(?P<number>{_NUMBERS})\s+(?P<things>[^?,;:]+)",
    re.IGNORECASE,
)
_PANEL = re.compile(r"\(?[a-h]\)\s*(?P<title>\S.*)")
_BRACKETED = re.compile(r"(?P<open>[\[<{])(?P<name>[^\[\]<>{}]+)[\]>}]")
_CLEAR = 3  # texts that are of one kind though the question does not name it
_THINGS = 5  # words behind the number among which their noun is


def answer_several(question: FigureRequest, texts: Sequence[DrawnText], *, named: bool = False) -> str:
    """The texts of one kind where the drawing has exactly as many of it as `question` asks for; "" for another question.

    Of one kind are texts that end with the same word, titles of panels and names in the same brackets. With `named` only texts
    whose last word is in the question; else also other ones, where they are three or more and no other kind has as many.
    """
    asked = _SEVERAL.search(question.wording)
    if asked is None or any(not isinstance(op, Between) for op in question.operations):
        return ""
    things = set(singular_tokens(" ".join(asked["things"].split()[:_THINGS])))
    number = CARDINALS[asked["number"].lower()]
    kinds = {kind: names for kind, names in _kinds(texts).items() if len(names) == number}
    of_kind = [names for kind, names in kinds.items() if kind in things]
    found = of_kind or ([] if named or number < _CLEAR else list(kinds.values()))
    return ", ".join(found[0]) if len(found) == 1 else ""


def _kinds(texts: Sequence[DrawnText]) -> dict[str, list[str]]:
    """Distinct texts by their last word, or by the brackets around them or the letter of a panel before them."""
    kinds = defaultdict[str, dict[str, None]](dict)
    for text in texts:
        panel, bracketed = _PANEL.fullmatch(text.text), _BRACKETED.fullmatch(text.text)
        words = singular_tokens(text.text)
        if panel is not None:
            kinds["(a)"][panel["title"]] = None
        elif bracketed is not None:
            kinds[bracketed["open"]][bracketed["name"]] = None
        elif is_words(text.text) and len(words) > 1:
            kinds[words[-1]][text.text] = None
    return {kind: list(names) for kind, names in kinds.items()}
