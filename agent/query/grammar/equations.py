"""Questions that ask for an equation by its number: "Explain equation 7"."""

from __future__ import annotations

import re

_EQUATION = re.compile(
    r"\b(?:eq|eqn|equation|formula)\b\.?\s*\(?([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)?(?![\w.]*\d)",
    re.IGNORECASE,
)


def find_equation_number(text: str) -> str:
    """Return the number of the equation that a question names; "" if it names no equation."""
    match = _EQUATION.search(text)
    return match[1] if match else ""
