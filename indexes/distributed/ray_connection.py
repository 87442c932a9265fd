"""Connect to Ray on this machine or at an address."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from ...errors import MissingExtraError, UnreachableError
from ...settings import Settings

LOCAL = "local"
_STDERR = 2
_MODE = "RAY_AUTH_MODE"  # "token" or "disabled"; Ray reads its variables when it is imported


@contextmanager
def ray_connection(address: str, settings: Settings) -> Iterator[None]:
    """Connect to Ray at `address` within the context; "local" starts Ray on this machine and stops it at the end.

    Raises MissingExtraError without Ray, and UnreachableError if the address does not answer or refuses the
    connection.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if _uses_own_token(address):
        os.environ[_MODE] = "token"
    try:
        import ray
    except ImportError:
        raise MissingExtraError("building with Ray", "ray") from None
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": settings.workers or None}
    else:
        options["address"] = address
    try:
        with _without_warnings() if address != LOCAL else nullcontext():
            ray.init(**options)
    except Exception as error:  # wrong addresses, versions and ports raise different exceptions
        raise UnreachableError(f"Ray at {address}: {_describe_failure(error)}") from error
    try:
        yield
    finally:
        ray.shutdown()


def describe_cause(error: BaseException) -> str:
    """Return the innermost reason of an exception from Ray or from a worker, in one line."""
    cause = getattr(error, "cause", None) or error.__cause__ or error
    lines = [line for line in str(cause).strip().splitlines() if line.strip()]
    return lines[-1].strip()[:300] if lines else type(error).__name__


def _uses_own_token(address: str) -> bool:
    """True if this machine's token should be sent to Ray at `address`, which is on this machine.

    `ray start` asks for the token if the machine has one, but `ray.init` sends it to an address only if told to. A
    token is sent to another machine only if the user sets the mode.
    """
    return address != LOCAL and _MODE not in os.environ and _has_token() and _is_this_machine(address)


def _has_token() -> bool:
    if "RAY_AUTH_TOKEN" in os.environ:
        return True
    default = Path.home() / ".ray" / "auth_token"
    return Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or default).is_file()


def _is_this_machine(address: str) -> bool:
    """True if the host of "HOST:PORT" is an address of this machine: a socket can be bound to no other address."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return bool(host)


def _describe_failure(error: Exception) -> str:
    cause = describe_cause(error)
    if "token" not in cause:
        return cause
    if os.environ.get(_MODE) == "token":
        return "the token of this machine is not its own; copy ~/.ray/auth_token from its first machine"
    return "it asks for a token; copy ~/.ray/auth_token from its first machine and set RAY_AUTH_MODE=token"


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Discard everything written to standard error. Ray's C++ code writes a line there every second while it tries to
    connect.
    """
    sys.stderr.flush()
    kept = os.dup(_STDERR)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), _STDERR)
        yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)
