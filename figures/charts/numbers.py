"""Numbers as charts print them: tick labels and value labels."""

from __future__ import annotations

import re

_FACTORS = {"": 1.0, "%": 1.0, "x": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}
_NUMBER = re.compile(
    r"[$~≈<>≤≥(]*\s*(?P<sign>[-+]?)\s*(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)"
    r"(?:e(?P<exponent>[-+]?\d+))?\s*(?P<unit>[%x×kKmMbBtT]?)\)?",
)
_POWER = re.compile(r"(?P<base>10|2)\s*\^\s*(?P<exponent>[-+]?\d+)")
_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "x"})
_LOOKALIKES = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", ",": "."})


def parse_number(text: str) -> float | None:
    """The number that `text` consists of, or None: "1,200", "12.5%", "-.5", "3e-4", "10^3", "175B" (1.75e11).

    A percent sign is dropped, not divided by 100: charts print values and ticks in the same unit. A text with no digit
    is never a number; O, l and a decimal comma are read as the digits they resemble only beside real digits.
    """
    clean = text.strip().translate(_DASHES)
    power = _POWER.fullmatch(clean)
    if power:
        return float(power["base"]) ** int(power["exponent"])
    value = _plain(clean)
    if value is None and re.search(r"\d", clean) and len(clean) <= 6:
        value = _plain(clean.translate(_LOOKALIKES))
    return value


def _plain(text: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    value = float(match["digits"].replace(",", "")) * _FACTORS[match["unit"].lower()]
    value *= 10.0 ** int(match["exponent"] or 0)
    return -value if match["sign"] == "-" else value
