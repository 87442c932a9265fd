"""Properties of a model known before it is called: provider, price, context window, abilities."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...errors import ConfigurationError
from .address import OLLAMA
from .litellm_loader import litellm
from .types import Request

# The most tokens that a provider counts for one image: Anthropic scales to at most 1.15 megapixels, with 750 pixels per
# token.
TOKENS_PER_IMAGE = 1600
TOKENS_PER_MESSAGE = 8  # generous estimate for the role and separators
# Approximate number of tokens that a reasoning model writes before the first word of its reply.
THINKING_TOKENS = 8192
# Used if litellm lists no context; a different value per prompt would reload the model each time.
OLLAMA_CONTEXT = 8192
_TEMPLATE_PROVIDERS = frozenset({"openai", "custom_openai", "hosted_vllm", "lm_studio", "llamafile"})


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per token."""

    prompt: float
    completion: float


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model as the user named it. `price` and `context` (tokens) are None if unknown.

    `abilities` are the request parameters that its interface accepts. `thinks` is True if it may reason before it
    replies, `sees` if it may take images, and `is_near` if its server is on this machine or in a private network.
    `route` is litellm's name for the model if that is not `name`.
    """

    name: str
    provider: str
    price: Price | None
    context: int | None
    abilities: frozenset[str]
    thinks: bool = False
    sees: bool = True
    is_near: bool = False
    route: str = ""

    def options(self, request: Request) -> dict[str, Any]:
        """Return the parameters of `request` that are specific to this model; they override the chat format."""
        options: dict[str, Any] = {"max_tokens": self.reply_tokens(request)}
        if self.provider in OLLAMA:
            # Else Ollama cuts off the beginning of longer prompts.
            options["num_ctx"] = self.context or OLLAMA_CONTEXT
            options["think"] = False
        elif self.is_near and self.provider in _TEMPLATE_PROVIDERS:
            options["extra_body"] = {"chat_template_kwargs": {"enable_thinking": False}}
        return options

    def reply_tokens(self, request: Request) -> int:
        """Return the largest number of tokens that the reply may have, including thinking."""
        return request.max_tokens + (THINKING_TOKENS if self.thinks else 0)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return the list price in US dollars, without discounts for cached prompts; None if the price is unknown."""
        if self.price is None:
            return None
        return prompt_tokens * self.price.prompt + completion_tokens * self.price.completion

    def check(self, request: Request) -> None:
        """Raise ConfigurationError when `request` needs what the model's interface does not offer."""
        needs = {"tools": bool(request.tools), "logprobs": request.top_logprobs > 0}
        for ability, needed in needs.items():
            if needed and ability not in self.abilities:
                raise ConfigurationError(f"{self.name} offers no {ability}; choose another model for this")
        if not self.sees and any(message.images for message in request.messages):
            raise ConfigurationError(
                f"{self.name} takes no pictures; set vision_model (--vision-model), or do without (look=False, --no-look)"
            )


def describe(
    name: str, prices: Mapping[str, Price] | None = None, context: int = 0, *, is_near: bool = False
) -> ModelInfo:
    """Return what is known about the model `name`, without using the network.

    `prices` (by name of a model) and `context` (tokens; 0 means unset) take precedence over litellm's own list. Raises
    ConfigurationError for an unknown provider.
    """
    library = litellm()
    try:
        bare, provider, _, _ = library.get_llm_provider(name)
    except library.exceptions.BadRequestError:
        raise ConfigurationError(
            f"{name!r} names no known provider; write provider/name, such as openai/gpt-4o or ollama/llama3"
        ) from None
    entry = _listed(library.model_cost, (name, f"{provider}/{bare}", bare), provider)
    return ModelInfo(
        name=name,
        provider=provider,
        price=(prices or {}).get(name, _price(entry)),
        context=context or entry.get("max_input_tokens"),
        abilities=frozenset(
            library.get_supported_openai_params(model=bare, custom_llm_provider=provider) or ()
        ),
        thinks=bool(entry.get("supports_reasoning")),
        sees=bool(entry.get("supports_vision")) or not entry,
        is_near=is_near,
    )


def describe_file(name: str, context: int) -> ModelInfo:
    """Describe a model in a GGUF file, which this process serves: it costs nothing and takes no images."""
    served = describe("openai/file", {}, context, is_near=True)
    return replace(served, name=name, route="openai/file", price=Price(0.0, 0.0), sees=False)


def require_key(model: ModelInfo, environ: Mapping[str, str] = os.environ) -> None:
    """Raise ConfigurationError if the provider needs an API key and no such variable is set."""
    missing = litellm().validate_environment(model.name)["missing_keys"]
    keys = sorted(name for name in missing if name.endswith("_API_KEY"))
    families = {name.removesuffix("API_KEY") for name in keys}
    given = any(
        name.startswith(family) and name.endswith(("KEY", "TOKEN")) for name in environ for family in families
    )
    if keys and not given:
        raise ConfigurationError(f"{model.name} needs an API key; set {' or '.join(keys)}")


def count_tokens(request: Request) -> int:
    """Return the number of prompt tokens of `request`, including schema and tools.

    GPT-4o's tokenizer is used for every model. Each image counts as TOKENS_PER_IMAGE, an upper bound.
    """
    texts = [message.text for message in request.messages]
    texts += [call.arguments for message in request.messages for call in message.tool_calls]
    texts += [f"{tool.name} {tool.description} {tool.parameters}" for tool in request.tools]
    texts.append(str(request.schema or ""))
    images = sum(len(message.images) for message in request.messages)
    tokens: int = litellm().token_counter(model="gpt-4o", text="\n".join(texts))
    return tokens + images * TOKENS_PER_IMAGE + len(request.messages) * TOKENS_PER_MESSAGE


def parse_prices(text: str) -> dict[str, Price]:
    """Parse prices in the form "NAME=PROMPT/COMPLETION, ...", in US dollars per million tokens, and map each name to
    its price.

    Raises ConfigurationError for malformed text.
    """
    prices = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, amounts = part.rpartition("=")
        try:
            prompt, completion = (float(amount) / 1e6 for amount in amounts.split("/"))
        except ValueError:
            raise ConfigurationError(
                f"model_prices: {part!r} is not NAME=PROMPT/COMPLETION in dollars per million tokens, such as openai/mine=0.5/1.5"
            ) from None
        prices[name.strip()] = Price(prompt, completion)
    return prices


def _listed(
    listing: Mapping[str, Mapping[str, Any]], names: tuple[str, ...], provider: str
) -> Mapping[str, Any]:
    for name in names:
        entry = listing.get(name)
        if entry and str(entry.get("litellm_provider", "")).startswith(provider):
            return entry
    return {}


def _price(entry: Mapping[str, Any]) -> Price | None:
    prompt, completion = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    return None if prompt is None or completion is None else Price(float(prompt), float(completion))
