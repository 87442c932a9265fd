"""Who does what: one model for everything unless a role is set apart."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...errors import ConfigurationError
from ...settings import Settings
from .cache import ReplyCache
from .client import LiteLLM
from .limits import Limits
from .meter import Meter
from .models import describe, parse_prices, require_key
from .retry import RetryPolicy
from .types import LLM

CACHE_FOLDER = ".replies"  # below the home; the dot keeps it from looking like a cluster
NO_KEY = "none"  # sent to --api-base when the user gave no key for it
_CLOUDS = {
    "azure",
    "azure_ai",
    "bedrock",
    "sagemaker",
    "vertex_ai",
}  # where the address is part of the account


@dataclass(frozen=True, slots=True)
class Models:
    """The models of the roles, and the meter that all of them count on."""

    text: LLM
    vision: LLM
    judge: LLM
    meter: Meter


def open_models(settings: Settings) -> Models | None:
    """The models that `settings` name; None when they name none. Nothing is sent yet.

    Raises ConfigurationError for an unknown provider, a missing key, max_cost with a model of unknown price, a role set
    apart without a model, or a model out of reach of `offline`.
    """
    if not settings.model:
        for role in ("vision_model", "judge_model"):
            if getattr(settings, role):
                raise ConfigurationError(f"{role} is set and model is not; set --model as well")
        return None
    meter = Meter(settings.max_cost, settings.max_calls)
    limits = Limits(settings.model_concurrency, settings.requests_per_minute, settings.tokens_per_minute)
    policy = RetryPolicy(total_seconds=settings.model_seconds)
    cache = None if settings.no_cache else ReplyCache(settings.home_path / CACHE_FOLDER)
    prices = parse_prices(settings.model_prices)
    main_provider = describe(settings.model).provider

    def client(name: str) -> LiteLLM:
        model = describe(name, prices, settings.model_context)
        same = model.provider == main_provider
        base, key = (settings.api_base, settings.api_key) if same else ("", "")
        if settings.offline and not _is_local(base):
            raise ConfigurationError(
                f"offline is set and {name} is not on this machine; give --api-base http://localhost:... or unset it"
            )
        if base and not key and model.provider not in _CLOUDS:
            key = NO_KEY  # a key in the environment is for its provider: another server gets only what was set for it
        elif not key:
            require_key(model)
        return LiteLLM(
            model, api_base=base, api_key=key, meter=meter, limits=limits, policy=policy, cache=cache
        )

    opened = {name: client(name) for name in _names(settings)}
    text, vision, judge = (opened[name] for name in _names(settings))
    return Models(text, vision, judge, meter)


def _names(settings: Settings) -> tuple[str, str, str]:
    return settings.model, settings.vision_model or settings.model, settings.judge_model or settings.model


def _is_local(base: str) -> bool:
    host = urlsplit(base).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
