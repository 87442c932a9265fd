"""Recognize names of persons on a title page, and words of institutions and places, which are not names."""

from __future__ import annotations

import re

# Stems and words of institutions. Short words must match whole, because family names may begin alike:
# "Corpas", "Laborde", "Francesco".
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
# Words of research fields, notes and ranks, which no name contains.
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
# Conjunctions that look like particles or initials of names. They separate names only if both sides are names.
_CONJUNCTION = re.compile(r"(?:^| )(?:y|e|et|und|og|och|en|и)(?: |$)")
_SEPARATOR = re.compile(r"[;,&·|]|\band\b|\bAND\b|\bwith\b|\s/\s")
_TITLE_OF_PERSON = re.compile(r"^(?:(?:Drs?|Prof|Professor|Mr|Mrs|Ms)\b\.? +)+")
# "PhD", "MD", "MPH", "PharmD", "FRCP": short words with two capitals or more; after a blank only common degrees.
_DEGREE = re.compile(r" +(?:Ph\.? ?D|M\.?D|M\.?Sc|B\.?Sc|MPH|MBA|DPhil|PharmD|RN)\.?$", re.IGNORECASE)
_DEGREES = re.compile(r"(?=.*[A-Z].*[A-Z])[A-Z][A-Za-z.]{1,6}|[JS]r\.?|et al\.?|I{2,3}|IV")
_MEMBER = re.compile(r"(?:(?:student|senior|life|associate) )?(?:member|fellow)", re.IGNORECASE)
_YEAR_BEFORE = re.compile(r"^.{0,4}\b(?:19|20)\d\d\b[\s.,]*(?:г\.\s*)?")
_YEAR_BEHIND = re.compile(r"\s*\((?:19|20)\d\d[a-z]?\)\W*$")
_LOST = "\ufffd"  # a letter of a font without Unicode mapping
MARKS = "*∗⁎†‡§¶∥⋆★⇤♠♣♦♥⋄◦•✉#✩☆"
_INITIAL = re.compile(r"(?:[^\W\d_a-z]\.?-?){1,3}")
_INNER_CAPITAL = re.compile(r"[a-z]{1,8}['’-][A-Z]")  # "ffrench-Constant", "d'Angelo"
# Nouns and adjectives with endings that no name has.
_ABSTRACT = re.compile(
    r"\w{2,}(?:tions?|ology|ologies|ness|ments|ical|isms?|ities|logic|metric|systems?)", re.IGNORECASE
)
_MOST_WORDS, _MOST_FULL = 7, 4
# Names with the family name in capitals: "ZHOU GuoDong", "Dong Hong JI". Several names may follow each other.
_FAMILY, _GIVEN = (
    r"(?P<family>[A-Z][A-Z'’-]+)",
    r"(?P<given>[A-Z][\w'’-]*[a-z][\w'’-]*(?: [A-Z][\w'’-]*[a-z][\w'’-]*)?)",
)
WITH_CAPITALS = (re.compile(rf"{_FAMILY} {_GIVEN}(?: |$)"), re.compile(rf"{_GIVEN} {_FAMILY}(?: |$)"))


def is_place(text: str) -> bool:
    """True if the text contains words of an institution, or is a town or ends with a country."""
    return bool(
        _INSTITUTION.search(text) or _INITIALS.search(text) or _COUNTRY.search(text) or _TOWN.fullmatch(text)
    )


def is_institution(text: str) -> bool:
    """True if the text contains words of an institution.

    A country does not count, because it may be a family name: "Anatole France".
    """
    return bool(_INSTITUTION.search(text) or _INITIALS.search(text))


def are_names(text: str) -> bool:
    """True if the text consists only of names of persons, separated by commas or "and"."""
    return not is_place(text) and all(is_name(part) for part in split_names(text) if part)


def count_names(text: str) -> int:
    """Count the names of persons in `text`, separated by commas or "and"; 0 if it contains anything else."""
    return sum(map(bool, split_names(text))) if are_names(text) else 0


def count_names_with_capitals(text: str) -> int:
    """Count the parts of `text` that are names with the family name in capitals."""
    return sum(any(form.fullmatch(part) for form in WITH_CAPITALS) for part in split_list(text))


def split_names(text: str) -> list[str]:
    """Split `text` at separators into names without marks, titles of persons and degrees."""
    return [clean_name(part) for part in split_list(text)]


def split_list(text: str) -> list[str]:
    """Split `text` at separators; the parts stay as printed."""
    return [name for part in _SEPARATOR.split(text) for name in _split_conjunction(" ".join(part.split()))]


def _split_conjunction(part: str) -> list[str]:
    """Split `part` at a conjunction of another language between two names.

    A conjunction at the beginning or end is removed.
    """
    for match in _CONJUNCTION.finditer(part):
        before, after = part[: match.start()], part[match.end() :]
        if all(not side or is_name(clean_name(side)) for side in (before, after)):
            return [side for side in (before, after) if side]
    return [part]


def clean_name(part: str) -> str:
    """Strip marks, years, titles of persons and degrees from a name."""
    return _DEGREE.sub("", _TITLE_OF_PERSON.sub("", drop_years(part).strip(MARKS + " .0123456789")))


def drop_years(part: str) -> str:
    """Drop a copyright year at the beginning of a part of a byline, and a year in parentheses at its end."""
    return _YEAR_BEFORE.sub("", _YEAR_BEHIND.sub("", part))


def is_addition(part: str) -> bool:
    """True for a degree, a suffix such as "Jr.", or a membership, all of which may follow a name."""
    return bool(_DEGREES.fullmatch(part) or _MEMBER.fullmatch(part))


def is_name(name: str) -> bool:
    """True if `name` may be a person's name.

    A name has two to seven capitalized words or particles. One to four of its words are neither initials nor particles,
    and no word is an acronym.
    """
    words = name.split()
    full = [word for word in words if not _INITIAL.fullmatch(word) and word not in PARTICLES]
    if not 2 <= len(words) <= _MOST_WORDS or not 1 <= len(full) <= _MOST_FULL or len(name) > 45:
        return False
    if not all(_is_capitalized(word) or word in PARTICLES for word in words) or words[-1] in PARTICLES:
        return False
    if any(word.casefold() in _COMMON or _ABSTRACT.fullmatch(word) for word in words):
        return False
    shouting = [
        word for word in words if len(word) > 2 and word.isupper() and "." not in word and word != "III"
    ]
    return not shouting or len(shouting) >= len([word for word in full if len(word) > 2])


def score_name(name: str) -> float:
    """Score the plausibility of a name: 0 for other text, 1 for an ordinary name.

    A name that ends in an initial or has many words scores less than 1.
    """
    if not is_name(name):
        return 0.0
    words = name.split()
    return 1.0 - 0.3 * bool(_INITIAL.fullmatch(words[-1])) - 0.2 * max(0, len(words) - 4)


def _is_capitalized(word: str) -> bool:
    """True if the word begins with a capital, with "d'" or a similar prefix before a capital, or with a lost letter."""
    return word[0].isupper() or bool(_INNER_CAPITAL.match(word)) or (word[0] == _LOST and len(word) > 1)
