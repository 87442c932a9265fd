"""Selection of the answers of tables that no rule excludes. A rule that would exclude all remaining answers is
skipped."""

from __future__ import annotations

from collections.abc import Sequence

from ..candidates import ListedCandidate
from ..table_reading import TableReading
from ..table_request import TableRequest
from .kinds import are_beyond, give_time, have_caption_of_twin, rank_named_column
from .options import Option, Rule
from .pairs import have_both
from .parts import add_the_same, compare_alone, leave_out_the_same

_RULES: tuple[Rule, ...] = (
    leave_out_the_same,
    add_the_same,
    have_both,
    give_time,
    compare_alone,
    are_beyond,
    have_caption_of_twin,
    rank_named_column,
)


def find_admitted(
    request: TableRequest, listed: Sequence[ListedCandidate], tables: Sequence[TableReading]
) -> list[int]:
    """Return the indices of the answers in `listed` that no rule excludes, in order. `tables` are the tables of the
    answers."""
    places = list(range(len(listed)))
    for rule in _RULES:
        options = [Option(listed[place], tables[listed[place].place]) for place in places]
        kept = [place for place, keeps in zip(places, rule(request, options), strict=True) if keeps]
        places = kept or places
    return places
