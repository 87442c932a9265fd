"""Correct the reading of a figure: list the choices that a user has, keep a choice, and use it in later answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ...errors import UsageError
from ...figures.image import open_figure
from ...figures.read import read_data
from ...figures.types import Entity, Entries, FigureData, FigureName, Reading
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.corrections import (
    FigureCorrections,
    PaperCorrection,
    ReadingCorrection,
    read_corrections,
    update_corrections,
)
from ...papers.types import BBox, Figure
from ...retrieval.types import RankedPaper
from ..query.grammar.parser import Question, parse_question
from ..query.parts import find_hops
from ..session import Session
from ..types import Answer
from .paper_figures import open_paper_figure

CORRECTED = "corrected"  # the operation of a reading that a user gave
_MAX_TEXT = 500  # most characters of a name, value or question


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A cell or label of a figure; `box` is in pixels of the figure's image.

    `names` are the names that may be the answer: the name of a label, or the names of the row and column of a cell.
    `value` is the text of a cell, and "" for a label.
    """

    box: BBox
    names: tuple[FigureName, ...]
    value: str = ""

    @property
    def description(self) -> str:
        """The text of the choice on one line: "BraidNet, NSE: 0.713"."""
        names = ", ".join(name.text for name in self.names)
        return f"{names}: {self.value}" if self.value else names


def list_choices(session: Session, paper_id: str, figure: Figure) -> tuple[FigureChoice, ...]:
    """Return the labels and cells of a figure, or its words if no structure was read; () if it has no image."""
    image = open_paper_figure(session.cluster, paper_id, figure)
    if image is None:
        return ()
    image = open_figure(image, settings=session.settings, cache=session.settings.home_path / "cache" / "ocr")
    data = read_data(image)
    if data is None:
        return tuple(FigureChoice(word.bbox, (FigureName(word.text),)) for word in image.words)
    return (*_labels(data), *_cells(data))


def _labels(data: FigureData) -> list[FigureChoice]:
    """Return the labels of a figure with their boxes.

    Labels in the same box, such as the headings of two columns, are one choice.
    """
    names: dict[BBox, list[FigureName]] = {}
    for entries in (data.rows, data.columns):
        for attribute in entries.attributes:
            for name, box in zip(attribute.names, attribute.boxes, strict=True):
                if box and name.text:
                    names.setdefault(box, []).append(name)
    return [FigureChoice(box, tuple(dict.fromkeys(found))) for box, found in names.items()]


def _cells(data: FigureData) -> list[FigureChoice]:
    return [
        FigureChoice(fact.box, names, fact.text or f"{fact.value:g}")
        for fact in data.facts
        if fact.box
        and (fact.text or fact.value is not None)
        and (names := (*_names(data.rows, fact.row), *_names(data.columns, fact.column)))
    ]


def _names(entries: Entries, index: int) -> tuple[FigureName, ...]:
    """Return the names of one row or column; names next to the values come first."""
    attributes = sorted(entries.attributes, key=lambda attribute: (attribute.heading, attribute.depth))
    names = (a.names[index] for a in attributes if index < len(a.names))
    return tuple(name for name in dict.fromkeys(names) if name.text)


def is_printed(session: Session, paper_id: str, figure: Figure, name: str) -> bool:
    """True if a label of `figure` is `name`, ignoring case, or if no label of the figure could be read."""
    names = {
        printed.text.casefold()
        for choice in list_choices(session, paper_id, figure)
        for printed in choice.names
    }
    return not names or name.casefold().strip() in names


def correct_reading(
    session: Session,
    paper_id: str,
    figure: Figure,
    question: str | Question,
    name: str,
    value: str = "",
    box: BBox | None = None,
) -> FigureCorrections:
    """Keep `name`, and `value` if the question asks for a value, as the answer of `figure` to `question` from now on.

    If a question has two hops, its first hop counts. The label called `name` in the figure gives the citation markers
    and, without `box`, the place. Raises UsageError if a text is too long, or if the question or name is empty.
    """
    parsed = question if isinstance(question, Question) else parse_question(question, find_hops(question))
    visual, name, value = (_check(text) for text in (parsed.hops.visual, name, value))
    if not visual or not name:
        raise UsageError("a correction needs a question and the right name")
    same = [
        (choice, printed)
        for choice in list_choices(session, paper_id, figure)
        for printed in choice.names
        if printed.text.casefold() == name.casefold()
    ]
    label = next((choice.box for choice, _ in same if not choice.value), None)
    printed = same[0][1] if same else FigureName(name)
    boxes = tuple(dict.fromkeys(b for b in (box or label, label) if b))
    correction = ReadingCorrection(visual, printed.text, value, printed.markers, boxes, _today())
    return update_corrections(
        session.cluster.path, paper_id, figure.id, lambda known: known.with_reading(correction)
    )


