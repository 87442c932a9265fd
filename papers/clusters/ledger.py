"""Read the ledger of a fetched cluster, <cluster>/fetched/ledger.json. `acquisition.ledger` writes it."""

from __future__ import annotations

from pathlib import Path

from ...errors import ConfigurationError
from ..records import Ledger
from ..serialization import from_json

SCHEMA = 1
FOLDER = "fetched"  # in the cluster's folder
LEDGER = "ledger.json"


def ledger_path(cluster: Path) -> Path:
    """Return the path of the ledger of the cluster in the folder `cluster`."""
    return cluster / FOLDER / LEDGER


def read_ledger(cluster: Path) -> Ledger | None:
    """Read the ledger of the cluster in the folder `cluster`; None if the cluster was not fetched.

    Raises ConfigurationError if the ledger is damaged or has another format.
    """
    path = ledger_path(cluster)
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read ({error}); delete it and add again") from error
    if not text.startswith(f'{{"schema":{SCHEMA},'):
        raise ConfigurationError(f"{path}: not of format {SCHEMA}; delete it and add again")
    try:
        return from_json(Ledger, text)
    except ValueError as error:
        raise ConfigurationError(f"{path}: damaged ({error}); delete it and add again") from error
