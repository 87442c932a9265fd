"""Recognize raised numbers that belong to a word: exponents of units, numbers and functions, and mass numbers.

Mass numbers precede the symbol of an isotope.
"""

from __future__ import annotations

import re

_MINUS = "-\u2212\u207b"
_UNIT = re.compile(
    r"(?:^|(?<=[^\W_a-zA-Z])|(?<=[/·×(\[{<>~≈=±]))(?:[fpnuµμmcdk]m|[kMG]?pc|[kMGT]?eV|[kMG]?Hz|[kMG]?Pa|[nuµμm]s|[mµμnk]g|"
    r"[mµμn]?mol|AU|au|ft|yr|rad|sr|deg|min|sec|arcmin|arcsec|pixels?|sin|cos|tan|sinh|cosh|tanh|log|ln|exp)$"
)
_POWER = re.compile(r"[2346]")  # powers of a unit; units have no fifth power
_SYMBOLS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru "
    "Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At "
    "Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr"
).split()
_ATOMIC_NUMBERS = {symbol: number for number, symbol in enumerate(_SYMBOLS, 1)}
_FORMULA = re.compile(r"([A-Z][a-z]?)(?:[A-Z][a-z]?)?(?:\d|[-–/,.;:)\]]|$)")
# The mass number of an element's heaviest nuclide is at most _HEAVIEST times its atomic number, plus _LIGHT for light
# elements.
_HEAVIEST = 2.7
_LIGHT = 3


def is_exponent(word: str, raised: str) -> bool:
    """True if `raised`, digits and signs after `word`, is an exponent or a charge, not a marker: "2" after "cm"."""
    if raised[0] in _MINUS or raised[-1] in _MINUS + "+\u207a":
        return True
    return _POWER.fullmatch(raised) is not None and _UNIT.search(word) is not None


def is_isotope(raised: str, word: str) -> bool:
    """True if `raised` before `word` is the mass number of the element with which `word` begins: "13" before "CO2"."""
    formula = _FORMULA.match(word)
    number = _ATOMIC_NUMBERS.get(formula[1]) if formula else None
    if number is None or not raised.isdecimal():
        return False
    return max(number, 2 * number - 2) <= int(raised) <= _HEAVIEST * number + _LIGHT
