"""Questions about the marks of a drawing, which the text of its paper seldom describes."""

from __future__ import annotations

import re

_COLOUR = r"(?:red|green|blue|yellow|orange|purple|pink|brown|black|gr[ae]y|dark)"
_MARKS = re.compile(
    r"\b(?:curves?|bars?|arrows?|arcs?|box(?:es)?|circles?|squares?|triangles?|cross(?:es)?|dots?|leaf|leaves|slices?|panels?"
    r"|dashed|dotted|hatched|striped|shaded|coloured|colored|drawn|ticked|crossed|underlined|highlighted|plotted"
    rf"|(?:solid|{_COLOUR}) (?:\w+ )?(?:lines?|points?|cells?|nodes?|marks?|ones?|texts?|words?)|dark (?:red|green|blue)"
    r"|(?:left|right|top|bottom|upper|lower)(?:-?most)? (?:tree|plot|chart|graph|part|half|end|side|corner)"
    r"|x[- ]axis|y[- ]axis|leftmost|rightmost|topmost)\b",
    re.IGNORECASE,
)


def asks_for_marks(question: str) -> bool:
    """True for a question about curves, boxes, colours or other things that are drawn."""
    return _MARKS.search(question) is not None
