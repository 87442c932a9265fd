"""Names of persons among the words of a title page, and the words of institutions and places that are none."""

from __future__ import annotations

import re

# Stems and words; a family name may begin like one of them: "Corpas", "Laborde", "Francesco".
_INSTITUTION = re.compile(
    r"\b(?:universi|institut|depart|dipartiment|laborato|colleg|facult|fakult|hochschul|research|academ|technolog|polytechni"
    r"|politecnic|contribut|correspond|proceedings|association|engineering|foundation|publish|computing|informati|linguisti"
    r"|(?:google|microsoft|facebook|amazon|ibm|nvidia|deepmind|bloomberg|inria|cnrs)\b"
    r"|(?:dept|labs?|labor|school|[eé]cole|cent(?:er|re)s?|inc|corp|corporation|sciences?|scientific|ltd|llc|gmbh|street|avenue|road|parkway"
    r"|company|groups?|division|hospitals?|authors?|equal(?:ly)?|conference|national|editors?|abstract|systems?|consortium)\b)",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"\b(?:AI|USA?|UK|UC)\b")
_COUNTRY = re.compile(
    r"\b(?:china|canada|germany|france|japan|korea|india|israel|singapore|australia|italy|spain|netherlands|switzerland|taiwan"
    r"|norway|sweden|denmark|finland|belgium|austria|brazil|russia|poland|hong kong|united (?:kingdom|states))\W*$",
    re.IGNORECASE,
)
_TOWN = re.compile(
    r"new (?:york|jersey|haven|delhi)|los angeles|san (?:francisco|diego)|mountain view|palo alto|menlo park|ann arbor"
    r"|santa (?:barbara|clara|monica)|salt lake city|tel aviv|s[aã]o paulo|rio de janeiro|buenos aires|cape town",
    re.IGNORECASE,
)
# Words of fields, notes and ranks, which no name has.
_COMMON = frozenset(
    (
        "access annals applied article artificial available biology business communications computational computer "
        "council data december draft economics editorial elsevier february fellow health informatics intelligence issue "
        "january journal language learning letters linguistics machine magazine management mathematics medicine member "
        "natural network networks november october online open original paper physics preprint press processing program "
        "programme project report review rights september society software special springer statistics team technical "
        "transactions version volume wiley working "
    ).split()
)
PARTICLES = frozenset(
    "de van der von la di den el al da dos du le ter bin ben af zu das dei degli del della e y ibn op ten zum zur".split()
)
_SEPARATOR = re.compile(r"[;,&·|]|\band\b|\bAND\b|\bwith\b|\s/\s")
_TITLE_OF_PERSON = re.compile(r"^(?:(?:Drs?|Prof|Professor|Mr|Mrs|Ms)\b\.? +)+")
_DEGREE = re.compile(r" +(?:Ph\.? ?D|M\.?D|M\.?Sc|B\.?Sc|MPH|MBA|DPhil|RN)\.?$", re.IGNORECASE)
_LOST = "\ufffd"  # a letter of a font without Unicode mapping
MARKS = "*∗⁎†‡§¶⋆★⇤♠♣♦♥⋄◦•"


def is_place(text: str) -> bool:
    """True for words of an institution, an address or a country."""
    return bool(
        _INSTITUTION.search(text) or _INITIALS.search(text) or _COUNTRY.search(text) or _TOWN.fullmatch(text)
    )


def is_institution(text: str) -> bool:
    """True for words of an institution; a country alone may be a family name: "Anatole France"."""
    return bool(_INSTITUTION.search(text) or _INITIALS.search(text))


def are_names(text: str) -> bool:
    """True for names of persons and nothing else, separated by commas or "and"."""
    return not is_place(text) and all(is_name(part) for part in split_names(text) if part)


def count_names(text: str) -> int:
    """Number of names of persons in `text`, which are separated by commas or "and"; 0 if it contains anything else."""
    return sum(map(bool, split_names(text))) if are_names(text) else 0


def split_names(text: str) -> list[str]:
    """The parts of `text` between separators, without marks, titles of persons and degrees."""
    return [clean_name(part) for part in split_list(text)]


def split_list(text: str) -> list[str]:
    """The parts of `text` between separators, as printed."""
    return [" ".join(part.split()) for part in _SEPARATOR.split(text)]


def clean_name(part: str) -> str:
    """A name without marks, titles of persons and degrees."""
    return _DEGREE.sub("", _TITLE_OF_PERSON.sub("", part.strip(MARKS + " .0123456789")))


def is_name(name: str) -> bool:
    """True for two to five capitalised words that are not all initials, without an acronym among ordinary words."""
    words = name.split()
    if not 2 <= len(words) <= 5 or len(name) > 40:
        return False
    if not all(_is_capitalised(word) or word in PARTICLES for word in words):
        return False
    if any(word.casefold() in _COMMON for word in words):
        return False
    shouting = [
        word for word in words if len(word) > 2 and word.isupper() and "." not in word and word != "III"
    ]
    full = [word for word in words if len(word.strip(".")) > 1]
    return bool(full) and (not shouting or len(shouting) >= len(full))


def _is_capitalised(word: str) -> bool:
    """True for a capital first, or a lost letter before others."""
    return word[0].isupper() or (word[0] == _LOST and len(word) > 1)
