"""Fill an extraction sheet: ask every question of every paper separately, and resume after a kill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from ...agent.ask import ask
from ...agent.llm.roles import Models
from ...agent.session import Session
from ...evaluation.runs.resumable_jsonl import OnProgress, complete_run, read_lines, run_key
from ...papers.serialization import to_json
from .columns import build_columns
from .types import LEAST, Sheet, SheetCell, SheetColumn, SheetRow

_FOLDER = "tables"  # below the home folder
_AT_ONCE = 4  # cells asked at once if a model's server answers
_STAGE = "answer"


def extract(
    session: Session,
    questions: Sequence[str | tuple[str, str]],
    papers: Sequence[str] = (),
    *,
    models: Models | None = None,
    least: float = LEAST,
    on_progress: OnProgress | None = None,
) -> Sheet:
    """Ask each of `papers` (default: all of the cluster) every question, as `ask` asks one paper alone.

    A question may be given as (name, question); questions with the same name are wordings of one column. A cell whose
    answer has a lower probability than `least` is blank. Cells are written to <home>/tables as they arrive. The same
    call continues after a kill; it asks nothing twice while cluster, model and settings are the same. Raises the
    errors of `ask`.
    """
    columns, ids = build_columns(questions), _list_papers(session, papers)
    asked = {
        run_key(paper_id, wording): (paper_id, wording)
        for paper_id in ids
        for column in columns
        for wording in column.wordings
    }

    def predict(missing: Sequence[str]) -> Iterator[SheetCell]:
        with ThreadPoolExecutor(_AT_ONCE if models else 1) as pool:
            try:
                yield from pool.map(lambda key: _fill(session, key, *asked[key], models), missing)
            finally:
                pool.shutdown(cancel_futures=True)

    def keep(cell: SheetCell) -> bool:
        """Return False for a cell that the model failed to answer, as its notes say, so that it is asked again."""
        return models is None or bool(cell.model) or not cell.notes

    cells = complete_run(
        _cells_file(session, models),
        list(asked),
        predict,
        SheetCell,
        progress=on_progress,
        stage=_STAGE,
        keep=keep,
    )
    return _build_sheet(session, columns, ids, cells, least)


def read_sheet(
    session: Session,
    questions: Sequence[str | tuple[str, str]],
    papers: Sequence[str] = (),
    *,
    models: Models | None = None,
    least: float = LEAST,
) -> Sheet:
    """Return the sheet that the same call of `extract` would fill, with the cells on disk. A missing cell has the id
    "".
    """
    columns, ids = build_columns(questions), _list_papers(session, papers)
    cells = read_lines(_cells_file(session, models), SheetCell)
    return _build_sheet(session, columns, ids, cells, least)


def _list_papers(session: Session, papers: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(session.paper_id, papers))) or session.cluster.paper_ids


def _build_sheet(
    session: Session,
    columns: tuple[SheetColumn, ...],
    ids: Sequence[str],
    cells: Mapping[str, SheetCell],
    least: float,
) -> Sheet:
    def choose(paper_id: str, column: SheetColumn) -> SheetCell:
        keys = [run_key(paper_id, wording) for wording in column.wordings]
        missing = any(key not in cells for key in keys)
        return SheetCell("") if missing else _choose([cells[key] for key in keys])

    rows = tuple(
        SheetRow(
            paper_id,
            session.cluster.summary(paper_id).title,
            tuple(choose(paper_id, column) for column in columns),
        )
        for paper_id in ids
    )
    return Sheet(session.cluster.name, columns, rows, least)


def _fill(session: Session, key: str, paper_id: str, question: str, models: Models | None) -> SheetCell:
    answer = ask(session, question, papers=(paper_id,), models=models)
    if answer.status == "abstained":
        return SheetCell(key, probability=answer.probability, notes=answer.notes, usage=answer.usage)
    return SheetCell(
        key, answer.text, answer.citations, answer.probability, answer.model, answer.notes, answer.usage
    )


def _choose(cells: Sequence[SheetCell]) -> SheetCell:
    """Return the likeliest answer to several wordings of a question; the first wins a tie."""
    return max(cells, key=lambda cell: (bool(cell.text), cell.probability))


def _cells_file(session: Session, models: Models | None) -> Path:
    """Return the path of the file of cells, named after everything that decides them."""
    settings = session.settings
    decisive = replace(session.cluster.manifest, folder="", origin="")
    key = run_key(
        to_json(decisive),
        " ".join(session.index.section),
        settings.strategy,
        settings.reranker,
        models.text.model if models else "",
        _version(),
    )
    return settings.home_path / _FOLDER / session.cluster.name / f"{key}.jsonl"


def _version() -> str:
    from ... import __version__

    return __version__
