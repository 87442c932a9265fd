"""Questions about a table or chart whose answer is a name in it that refers to a cited paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ...figures.types import FigureData, FigureName
from ...papers.types import Figure
from ...retrieval.linking.candidate_index import Link
from ...retrieval.linking.names import name_key, tokens
from .linked_names import print_name
from .predicates import find_predicates
from .types import VisualQuestion
from .views import NameView, build_views, count_occurrences, to_page

_CHARTS = frozenset({"bar", "line"})  # whose marks belong to named series and places


def is_askable(data: FigureData) -> bool:
    """True for a table, or a chart read from the PDF's own paths."""
    return data.kind == "table" or (data.exact and data.kind in _CHARTS)


def names_printed_once(figure: Figure, data: FigureData, view: NameView) -> dict[int, FigureName]:
    """The names of `view` that occur once in the figure, by entry."""
    text = " ".join(tokens(" ".join(word.text for word in figure.words)))
    counts = Counter(
        name_key(name.text)
        for side in (data.rows, data.columns)
        for attribute in side.attributes
        for name in attribute.names
    )
    return {
        entry: name
        for entry, name in view.names.items()
        if counts[name_key(name.text)] == 1 and count_occurrences(name.text, text) <= 1
    }


def ask_about_figure(
    figure: Figure, data: FigureData, scale: float, link: Callable[[FigureName], Link | None]
) -> list[VisualQuestion]:
    """The questions about `figure` whose answer is printed once in it and refers to a cited paper by `link`."""
    if not is_askable(data):
        return []
    questions = []
    for view in build_views(data):
        once = names_printed_once(figure, data, view)
        linked = {entry: found for entry, name in once.items() if (found := link(name))}
        for operation, entry, clause, facts in find_predicates(view, data.facts, data.kind == "table"):
            if entry in linked:
                boxes = [view.boxes.get(entry), *(fact.box for fact in facts)]
                questions.append(
                    VisualQuestion(
                        f"Which {view.noun} {clause} in {figure.label}?",
                        view.noun,
                        clause,
                        print_name(view.names[entry]),
                        operation,
                        data.kind,
                        linked[entry].paper_id,
                        linked[entry].reason,
                        tuple(to_page(box, figure.bbox, scale) for box in boxes if box),
                    )
                )
    return questions
