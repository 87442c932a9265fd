"""Runs on disk: predictions as JSONL, one line per example, written as they come and continued after a kill."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import UnavailableError
from ..papers.codec import from_json, to_json
from .types import Prediction, Progress

Report = Callable[[Progress], None]


def complete_run(
    path: Path,
    ids: Sequence[str],
    predict: Callable[[Sequence[str]], Iterable[Prediction]],
    progress: Report | None = None,
    stage: str = "predict",
) -> dict[str, Prediction]:
    """Predictions for all `ids`: those that `path` holds already, and for the rest what `predict` yields for them.

    Each prediction is appended and flushed as it comes; a line torn by a kill is cut off and its example run again.
    `predict` may yield in any order but must answer every id that it is given; `stage` names it in the progress.
    Raises UnavailableError when another process is writing the same run.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=0):
            found = {key: value for key, value in _read(path).items() if key in set(ids)}
            missing = [key for key in ids if key not in found]
            if progress:
                progress(Progress(stage, len(found), len(ids)))
            with path.open("a", encoding="utf-8") as stream:
                for prediction in predict(missing) if missing else ():
                    stream.write(to_json(prediction) + "\n")
                    stream.flush()
                    found[prediction.id] = prediction
                    if progress:
                        progress(Progress(stage, len(found), len(ids)))
    except Timeout:
        raise UnavailableError(f"{path}: another process is writing this run; wait for it to end") from None
    return found


def _read(path: Path) -> dict[str, Prediction]:
    """Whole lines of `path`; what follows the last good line is cut off the file."""
    found: dict[str, Prediction] = {}
    good = 0
    raw = path.read_bytes() if path.exists() else b""
    for line in raw.splitlines(keepends=True):
        try:
            prediction = from_json(Prediction, line.decode("utf-8"))
        except ValueError:
            break
        if not line.endswith(b"\n"):
            break
        found[prediction.id] = prediction
        good += len(line)
    if good < len(raw):
        with path.open("r+b") as stream:
            stream.truncate(good)
    return found


def run_key(*parts: bytes | str) -> str:
    """A short name for what a run depends on: equal parts, equal name."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:12]


def code_key(rooms: Sequence[str]) -> str:
    """Changes whenever code or data of one of these rooms of the package does, so that no stale run is scored."""
    root = Path(__file__).parent.parent
    files = sorted(
        file for room in rooms for file in (root / room).rglob("*") if file.suffix in {".py", ".tsv"}
    )
    return run_key(
        *(data for file in files for data in (file.relative_to(root).as_posix(), file.read_bytes()))
    )