def correct_paper(
    session: Session, paper_id: str, figure: Figure, name: str, cited: str
) -> FigureCorrections:
    """Keep that `name`, printed in `figure`, refers to the paper `cited`. Raises UsageError for an unknown paper."""
    correction = PaperCorrection(_check(name), session.paper_id(cited), _today())
    if not correction.name:
        raise UsageError("name the label that refers to this paper")
    return update_corrections(
        session.cluster.path, paper_id, figure.id, lambda known: known.with_paper(correction)
    )


def remove_corrections(cluster: Cluster, paper_id: str, figure: str) -> FigureCorrections:
    """Delete the corrections of a figure."""
    return update_corrections(cluster.path, paper_id, figure, lambda _: FigureCorrections(paper_id, figure))


def list_used_corrections(
    cluster: Cluster, paper_id: str, figure: Figure, question: str, answer: Answer
) -> list[ReadingCorrection | PaperCorrection]:
    """Return the corrections that `answer` to `question` used and that have not been deleted since."""
    known, reading = read_corrections(cluster.path, paper_id, figure.id), answer.reading
    if reading is None:
        return []
    of_reading = known.reading(find_hops(question).visual) if reading.operation == CORRECTED else None
    name = reading.entities[0].text if reading.entities else ""
    is_first = bool(answer.ranking) and any(CORRECTED in reason for reason in answer.ranking[0].reasons)
    of_paper = known.paper(name) if is_first else None
    return [each for each in (of_reading, of_paper) if each]


def undo_correction(
    cluster: Cluster, paper_id: str, figure: Figure, correction: ReadingCorrection | PaperCorrection
) -> None:
    """Delete one correction of a figure."""
    update_corrections(cluster.path, paper_id, figure.id, lambda known: known.without(correction))


def corrected_reading(
    cluster: Cluster, paper_id: str | None, figure: Figure | None, question: Question
) -> Reading | None:
    """Return the reading that a user gave for the first hop of `question`; None if no user corrected it."""
    if paper_id is None or figure is None:
        return None
    found = read_corrections(cluster.path, paper_id, figure.id).reading(question.hops.visual)
    if found is None:
        return None
    entity = Entity(found.name, 1.0, found.markers)
    box = found.boxes[0] if found.boxes and found.value else None
    return Reading((entity,), CORRECTED, found.boxes, abstained=False, value=found.value, value_box=box)


def corrected_ranking(
    cluster: Cluster,
    paper_id: str | None,
    figure: Figure | None,
    reading: Reading | None,
    ranking: Sequence[RankedPaper],
) -> tuple[RankedPaper, ...]:
    """Return `ranking` with the paper first to which a correction links the likeliest name of `reading`.

    The score of this paper exceeds the sum of all other scores. Without a correction, or if the paper has left the
    cluster, the ranking is unchanged.
    """
    if paper_id is None or figure is None or reading is None or not reading.entities:
        return tuple(ranking)
    name = reading.entities[0].text
    found = read_corrections(cluster.path, paper_id, figure.id).paper(name)
    cited = found.paper_id if found else ""
    if not cited or not cluster.has_paper(cited):
        return tuple(ranking)
    others = [ranked for ranked in ranking if ranked.paper_id != cited]
    score = 10 * sum(max(ranked.score, 0.0) for ranked in others) + 1
    return (RankedPaper(cited, score, (f"{name!r} (p 1.00): {CORRECTED}",)), *others)


def _today() -> str:
    return date.today().isoformat()


def _check(text: str) -> str:
    """Return `text` on one line. Raises UsageError if it is too long."""
    line = " ".join(text.split())
    if len(line) > _MAX_TEXT:
        raise UsageError(f"a correction has at most {_MAX_TEXT} characters")
    return line
