"""Requests that no paper answers: greetings, thanks, errands, empty or meaningless text."""

from __future__ import annotations

import re

from ...indexes.text.analysis import analyse

_POLITE = re.compile(
    r"^\W*(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|night|day)|thanks?|thank you|thx|cheers|bye|goodbye|"
    r"see you|ok(?:ay)?|great|nice|cool|awesome|perfect|sorry|please help|help|test|testing|yes|no|lol|wow|who are you|what are you|"
    r"how are you|how'?s it going|what'?s up|what can you do|what do you do|are you (?:a |an )?(?:bot|human|robot|ai|chatgpt))\b",
    re.I,
)
_ERRAND = re.compile(
    r"^\W*(?:please |can you |could you |would you )*(?:write|draft|compose|translate|sing|tell me a joke|tell a joke|recommend|suggest|book|order|"
    r"buy|remind|play|call|email(?! (?:of|for|address))|send|draw|paint|code|program|implement|debug|fix my|generate|make me|give me a recipe|help me with my)\b",
    re.I,
)
_PAPER_WORD = re.compile(
    r"\b(?:papers?|authors?|articles?|stud(?:y|ies)|tables?|figures?|fig|models?|methods?|data ?sets?|corp(?:us|ora)|experiments?|results?|"
    r"approach|algorithms?|cluster|references?|citations?|baselines?|training|evaluat\w+)\b",
    re.I,
)
_WORD = re.compile(r"[A-Za-z]{2,}|\d")
_SUM = re.compile(r"\d\s*[-+*/×÷^]\s*\d")
_LONGEST_GREETING = 9  # words: beyond that a greeting opens a question


def is_small_talk(text: str) -> bool:
    """True if `text` is a greeting, thanks, an errand for an assistant, a sum ("2 + 2"), or has no word in it."""
    words = text.split()
    if not _WORD.search(text) or (_SUM.search(text) and all(term.isdigit() for term in analyse(text))):
        return True
    if _PAPER_WORD.search(text):
        return False
    return bool(_ERRAND.match(text)) or (bool(_POLITE.match(text)) and len(words) <= _LONGEST_GREETING)
