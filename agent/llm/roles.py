"""Open the models for each role. One model has all roles, unless the settings name another model for a role.

`open_models(settings)` returns the models that answer (text and vision), and `open_judge(settings)` the model that
grades. No client is opened for a role that is not used, so a missing key of the judge does not prevent answering.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import ConfigurationError
from ...indexes.stores.address import is_local
from ...settings import Settings
from ..reader.trust import Trust, find_trust
from .address import address_of, is_near
from .local_server import PREFIX, serve_model_file
from .meter import Meter
from .types import LLM

if TYPE_CHECKING:
    from .client import LiteLLM
    from .retry import RetryPolicy

CACHE_FOLDER = ".replies"  # below the home; the dot keeps it from looking like a cluster
# On two cores, loading a model takes half a minute, and reading a prompt of 3,000 tokens takes a minute.
_LOCAL_FIRST_SECONDS = 600.0
NO_KEY = "none"  # sent to the address --api-base if the user gave no key for it
_CLOUDS = {
    "azure",
    "azure_ai",
    "bedrock",
    "sagemaker",
    "vertex_ai",
}  # providers whose address is part of the account


@dataclass(frozen=True, slots=True)
class Models:
    """The models that answer, and the meter that counts the usage of all of them.

    `helper` is a separate model for a single step, if one is named. `trust` says what the text model may do.
    """

    text: LLM
    vision: LLM
    meter: Meter
    helper: LLM | None = None
    trust: Trust = "lead"


def open_models(settings: Settings) -> Models | None:
    """Return the models for answering that `settings` name; None if they name no model. Nothing is sent yet.

    Raises ConfigurationError for an unknown provider, a missing key, max_cost with a model of unknown price, a vision
    model without a text model, or a model that is not on this machine while `offline` is set.
    """
    if not settings.model:
        if settings.vision_model:
            raise ConfigurationError("vision_model is set and model is not; set model as well")
        return None
    open_client = _opener(settings, Meter(settings.max_cost, settings.max_calls))
    text = open_client(settings.model)
    vision = open_client(settings.vision_model) if settings.vision_model else text
    return Models(text, vision, text.meter, trust=find_trust(settings))


def open_judge(settings: Settings, meter: Meter | None = None) -> LiteLLM | None:
    """Return the model that grades answers: `judge_model`, or else `model`; None if neither is set.

    Nothing is sent yet.

    Pass the `meter` of the models whose answers are graded, so that they share one budget with the judge. Without it,
    the judge has the whole budget of `settings`. The usage is in the `meter.usage` of the returned client. Raises the
    errors of `open_models`.
    """
    name = settings.judge_model or settings.model
    return _opener(settings, meter or Meter(settings.max_cost, settings.max_calls))(name) if name else None


def _opener(settings: Settings, meter: Meter) -> Callable[[str], LiteLLM]:
    """Return a function that opens a client for the name of a model. Its clients share budget, limits and cache.

    The address and key of `settings` are used only for models of the same provider as `settings.model`.
    """
    from .cache import ReplyCache
    from .client import LiteLLM
    from .limits import Limits
    from .models import describe, describe_file, parse_prices, require_key

    limits = Limits(settings.model_concurrency, settings.requests_per_minute, settings.tokens_per_minute)
    cache = None if settings.no_cache else ReplyCache(settings.home_path / CACHE_FOLDER)
    prices = parse_prices(settings.model_prices)

    def open_file(name: str) -> LiteLLM:
        server = serve_model_file(name, settings.model_context, settings.threads)
        return LiteLLM(
            describe_file(name, server.context),
            api_base=server.address,
            api_key=server.key,
            meter=meter,
            limits=limits,
            policy=_policy(settings, is_local=True),
            cache=cache,
            cache_as=server.identity,
        )

    def client(name: str) -> LiteLLM:
        if name.startswith(PREFIX):
            return open_file(name)
        model = describe(name, prices, settings.model_context)
        same = settings.model == name or model.provider == _provider(settings.model or name)
        base, key = (settings.api_base, settings.api_key) if same else ("", "")
        if settings.offline and not is_local(base):
            raise ConfigurationError(
                f"offline is set and {name} is not on this machine; give --api-base http://localhost:... or unset it"
            )
        if base and not key and model.provider not in _CLOUDS:
            key = NO_KEY  # keys in the environment are for their providers and are not sent to another server
        elif not key:
            require_key(model)
        near = is_near(address_of(model.provider, base))
        policy = _policy(settings, is_local=near)
        return LiteLLM(
            replace(model, is_near=near),
            api_base=base,
            api_key=key,
            meter=meter,
            limits=limits,
            policy=policy,
            cache=cache,
        )

    return client


def _provider(name: str) -> str:
    from .models import describe

    return PREFIX if name.startswith(PREFIX) else describe(name).provider


def _policy(settings: Settings, *, is_local: bool) -> RetryPolicy:
    """Return the limits of waiting for a model.

    A local model gets more time, because it may have to be loaded first and may read a prompt for minutes.
    """
    from .retry import RetryPolicy

    if settings.model_seconds:
        seconds = float(settings.model_seconds)
        return RetryPolicy(total_seconds=seconds, first_seconds=seconds, silent_seconds=seconds)
    return RetryPolicy(first_seconds=_LOCAL_FIRST_SECONDS) if is_local else RetryPolicy()
