"""Import litellm late, without log output and without network. No other module imports it."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_lock = threading.Lock()

# litellm reads these switches only from environment variables while it is imported. Without them, it would fetch its
# price list from the web and load a .env file from a folder above it. They are set only during the import and then
# restored, so that neither this process nor its children keep them.
_DURING_IMPORT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}


def litellm() -> Any:
    """Return the litellm module, with telemetry, debug prints and downloads turned off.

    Takes seconds the first time.
    """
    with _lock:
        if "litellm" in sys.modules:
            return sys.modules["litellm"]
        with _environment(_DURING_IMPORT):
            module: Any = importlib.import_module("litellm")
        # These settings can only be set as attributes of the module. If a host program imported litellm before, its
        # settings stay.
        module.telemetry = False
        module.suppress_debug_info = True  # else it prints links to its help pages on errors
        module.disable_hf_tokenizer_download = True  # else counting tokens for Llama asks the model hub
        module.disable_streaming_logging = True  # else it starts an event loop for every streamed chunk
        _guard_clients(module)
        if not os.environ.get("LITELLM_LOG"):
            logging.getLogger("LiteLLM").setLevel(
                logging.CRITICAL
            )  # it logs every error that it raises anyway
        return module


def _guard_clients(module: Any) -> None:
    """Limit what servers may send, on both HTTP clients that litellm uses: the OpenAI library's client and its own."""
    import httpx

    from .reply_guard import guard_client

    handler: Any = importlib.import_module("litellm.llms.custom_httpx.http_handler")
    tls, create = handler.get_ssl_configuration(), handler.HTTPHandler.create_client
    module.client_session = guard_client(httpx.Client(verify=tls, follow_redirects=True))
    handler.HTTPHandler.create_client = lambda own: guard_client(create(own))


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
