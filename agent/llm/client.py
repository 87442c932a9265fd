"""The client: any model that litellm can reach, with retries, limits, budget, cache and time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from ...errors import CitehopError, ConfigurationError
from ..types import Usage
from .cache import ReplyCache, cache_key
from .error_mapping import TransientError, is_lost_reply, sort_fault
from .errors import BrokenOffError, ModelReplyError, ModelUnavailableError
from .limits import Limits
from .litellm_loader import litellm
from .meter import Attempt, CostBound, Meter
from .models import ModelInfo, count_tokens
from .openai_format import Assembly, is_progress, to_openai, with_usage
from .retry import RetryPolicy
from .time_limit import iterate_within
from .types import Reply, ReplyDelta, Request
from .waiting import say_reading

T = TypeVar("T")
# A token count that a server reports is ignored if it exceeds our own count by more than TOKENIZER_FACTOR, plus
# OWN_TOKENS, or is smaller than our count divided by TOKENIZER_FACTOR. Tokenizers differ by less, and providers add up
# to some thousand tokens of their own to a prompt.
TOKENIZER_FACTOR = 4
OWN_TOKENS = 5000
MOST_CHARACTERS = 20, 10_000  # a reply may have 20 characters for each token that is allowed, plus 10,000


class LiteLLM:
    """An `LLM` over litellm. Calls go to `model` at `api_base` and nowhere else: there are no fallbacks.

    Several clients may share `meter` and `limits`. `cache_as` replaces the address in the keys of `cache`.

    Calls raise ConfigurationError (wrong key, model or request), ContextWindowError, ModelReplyError, BudgetError if a
    call would exceed a limit, and ModelUnavailableError if all retries failed.
    """

    def __init__(
        self,
        model: ModelInfo,
        *,
        api_base: str = "",
        api_key: str = "",
        meter: Meter | None = None,
        limits: Limits | None = None,
        policy: RetryPolicy | None = None,
        cache: ReplyCache | None = None,
        cache_as: str = "",
    ) -> None:
        self.meter = meter or Meter()
        if self.meter.max_cost and model.price is None:
            raise ConfigurationError(
                f"max_cost cannot hold for {model.name}, whose price is unknown; "
                f"set model_prices to {model.name}=PROMPT/COMPLETION in dollars per million tokens"
            )
        self._model = model
        self._api_base, self._api_key = api_base, api_key
        self._limits = limits or Limits()
        self._policy = policy or RetryPolicy()
        self._cache, self._cache_as = cache, cache_as or api_base
        self._lock = threading.Lock()
        self._underestimate = 1.0

    @property
    def model(self) -> str:
        """The provider and name of the model, as the user gave them."""
        return self._model.name

    @property
    def context(self) -> int | None:
        """The context window in tokens; None if unknown."""
        return self._model.context

    @property
    def sees(self) -> bool:
        """True if the model takes images according to litellm's list, or is not on the list."""
        return self._model.sees

    def complete(self, request: Request) -> Reply:
        """Return the reply to `request`, from the cache if it has the reply."""
        self._model.check(request)
        key = cache_key(self.model, self._cache_as, request)
        if (kept := self._kept(key)) is not None:
            return kept
        made: list[Attempt] = []
        reply = self._retried(lambda left: self._stream_whole(request, left, made))
        reply = with_usage(reply, _spent(made))
        self._keep(key, reply)
        return reply

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        """Yield the reply piece by piece while it is written; the last piece has the whole reply.

        After the first piece, a failed request is not retried, because text that was shown cannot be taken back.
        """
        self._model.check(request)
        key = cache_key(self.model, self._cache_as, request)
        if (kept := self._kept(key)) is not None:
            yield from (ReplyDelta(kept.text), ReplyDelta(reply=kept))
            return
        made: list[Attempt] = []
        first, rest = self._retried(lambda left: self._stream_begun(request, left, made))
        try:
            for piece in chain((first,), rest):
                if piece.reply is None:
                    yield piece
                else:
                    reply = with_usage(piece.reply, _spent(made))
                    self._keep(key, reply)
                    yield ReplyDelta(reply=reply)
        except TransientError as error:
            raise BrokenOffError(
                f"{self.model} broke off in the middle of its reply ({error}); ask again", _spent(made)
            ) from error
        finally:
            rest.close()

    def _retried(self, once: Callable[[float], T]) -> T:
        """Call `once` with the remaining seconds, and again after transient errors as the retry policy allows."""
        start = time.monotonic()
        retrying = self._policy.retrying()
        try:
            return retrying(lambda: once(start + self._policy.total_seconds - time.monotonic()))
        except TransientError as error:
            attempts = retrying.statistics["attempt_number"]
            raise ModelUnavailableError(
                f"{self.model} gave no answer in {attempts} attempts and {time.monotonic() - start:.0f} s "
                f"(last: {error}); try again later or raise model_seconds"
            ) from error

    def _stream_whole(self, request: Request, left: float, made: list[Attempt]) -> Reply:
        """Return the complete reply. A TransientError at any point of the stream allows another attempt."""
        *_, last = self._stream_once(request, left, made)
        assert last.reply is not None
        return last.reply

    def _stream_begun(
        self, request: Request, left: float, made: list[Attempt]
    ) -> tuple[ReplyDelta, Generator[ReplyDelta, None, None]]:
        """Return the first piece and the generator of the others.

        A TransientError before the first piece allows another attempt.
        """
        pieces = self._stream_once(request, left, made)
        return next(pieces), pieces

    def _stream_once(
        self, request: Request, left: float, made: list[Attempt]
    ) -> Generator[ReplyDelta, None, None]:
        prompt = self._prompt_tokens(request)
        with self._attempt(request, prompt, left, made) as attempt:
            assembly = Assembly()
            patience = self._policy.patience(self._model.reply_tokens(request))
            chunks = iterate_within(
                patience, lambda: self._chunks(request), lambda seconds: say_reading(prompt, seconds)
            )
            try:
                for chunk in chunks:
                    if text := assembly.add(chunk):
                        yield ReplyDelta(text)
                    self._check_length(request, assembly)
            finally:  # if the caller stops early, the received part is charged by estimate
                chunks.close()
                reply = assembly.reply()
                if reply.text or reply.tool_calls or assembly.tokens:
                    attempt.usage = self._usage(request, prompt, assembly, attempt.seconds)
            yield ReplyDelta(reply=_usable(reply, self.model))

    def _check_length(self, request: Request, assembly: Assembly) -> None:
        per_token, besides = MOST_CHARACTERS
        if assembly.characters > self._model.reply_tokens(request) * per_token + besides:
            raise ModelReplyError(
                f"{self.model} did not stop at the {request.max_tokens} tokens that it was allowed; use another server"
            )

    def _chunks(self, request: Request) -> Generator[Any, None, None]:
        stream = self._send(request)
        try:
            yield from filter(is_progress, stream)
        finally:  # litellm's wrapper cannot be closed, only the stream inside it
            getattr(getattr(stream, "completion_stream", None), "close", lambda: None)()

    def _send(self, request: Request) -> Any:
        return litellm().completion(
            model=self._model.route or self.model,
            api_base=self._api_base or None,
            api_key=self._api_key or None,
            timeout=self._policy.first_seconds,  # always the same: litellm opens a connection pool per value
            stream=True,
            stream_options={"include_usage": True},
            drop_params=True,  # leaves out temperature and stream_options if the model does not accept them
            max_retries=0,  # otherwise litellm and the provider's client would each retry on their own
            num_retries=0,
            **(to_openai(request) | self._model.options(request)),
        )

    @contextmanager
    def _attempt(self, request: Request, prompt: int, left: float, made: list[Attempt]) -> Iterator[Attempt]:
        """Reserve a slot and the budget for one request, and add the attempt to `made`.

        Exceptions of the request are raised as TransientError or as a CitehopError.
        """
        tokens, bound = prompt + self._model.reply_tokens(request), partial(self._bound, request)
        with self._limits.slot(tokens, left), self.meter.attempt(bound) as attempt:
            made.append(attempt)
            try:
                yield attempt
            except (CitehopError, TransientError):
                raise
            except TimeoutError as error:
                self._charge_lost_reply(attempt, request, prompt)
                raise TransientError(str(error)) from error
            except Exception as error:
                if is_lost_reply(error):
                    self._charge_lost_reply(attempt, request, prompt)
                raise sort_fault(error, self.model, (self._api_key,)) from error

    def _bound(self, request: Request) -> CostBound:
        prompt, reply = self._prompt_tokens(request), self._model.reply_tokens(request)
        most = self._model.cost(prompt, reply) or 0.0
        return CostBound(most, self._model.cost(_most_plausible(prompt), _most_plausible(reply)) or 0.0)

    def _charge_lost_reply(self, attempt: Attempt, request: Request, prompt: int) -> None:
        """Charge the highest possible cost for a request whose reply never came, because the provider may bill it."""
        if attempt.usage == Usage():
            most = self._model.reply_tokens(request)
            usd = self._model.cost(prompt, most)
            attempt.usage = Usage(1, prompt, most, usd or 0.0, attempt.seconds, unpriced=int(usd is None))

    def _prompt_tokens(self, request: Request) -> int:
        """Return our count of prompt tokens, times the factor by which the provider's counts have exceeded ours."""
        return int(count_tokens(request) * self._underestimate) + 1

    def _usage(self, request: Request, prompt: int, assembly: Assembly, seconds: float) -> Usage:
        """Return the usage of one reply.

        If the provider reports no plausible token counts, our count of the prompt and 4 characters per token of the
        reply are used.
        """
        own = prompt, assembly.characters // 4 + 1
        counted, written = assembly.tokens or own
        most = _most_plausible(self._model.reply_tokens(request))
        if not prompt // TOKENIZER_FACTOR <= counted <= _most_plausible(prompt) or written > most:
            counted, written = own
        with self._lock:
            self._underestimate *= max(1.0, counted / prompt)
        usd = self._model.cost(counted, written)
        return Usage(1, counted, written, usd or 0.0, seconds, unpriced=int(usd is None))

    def _kept(self, key: str) -> Reply | None:
        reply = self._cache.get(key) if self._cache else None
        if reply is not None:
            self.meter.count_cached()
        return reply

    def _keep(self, key: str, reply: Reply) -> None:
        if self._cache:
            self._cache.put(key, reply)


def _most_plausible(tokens: int) -> int:
    return tokens * TOKENIZER_FACTOR + OWN_TOKENS


def _spent(made: Sequence[Attempt]) -> Usage:
    """Return the sum of the usage of all attempts at one reply, including failed attempts."""
    return replace(sum((attempt.usage for attempt in made), Usage()), calls=len(made))


def _usable(reply: Reply, model: str) -> Reply:
    """Return `reply` if it is not empty.

    An empty reply raises ModelReplyError if a token limit or a content filter ended it, and TransientError otherwise.
    """
    if reply.text.strip() or reply.tool_calls:
        return reply
    if reply.finish == "length":
        raise ModelReplyError(
            f"{model} used up its tokens before the first word; choose a model that thinks less"
        )
    if reply.finish == "content_filter":
        raise ModelReplyError(f"{model} gave no reply: its provider's content filter stopped it")
    raise TransientError("an empty reply")
