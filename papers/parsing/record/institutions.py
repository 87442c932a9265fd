"""Recognize texts that name an institution, in several languages."""

from __future__ import annotations

import re

from .marked_lines import MARK

_INSTITUTION = re.compile(
    r"\b(?:universi|institut|inst\.|colleg|colegio|schools?\b|schule|hochschul|dept\b|d[ée]part[ae]?men|dipartiment"
    r"|facult|fakult|facolt|laborato|labs?\b|cent(?:er|re|ro)\b|zentrum|hospital|hôpital|clinic|klinik|academ|acad[ée]m|akadem"
    r"|observator|mus[ée]um|[ée]cole|escuela|scuola|polit[ée]cnic|polytech|politecnic|ministry|ministerio|agency|bureau"
    r"|council|division\b|faculty|corporation\b|inc\b|ltd\b|gmbh\b|llc\b|research\b|international\b|cnrs\b|inaf\b|nasa\b|cern\b|csic\b|noaa\b"
    r"|универс|институт|академи|лаборатор|обсерватор|факультет|кафедр|центр)"
    r"|大学|研究所|学院",
    re.I,
)
_COUNTRIES = (
    "USA|U\\.S\\.A\\.|United States(?: of America)?|UK|U\\.K\\.|United Kingdom|England|Scotland|Wales|Ireland|Canada|Mexico"
    "|México|Brazil|Brasil|Argentina|Chile|Colombia|Peru|Perú|Ecuador|Uruguay|Cuba|Germany|Deutschland|France|Spain|España|Portugal"
    "|Italy|Italia|Switzerland|Austria|Belgium|(?:The )?Netherlands|Denmark|Sweden|Norway|Finland|Iceland|Poland|Czech Republic"
    "|Slovakia|Slovenia|Hungary|Romania|Bulgaria|Serbia|Croatia|Greece|Turkey|Russia|Ukraine|Estonia|Latvia|Lithuania|Israel"
    "|Iran|Iraq|Egypt|Saudi Arabia|South Africa|Nigeria|Kenya|India|Pakistan|China|P\\.? ?R\\.? China|Taiwan|Hong Kong|Japan"
    "|(?:Republic of |South )?Korea|Singapore|Malaysia|Thailand|Vietnam|Indonesia|Australia|New Zealand|Россия|Москва"
)
_COUNTRY = re.compile(rf"(?:{_COUNTRIES})\b\.?", re.I)
_IN_COUNTRY = re.compile(rf"\w, (?:{_COUNTRIES})\W*$")
_WHOLE = re.compile(r"universi|colleg|instit|academ|hospital|\d", re.I)
_POSTCODE = re.compile(r"\b\d{4,6}\b|\b[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}\b")
# Words in lower case that belong to names of institutions and places.
_LINKING = frozenset(
    "of and for in at the on to de del de la las los el y e et des du da do dos di della degli dei und für der die das van von zu"
    " den al s/n km via c/o".split()
)
_OTHER = re.compile(
    r"\b(?:is|are|was|were|we|our|this|these|that|has|have|had|been|be|they|which|equal(?:ly)?|contribut\w+"
    r"|correspond\w+|authors?|deceased|supported|support|funded|license[ed]*|copyright|rights|reserved|vol(?:ume)?|pages?|abstract"
    r"|keywords|journal|contents|available|proceedings|conference|download\w*|supplementary|reprint\w*|reviewed|edited"
    r"|letters?|how|why|what|using|figure|table|grants?|awards?|fellowships?|thanks?|manuscript|preprint|article)\b|[@©=<>]|https?:",
    re.I,
)
_LONGEST = 45  # most words of one or two institutions with their addresses
_CAPITALS = 0.7  # smallest share of the words that begin with a capital or a digit
_WORD = re.compile(r"[^\W_][\w’'./&-]*")


def is_address(text: str) -> bool:
    """True if `text` reads like a part of an address.

    It has an institution, a country, a postal code or a comma.
    """
    return bool(_INSTITUTION.search(text) or _COUNTRY.search(text) or "," in text or _POSTCODE.search(text))


def is_institution(text: str) -> bool:
    """True if `text` names an institution, or a place with its country, and is not a sentence."""
    named = _INSTITUTION.search(text) or _IN_COUNTRY.search(text)
    return bool(named) and " " in text and is_name_like(text)


def is_located_institution(text: str) -> bool:
    """True if `text` is an institution with its country or postal code."""
    return is_institution(text) and bool(_COUNTRY.search(text) or _POSTCODE.search(text))


def is_part(text: str) -> bool:
    """True for a department or a similar part of another institution."""
    return "," not in text and not _WHOLE.search(text)


def is_name_like(text: str) -> bool:
    """True for a short text of capitalized words, as in names. In Cyrillic, words in lower case count as well."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in _LINKING]
    if not words or len(words) > _LONGEST or _OTHER.search(text) or not text[0].isalnum():
        return False
    capitals = sum(not word[0].islower() or "а" <= word[0] <= "я" for word in words)
    return capitals >= _CAPITALS * len(words) and not text[:2].islower()


_NOTE = re.compile(
    r"\W*(?:e-?mail|correspond|received|accepted|submitted|published|dated|article|abstract|key ?words|editors?\b|funding|orcid"
    r"|doi|https?|copyright|keywords|introduction|contributed|edited|reviewed|summary"
    r"|contents|equal|(?:these|this|we)\b|manuscript|author note"
    r"|citation|cite|data availab|competing|electronic address|reprint|поступила|ключевые|\d+ ?\. |[©(])",
    re.I,
)
_CUT = re.compile(
    r"[\s,;.(]*(?:\b(?:e-?mail|correspond\w*|electronic address|(?:present|current) address|orcid|telephone|tel\b|fax\b|phone"
    r"|https?:|doi\b|received\b|to whom|these authors|contributed|dedicated|поступила)|[\w.+-]+ ?@|\{)",
    re.I,
)
_LEAD = re.compile(
    r"(?:.{0,80}?\b(?:is|are|was|were) (?:all )?(?:with|at|from) (?:the )?"
    r"|from (?:the )?|(?:present|current) address: ?|and |\W+)",
    re.I,
)
_BROKEN = re.compile(r"(?<=[a-zà-ÿ])[-\u00ad]\n(?=[a-zà-ÿ])")
_STOP = re.compile(r"(?<=[^\W_]{2})\. ")  # not after an initial
_ENDING = re.compile(r"(?:[\s.,;:&(–-]|\band)+$")


def is_note(text: str) -> bool:
    """True for a line that begins a note about something other than affiliations."""
    return bool(_NOTE.match(text))


def clean_place(text: str) -> str:
    """Return the affiliation at the beginning of `text`, or "" if it begins with no affiliation.

    Lines in `text` may end in "\\n".
    """
    text = " ".join(MARK.sub("", _BROKEN.sub("", text)).split())
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    cut = _CUT.search(text)
    whole = _ENDING.sub("", text[: cut.start()] if cut else text)
    first = _ENDING.sub("", _STOP.split(whole)[0])
    return next((place for place in (whole, first) if place and is_name_like(place)), "")
