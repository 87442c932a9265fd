"""Parse numbers as papers print them: in cells, on axes and in questions."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

_MULTIPLIERS = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12, "g": 1e9}
_MULTIPLIERS |= {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}

# A minus sign as typed, as typeset (U+2212) or as an en dash directly before a digit.
NUMBER = re.compile(
    r"""(?:(?P<sign>[-+−–~≈<>])\s?)?
        (?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+|·\d+(?![\d^⁻⁰¹²³⁴-⁹]))?|\.\d+)
        (?:\s?[x×]\s?10\s?\^?\s?\{?(?P<power>[-−–⁻]?[\d⁰¹²³⁴-⁹]{1,2})\}?|[eE](?P<exponent>[-−+]?\d{1,2})(?![\d.])
            |(?<=\b10)(?:\s?\^\s?\{?(?P<raised>[-−–]?\d{1,2})\}?|(?P<script>⁻?[⁰¹²³⁴-⁹]{1,2})))?
        (?:\s?(?P<unit>%|(?:[kKMBTG](?![A-Za-z])|thousand|million|billion|trillion)\b))?""",
    re.VERBOSE,
)
_POWER = re.compile(
    r"(?:(?P<factor>\d+(?:\.\d+)?)\s*[\u00d7x]\s*)?(?P<base>10|2)\s*\^\s*(?P<exponent>[-+]?\d{1,2}(?:\.\d)?)"
)
_LOWERED_POWER = re.compile(r"10(-[1-9])")  # "10-3" is a power: a range would not go down to one digit
_DASHES = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-"})
_LOOKALIKES = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", ",": "."})
_RAISED = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b", "0123456789-")
_RAISED_POWER = re.compile("10([\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b]+)")
MICRO = ("\u00b5", "\u03bc")
_AROUND = "$~()<>\u2248\u2264\u2265 x\u00d7"


@dataclass(frozen=True, slots=True)
class Number:
    """A number as printed.

    `value` includes thousands separators, powers and k/M/B. `percent` records a percent sign, which does not
    change the value. `decimals` is the number of printed decimals. `step` is the weight of the last printed
    digit (28.62 -> .01, 3.4k -> 100). Two printings of one quantity differ by at most half the larger step.
    """

    value: float
    text: str
    decimals: int = 0
    step: float = 1.0
    percent: bool = False

    def matches(self, other: Number) -> bool:
        """True if both numbers have the same value. A percent sign on either side is ignored."""
        slack = 1e-6 * max(abs(self.value), self.step)
        return abs(self.value - other.value) <= slack

    def rounds_to(self, other: Number) -> bool:
        """True if the number with the larger step could be a rounding of the other number."""
        return abs(self.value - other.value) <= 0.5 * max(self.step, other.step) + 1e-9


def number_of(match: re.Match[str]) -> Number:
    """Convert a match of NUMBER to a Number."""
    digits = match["digits"].replace(",", "").replace("·", ".")  # a raised point, as in The Lancet
    decimals = len(digits.split(".")[1]) if "." in digits else 0
    unit = (match["unit"] or "").lower()
    raised = match["raised"] or match["script"]  # exponent of a power of ten without a factor
    printed = (match["power"] or match["exponent"] or raised or "0").translate(_DASHES).translate(_RAISED)
    power = int(printed) - bool(raised)  # the digits of 10^-4 are "10", which is one power already
    factor = _MULTIPLIERS.get(unit, 1.0) * 10.0**power
    sign = -1.0 if match["sign"] in {"-", "−", "–"} else 1.0
    return Number(
        sign * float(digits) * factor, match.group().strip(), decimals, factor * 10.0**-decimals, unit == "%"
    )


def find_numbers(text: str) -> list[Number]:
    """Return every number in `text`, left to right."""
    return [number_of(match) for match in NUMBER.finditer(text)]


def format_measured(value: float, digits: int = 3) -> str:
    """Return the number rounded to this many significant digits, without an exponent: "1700000", "0.0052"."""
    return format(Decimal(f"{value:.{digits}g}"), "f")


def parse_number(text: str) -> float | None:
    """Return the number that `text` consists of, or None: "1,200", "12.5%", "-.5", "3e-4", "10^3", "175B"
    (1.75e11). "10-3" is a power whose exponent lost its superscript.

    A percent sign is dropped without dividing by 100, because charts print values and ticks in the same unit. A
    text without a digit, or a value beyond the range of a float, gives None. O, l and a decimal comma count as
    the digits that they resemble only next to real digits.
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
