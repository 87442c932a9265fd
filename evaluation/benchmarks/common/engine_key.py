"""Inputs that determine a result of citehop's engine, for the names of runs, and its number of parallel questions."""

from __future__ import annotations

from os import cpu_count

from ....agent.llm.roles import Models
from ....agent.reader.trust import find_trust
from ....settings import Settings
from ..request import TaskRequest

ENGINE = ("papers", "figures", "retrieval", "indexes", "agent")  # packages whose code decides the results
_THREADS = (
    4  # images read at once where no model is asked: reading holds the interpreter for most of the time
)


def engine_models(request: TaskRequest) -> tuple[tuple[str, str], ...]:
    """Models, search and store that the engine uses in addition to the model that answers, as (role, name).

    "text model" is the one that answers where the model of the request sees the figures, "trust" what it may do.
    """
    settings = request.settings
    text = (("text model", settings.model),) if settings.model not in ("", request.model) else ()
    trust = (("trust", find_trust(settings)),) if settings.model else ()
    return (
        *text,
        *trust,
        ("embedding model", settings.embedding_model),
        ("strategy", settings.strategy),
        ("reranker", settings.reranker),
        ("store", "server" if settings.qdrant_url else "embedded"),
    )


def engine_workers(settings: Settings, models: Models | None) -> int:
    """Number of questions that are asked at once."""
    return settings.model_concurrency if models else min(_THREADS, settings.workers or cpu_count() or 1)
