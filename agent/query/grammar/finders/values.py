"""Values, approximate values, and cells without a value."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citehop.figures.numbers import NUMBER, number_of
from citehop.figures.operations import Equals, MissingValue, Operation

from .masking import mask
from .patterns import pattern

_MISSING = pattern(
    r"""\b(?:(?:does|do|did|has|have|is|are|was|were)(?:\snot|n't)\s(?:been\s|have\s|has\s)?
        (?:report\w*|evaluat\w*|provid\w*|given|giv\w*|list\w*|show\w*|include\w*|available|present\w*|measured|filled
        |an?\s(?:score|value|result|number)|any\s(?:score|value|result|number)s?)(?:\s(?:an?|any|the|its)\s(?:score|value|result|number)s?)?
        |(?:has|have|having|shows?|reports?|with|gives?|lists?)\s(?:no(?!\s(?:more|less|fewer))|a\smissing|an\sempty|missing|a\sblank)|(?:lacks?|missing)\san?\s(?:score|value|result|number)
        |is\sno\s(?=[^?]{1,40}?\s(?:given|reported|listed|available|shown|provided|printed)\b)
        |(?:is|are)\s(?:missing|left\s(?:blank|empty)|blank|empty|unreported)
        |not\s(?:been\s)?(?:reported|given|listed|shown|provided|available|measured|evaluated|printed)(?=\s?\W*$)
        |leaves?\s(?:the\scell\s|the\sentry\s)?(?=[^?]{1,60}?\s(?:empty|blank)\b)
        |(?:missing|unavailable|unreported)(?=\s?\W*$|\s(?:on|for|in)\b))\b"""
)


def find_missing(text: str) -> Iterable[Operation]:
    """Find a phrase about a missing value: "does not report a value". Returns at most one operation."""
    return [MissingValue(match.span()) for match in _MISSING.finditer(text)][:1]


_POINT = pattern(r"\(\s*(?P<x>[-−]?\d[\d.]*)\s*[,;]\s*(?P<y>[-−]?\d[\d.]*)\s*\)")
_THOUSANDS = re.compile(r"\(\d{1,3}(?:,\d{3})+\)")  # "(2,452)" is one number
_ABOUT = pattern(
    r"(?:\b(?:around|about|approximately|approx\.?|roughly|nearly|almost|circa|close\sto|near(?:\sto)?|equal\sto\sabout|in\sthe\svicinity\sof)|[~≈])\s*(?:an?\s|\()?$"
)
_SAYS_VALUE = pattern(
    r"(?:\b(?:of|is|was|are|to|equals?|exactly|about|around|approximately|roughly|nearly|has|have|had|with|gets?|got|at|as"
    r"|achiev\w+|scor\w+|obtain\w*|attain\w*|reach\w*|show\w*|uses?|contains?|a|an|record\w*|report\w*|:|=)\s*[~≈=]?\s*)$"
)


def find_values(text: str) -> Iterable[Operation]:
    """Find numbers that are not part of a name. The coordinates of a point "(x, y)" are values about "x" and "y"."""
    for point in _POINT.finditer(text):
        if _THOUSANDS.fullmatch(point.group()):
            continue
        for axis in ("x", "y"):
            found = NUMBER.fullmatch(point[axis])
            if found:
                yield Equals(number_of(found), True, point.span(axis), axis, approximate=True)
        text = mask(text, point.span())
    for match in NUMBER.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        sign_is_hyphen = match["sign"] and before and not before[-1].isspace() and before[-1] not in "(\"'"
        if sign_is_hyphen or re.search(r"[\w@.\-/_]$", before) or re.match(r"[\w@/_]|-[A-Za-z]|\.\d", after):
            continue
        number = number_of(match)
        about = _ABOUT.search(before)
        grouped = "," in match["digits"] or (before.endswith("(") and after.startswith(")"))
        sure = bool(
            about
            or grouped
            or number.decimals
            or number.percent
            or _SAYS_VALUE.search(before)
            or number.step > 1
        )
        start = about.start() if about else match.start()
        yield Equals(number, sure, (start, match.end()), approximate=bool(about))
