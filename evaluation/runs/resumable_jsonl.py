"""Runs on disk: predictions as JSONL, one line per example, written as they come and continued after a kill."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from filelock import FileLock, Timeout

from ...errors import UnavailableError
from ...papers.files import open_to_append
from ...papers.serialization import from_json, to_json
from ..types import EvaluationProgress

OnProgress = Callable[[EvaluationProgress], None]


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


Line = TypeVar("Line", bound=_HasId)


def complete_run(
    path: Path,
    ids: Sequence[str],
    predict: Callable[[Sequence[str]], Iterable[Line]],
    kind: type[Line],
    *,
    progress: OnProgress | None = None,
    stage: str = "predict",
    keep: Callable[[Line], bool] = lambda _: True,
) -> dict[str, Line]:
    """Lines of type `kind` for all `ids`: those that `path` holds already, and for the rest what `predict` yields for
    them.

    Each line is appended and flushed as it comes; one torn by a kill is cut off and its example run again, as are
    those that `keep` turns down, whose new line then counts. `predict` may yield in any order but must answer every
    id that it is given; `stage` names it in the progress. Raises UnavailableError when another process is writing the
    same run.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = set(ids)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=0):
            found = {
                key: line for key, line in mend_lines(path, kind).items() if key in wanted and keep(line)
            }
            missing = [key for key in ids if key not in found]
            if progress:
                progress(EvaluationProgress(stage, len(found), len(ids)))
            with open_to_append(path) as stream:
                for line in predict(missing) if missing else ():
                    stream.write(to_json(line) + "\n")
                    stream.flush()
                    found[line.id] = line
                    if progress:
                        progress(EvaluationProgress(stage, len(found), len(ids)))
    except Timeout:
        raise UnavailableError(f"{path}: another process is writing this run; wait for it to end") from None
    return found


def read_lines(path: Path, kind: type[Line]) -> dict[str, Line]:
    """The whole lines of `path` by id, the last one of an id; nothing is written. {} without the file."""
    return _parsed(path.read_bytes() if path.exists() else b"", kind)[0]


def mend_lines(path: Path, kind: type[Line]) -> dict[str, Line]:
    """The whole lines of `path` by id; what follows the last good line, torn by a kill, is cut off the file."""
    raw = path.read_bytes() if path.exists() else b""
    found, good = _parsed(raw, kind)
    if good < len(raw):
        with path.open("r+b") as stream:
            stream.truncate(good)
    return found


def _parsed(raw: bytes, kind: type[Line]) -> tuple[dict[str, Line], int]:
    """The lines up to the first that is not whole, and how many bytes they take."""
    found: dict[str, Line] = {}
    good = 0
    for line in raw.splitlines(keepends=True):
        try:
            value = from_json(kind, line.decode("utf-8"))
        except ValueError:
            break
        if not line.endswith(b"\n"):
            break
        found[value.id] = value
        good += len(line)
    return found, good


def run_key(*parts: bytes | str) -> str:
    """A short name for what a run depends on: equal parts, equal name."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:12]


def code_key(packages: Sequence[str]) -> str:
    """A key that changes whenever code or data of one of these `packages` does, so that no stale run is scored."""
    root = Path(__file__).parents[2]
    files = sorted(
        file for package in packages for file in (root / package).rglob("*") if file.suffix in {".py", ".tsv"}
    )
    return run_key(
        *(data for file in files for data in (file.relative_to(root).as_posix(), file.read_bytes()))
    )
