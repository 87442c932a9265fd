"""Lists of what a plot shows: the series of its legend, or the places along its x axis."""

from __future__ import annotations

import re

from ..answer.calibration import missing_series
from ..answer.entities import naming_attribute
from ..entity_kinds import kind_of
from ..label_match import singular_tokens, stems, tokens
from ..operations import AtSide
from ..request import FigureRequest
from ..types import Attribute, FigureData
from .statement import PlotStatement

_LISTED = re.compile(
    r"\b(?:which|what|list|name)\b[^?]*\b(?:compar\w+|shown|shows?|plotted|displayed|listed|lists?|included|depicted|evaluated"
    r"|tested|tried|considered|distinguish\w*|covered|varied|reported|used)\b",
    re.IGNORECASE,
)
_MEANING = re.compile(
    r"\bwhat (?:do|does) (?:the |each of the )?(?:\w+ )?(?P<marks>lines?|curves?|bars?|colou?rs?|markers?|symbols?|legend)\b[^?]*"
    r"\b(?:represent|stand for|mean|denote|show|indicate|distinguish|encode|correspond to|list)\b",
    re.IGNORECASE,
)
_OF_SERIES = re.compile(
    r"\b(?:legend|series|lines|curves|colou?rs|markers|methods|models|systems|approaches|algorithms|baselines|variants|encoders"
    r"|decoders|parsers|taggers|classifiers|optimi[sz]ers|objectives|strategies|schemes|architectures|networks|techniques"
    r"|configurations|retrievers|llms|embeddings)\b",
    re.IGNORECASE,
)
_ON_AXIS = re.compile(r"\b(?:on|along|of|at) the (?:x|horizontal)[- ]axis\b", re.IGNORECASE)
_VERBS = re.compile(
    r"\b(?:perform\w*|best|worst|higher|lower|outperform\w*|better|first|last|used (?:to|for|in|as)|each|only|both|not)\b",
    re.IGNORECASE,
)
_MOST = 16  # names that one answer lists


def list_names(data: FigureData, question: FigureRequest) -> PlotStatement | None:
    """The series or the places along the x axis, where `question` asks which there are; None for another question, and where
    one of the series was not found."""
    if any(not isinstance(op, AtSide) for op in question.operations) or _VERBS.search(question.wording):
        return None
    places = naming_attribute(data.columns)
    meaning = _MEANING.search(question.wording)
    if meaning is None and not _LISTED.search(question.wording):
        return None
    if meaning is None and _asks_for_places(data, question):
        return _state(places)
    asked = meaning["marks"] if meaning else question.asked
    if not meaning and not asked.rstrip(" ?").endswith("s"):
        return None
    if not (
        meaning or _OF_SERIES.search(f"{asked} {question.wording if 'legend' in question.wording else ''}")
    ):
        return None
    series = naming_attribute(data.rows)
    if series is None or not all(name.text for name in series.names) or missing_series(data):
        return None
    numbers = all(name.text.isdigit() for name in series.names)  # of which one is easily taken for a tick
    return _state(series) if data.exact or not numbers else None


def _asks_for_places(data: FigureData, question: FigureRequest) -> bool:
    """True where the noun asked for is that of the x axis: "Which sizes are compared?"."""
    title = stems(data.x_title) - stems(data.y_title) if data.x_title else set[str]()
    noun = tokens(question.asked)[-1:]
    plural = bool(noun) and noun[0].endswith("s")
    if _ON_AXIS.search(question.wording):
        return plural and kind_of(question.asked) != "metric"
    singular = singular_tokens(question.asked)[-1:]
    return plural and bool(title & (stems(noun[0]) | set(singular)))


def _state(names: Attribute | None) -> PlotStatement | None:
    texts = list(dict.fromkeys(name.text for name in names.names if name.text)) if names else []
    return PlotStatement(", ".join(texts), (), ()) if 1 < len(texts) <= _MOST else None
