"""Store each conversation in a file, <home>/chats/<cluster>/<time of the start>.json."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.manage import CHATS
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ...settings import Settings
from .types import ConversationRecord


def new_file(cluster: str, settings: Settings, now: datetime | None = None) -> Path:
    """Return the path for a conversation that begins now (or at `now`); the names of the files sort by time."""
    stamp = (now or datetime.now()).strftime("%Y%m%d-%H%M%S-%f")
    return settings.home_path / CHATS / cluster / f"{stamp}.json"


def latest_file(cluster: str, settings: Settings) -> Path:
    """Return the path of the last conversation over `cluster`. Raises UsageError if there is no conversation."""
    files = sorted((settings.home_path / CHATS / cluster).glob("*.json"))
    if not files:
        raise UsageError(f"no conversation over {cluster!r} to resume; start one without --resume")
    return files[-1]


def save(record: ConversationRecord, path: Path) -> None:
    """Write `record` atomically. Raises UsageError if `path` cannot be written."""
    try:
        write_atomic(path, to_json(record))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); set CITEHOP_HOME") from error


def load(path: Path) -> ConversationRecord:
    """Load the conversation in `path`. Raises UsageError if the file is not a conversation."""
    try:
        return from_json(ConversationRecord, path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a conversation that can be read ({error}); move it away") from error
