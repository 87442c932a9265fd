"""Corrections of figure readings: what can be chosen in a figure, keeping a choice, and using it in later answers."""

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

CORRECTED = "corrected"  # the operation of such a reading
_MAX_TEXT = 500  # characters of a name, value or question


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A cell or label of a figure, in pixels of its image. `names` are those that it may answer with: of a label its own, of a
    cell those of its row and its column; `value` is the text of a cell, "" for a label."""

    box: BBox
    names: tuple[FigureName, ...]
    value: str = ""

    @property
    def description(self) -> str:
        """The text of the choice on one line: "BraidNet, NSE: 0.713"."""
        names = ", ".join(name.text for name in self.names)
        return f"{names}: {self.value}" if self.value else names


def list_choices(session: Session, paper_id: str, figure: Figure) -> tuple[FigureChoice, ...]:
    """Cells and labels of a figure; its words if no structure was read, and () if it has no image."""
    image = open_paper_figure(session.cluster, paper_id, figure)
    if image is None:
        return ()
    image = open_figure(image, settings=session.settings, cache=session.settings.home_path / "cache" / "ocr")
    data = read_data(image)
    if data is None:
        return tuple(FigureChoice(word.bbox, (FigureName(word.text),)) for word in image.words)
    return (*_labels(data), *_cells(data))


def _labels(data: FigureData) -> list[FigureChoice]:
    """The labels with their boxes; headings of two columns in one box are one choice."""
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
    """Names of one row or column, those next to the values first."""
    attributes = sorted(entries.attributes, key=lambda attribute: (attribute.heading, attribute.depth))
    names = (a.names[index] for a in attributes if index < len(a.names))
    return tuple(name for name in dict.fromkeys(names) if name.text)


def is_printed(session: Session, paper_id: str, figure: Figure, name: str) -> bool:
    """True if a label of `figure` is called `name`, whatever its case, or if no label of it could be read."""
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
    """Keep `name`, and `value` if the question asks for one, as the answer of `figure` to `question` from now on.

    Of a question with two hops, the first one counts. Markers and, without `box`, the place are those of the label with this
    name. Raises UsageError for an empty or too long text.
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
    """Let `name`, printed in `figure`, refer to the paper `cited` from now on. Raises UsageError for an unknown paper."""
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
    """The corrections that an answer to `question` was made with and that still hold."""
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
    """The reading that a person gave for the first hop of `question`; None if nobody did."""
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
    """`ranking` with the paper first that, by a correction, the likeliest name of `reading` refers to.

    Its score outweighs all others together. Corrections to papers that have left the cluster are ignored.
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
    """`text` on one line. Raises UsageError if it is too long."""
    line = " ".join(text.split())
    if len(line) > _MAX_TEXT:
        raise UsageError(f"a correction has at most {_MAX_TEXT} characters")
    return line
