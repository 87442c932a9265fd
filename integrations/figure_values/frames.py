"""Values of figures as pandas data frames."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from ...agent.session import Session
from ...errors import ConfigurationError
from .read import list_values
from .types import FIELDS, FigureValues

if TYPE_CHECKING:
    from pandas import DataFrame


def tables(session: Session, paper: str) -> list[DataFrame]:
    """Return the tables and charts of `paper`, in order, as data frames with a line per value.

    `paper` is an id, a title, or words that fit one title. Columns are those of `FigureValue`: row, column, value,
    error, low, high, unit, printed. `attrs` of each frame has the paper, figure, label, caption, page and kind.
    Raises UsageError for an unknown paper, and ConfigurationError without pandas.
    """
    try:
        import pandas
    except ImportError as error:
        raise ConfigurationError(
            "data frames need pandas; install it with: pip install 'citehop[tables]'"
        ) from error
    return [
        _build_frame(values, pandas.DataFrame([asdict(each) for each in values.values], columns=list(FIELDS)))
        for values in list_values(session, session.paper_id(paper))
    ]


def _build_frame(values: FigureValues, frame: DataFrame) -> DataFrame:
    frame.attrs = {name: getattr(values, name) for name in FigureValues.__slots__ if name != "values"}
    return frame
