"""Serve a model file (GGUF) within this process by llama.cpp, on a random loopback port and with a random key."""

from __future__ import annotations

import os
import secrets
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ConfigurationError, MissingExtraError
from ...settings import expand_user

PREFIX = "gguf:"
DEFAULT_CONTEXT = 8192
_MAGIC = b"GGUF"
_lock = threading.Lock()
_servers: dict[tuple[str, int, int], LocalServer] = {}


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server for one model file, which ends with the process.

    `address` is the API base. `identity` identifies the file by name, size and modification time, together with the
    context.
    """

    address: str
    key: str
    context: int
    identity: str
    engine: Any  # keeps the server alive


def check_model_file(name: str) -> Path:
    """Return the path of the file that "gguf:FILE" names.

    Raises ConfigurationError if it is not a GGUF file, and MissingExtraError if llama.cpp is not installed.
    """
    from importlib.util import find_spec

    path = expand_user(name.removeprefix(PREFIX))
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read ({error.strerror}); name a GGUF file") from None
    if magic != _MAGIC:
        raise ConfigurationError(f"{path}: not a GGUF file; name one that llama.cpp can load")
    if find_spec("xllamacpp") is None:
        raise MissingExtraError(f"A model from a file ({path.name})", "local")
    return path


def serve_model_file(name: str, context: int = 0, threads: int = 0) -> LocalServer:
    """Return the server of "gguf:FILE", which is started once per process. The start takes seconds.

    `context` is the context window in tokens; 0 means 8,192. `threads` of 0 means one thread per core. Raises the
    errors of `check_model_file`, and ConfigurationError if llama.cpp cannot load the file.
    """
    path = check_model_file(name).resolve()
    context = context or DEFAULT_CONTEXT
    place = (str(path), context, threads)
    with _lock:
        if place not in _servers:
            _servers[place] = _start(path, context, threads or os.cpu_count() or 1)
        return _servers[place]


def _start(path: Path, context: int, threads: int) -> LocalServer:
    import xllamacpp

    key = secrets.token_urlsafe()
    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias = str(path), {path.name}
    params.n_ctx, params.n_parallel, params.use_jinja = context, 1, True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.hostnames, params.port, params.api_keys = ["127.0.0.1"], 0, [key]
    params.verbosity, params.ui, params.endpoint_slots = -1, False, False
    try:
        engine = xllamacpp.Server(params)
    except RuntimeError as error:
        raise ConfigurationError(
            f"{path}: llama.cpp cannot load it ({error}); use another GGUF file"
        ) from error
    status = path.stat()
    identity = f"{path.name}:{status.st_size}:{status.st_mtime_ns}:{context}"
    return LocalServer(f"{engine.listening_address}/v1", key, context, identity, engine)
