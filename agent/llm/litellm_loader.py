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

# litellm offers these switches only as environment variables read while it is imported: its price list would be
# fetched from the web, and a .env file that happens to lie above it would be loaded into this process. They stand for the
# seconds of the import and are put back, so that neither this process nor its children keep them.
_DURING_IMPORT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}


def litellm() -> Any:
    """The litellm module, without telemetry, debug prints or look-ups. Takes seconds the first time."""
    with _lock:
        if "litellm" in sys.modules:
            return sys.modules["litellm"]
        with _environment(_DURING_IMPORT):
            module: Any = importlib.import_module("litellm")
        # Attributes of its module are the only switches for these. A host program that imported litellm itself keeps its own.
        module.telemetry = False
        module.suppress_debug_info = True  # else it prints adverts on errors
        module.disable_hf_tokenizer_download = True  # else counting tokens for Llama asks the model hub
        module.disable_streaming_logging = True  # else it starts an event loop for every streamed chunk
        _guard_clients(module)
        if not os.environ.get("LITELLM_LOG"):
            logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)  # it logs what it then raises
        return module


def _guard_clients(module: Any) -> None:
    """Limit what servers may send: through OpenAI's client, which takes an HTTP client, and through litellm's own."""
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
