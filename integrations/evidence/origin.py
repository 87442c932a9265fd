"""The origin of an answer in one sentence: a model, a figure or quotes."""

from __future__ import annotations

from ...agent.types import Answer

_QUOTES_FOUND = "found word for word on its page"


def describe_origin(answer: Answer) -> str:
    """Return the sentence below an answer that says who wrote the answer and what was verified."""
    if answer.model:
        return f"Written by {answer.model}; every quote was found on its page."
    without = "Made without a language model"
    if answer.status != "answered":
        return f"{without}."
    reading = answer.reading
    if reading is not None and not reading.abstained and (reading.value or reading.entities):
        quotes = f"; each quote was {_QUOTES_FOUND}" if answer.citations else ""
        return f"{without}: names and values were read from the cells or marks of the figure{quotes}."
    if answer.citations:
        return f"{without}: the answer consists of quotes, each {_QUOTES_FOUND}."
    return f"{without}."
