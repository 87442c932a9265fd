"""Numbers as charts print them: tick labels and value labels."""

from __future__ import annotations

import math
import re

from ..numbers import NUMBER, number_of

_POWER = re.compile(
    r"(?:(?P<factor>\d+(?:\.\d+)?)\s*[\u00d7x]\s*)?(?P<base>10|2)\s*\^\s*(?P<exponent>[-+]?\d{1,2}(?:\.\d)?)"
)
_LOWERED_POWER = re.compile(r"10(-[1-9])")  # no range goes down to one digit
_DASHES = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-"})
_LOOKALIKES = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", ",": "."})
_RAISED = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b", "0123456789-")
_RAISED_POWER = re.compile("10([\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b]+)")
MICRO = ("\u00b5", "\u03bc")
_AROUND = "$~()<>\u2248\u2264\u2265 x\u00d7"


def parse_number(text: str) -> float | None:
    """The number that `text` consists of, or None: "1,200", "12.5%", "-.5", "3e-4", "10^3", "175B" (1.75e11),
    "10-3" (a power whose exponent lost its height).

    A percent sign is dropped, not divided by 100: charts print values and ticks in the same unit. A text with no digit
    is never a number, nor is one beyond the range of a float; O, l and a decimal comma are read as the digits they
    resemble only beside real digits.
    """
    clean = text.translate(_DASHES).strip(_AROUND)
    clean = _RAISED_POWER.sub(lambda m: "10^" + m[1].translate(_RAISED), clean)
    clean = _LOWERED_POWER.sub(r"10^\1", clean) if _LOWERED_POWER.fullmatch(clean) else clean
    power = _POWER.fullmatch(clean)
    if power:
        return float(power["factor"] or 1) * math.pow(float(power["base"]), float(power["exponent"]))
    factor = 1e-6 if clean.endswith(MICRO) else 1.0
    clean = clean.rstrip("".join(MICRO))
    match = NUMBER.fullmatch(clean.rstrip(".%"))
    if match is None and re.search(r"\d", clean) and len(clean) <= 6:
        match = NUMBER.fullmatch(clean.translate(_LOOKALIKES))
    value = factor * number_of(match).value if match else math.nan
    return value if math.isfinite(value) else None
