"""Predictions as JSONL, one line per example. Lines are written as they arrive and continued after a kill."""

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
    """Return lines of type `kind` for all `ids`: from the file at `path` or, if missing there, from `predict`.

    Each line is appended and flushed as it arrives. A line torn by a kill is cut off and its example run again. So is
    an example whose line `keep` rejects; the new line then counts. `predict` may yield in any order but must answer
    every id that it is given. `stage` names the work in progress reports. Raises UnavailableError if another process
    is writing the same run.
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
    """Return the complete lines of `path` by id, without changing the file; {} if it does not exist.

    The last line with an id counts.
    """
    return _parsed(path.read_bytes() if path.exists() else b"", kind)[0]


def mend_lines(path: Path, kind: type[Line]) -> dict[str, Line]:
    """Return the complete lines of `path` by id, and cut off what follows the last one, such as a line torn by a
    kill.
    """
    raw = path.read_bytes() if path.exists() else b""
    found, good = _parsed(raw, kind)
    if good < len(raw):
        with path.open("r+b") as stream:
            stream.truncate(good)
    return found


def _parsed(raw: bytes, kind: type[Line]) -> tuple[dict[str, Line], int]:
    """Return the lines before the first incomplete or invalid one, by id, and the number of bytes they take."""
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
    """Return a key of 12 hex digits for `parts`; equal parts have equal keys."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:12]


def code_key(packages: Sequence[str]) -> str:
    """Return a key that changes whenever code or data of one of `packages` does, so that no outdated run is scored."""
    root = Path(__file__).parents[2]
    files = sorted(
        file for package in packages for file in (root / package).rglob("*") if file.suffix in {".py", ".tsv"}
    )
    return run_key(
        *(data for file in files for data in (file.relative_to(root).as_posix(), file.read_bytes()))
    )
