"""Wordings of questions for works in the bibliography of a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....statements.work_filter import Extreme, Role, WorkFilter
from ..count_questions import asks_how_many
from ..years import YearCondition, find_year_condition

_WORKS = (
    r"(?:works|papers|articles|publications|studies|entries|references|refs|citations|sources|items|ones|books|theses|titles"
    r"|preprints|dissertations)"
)
_ONE = (
    r"(?:work|paper|article|publication|study|entry|reference|citation|source|item|one|thesis|book|preprint)"
)
_WORK = rf"(?:{_WORKS}|{_ONE}|(?:any|some)thing)"
_WORD = r"(?!(?:does|do|did|is|are|was|were|in|as|that|which|cited|listed|the|this|a|an)\b)[\w.'’-]+"
_PERSON = rf"(?P<name>{_WORD}(?: (?:and |& )?{_WORD}){{0,3}}?)"
_PLACE = r"(?P<role>first|lead|last|senior|sole|single|only)"
_AS_AUTHOR = rf"(?:as|is) (?:the |a |an |its |their )?{_PLACE}[ -]?author"
_BEFORE = r"(?:earlier|older|previous|prior)"
_WHEN = rf"(?P<when>(?:(?:{_BEFORE}|own|(?:19|20)\d\d) )*)"
_WRITTEN = r"(?:(?:co-?)?(?:authored|written) )?"
_BY_AUTHOR = (
    # "works with Ada Falk as first author", "papers by Falk"
    re.compile(
        rf"\b{_WHEN}(?P<work>{_WORK}) {_WRITTEN}(?P<link>with|by|of|from|due to|where) "
        rf"(?:the (?:researcher|author) )?{_PERSON}(?: {_AS_AUTHOR}| (?P<alone>alone))?"
        r"(?= (?:does|do|did|are|is|appears?|can|has|have|which|that)\b|(?: in)?,? (?:in|on|among|cited|listed) |[,.;?]|\W*$)",
        re.I,
    ),
    # "single-author Falk papers", "Falk's earlier works", "which Falk papers does ... cite"
    re.compile(
        rf"\b(?:(?P<role>single|sole|first)-author(?:ed)? )?(?P<name>[A-Z][\w'’-]+?)(?:['’]s?)? "
        rf"{_WHEN}{_WORK}(?P<alone> alone)?"
        r"(?= (?:does|do|did|are|is|appears?|listed|cited|in)\b)"
    ),
    # "how many of the references have Falk as first author", "in how many references is Falk the first author"
    re.compile(rf"\b(?:have|has|lists?|names?) {_PERSON} {_AS_AUTHOR}\b", re.I),
    re.compile(rf"\bis {_PERSON} (?:listed as )?(?:the )?{_PLACE}[ -]author\b", re.I),
    # "how many of the references are first-authored by Falk"
    re.compile(
        rf"\b(?:are|is|were|was) (?:(?P<role>first|last|lead|senior|sole)-authored |{_WRITTEN})by {_PERSON}(?P<alone> alone)?"
        r"(?=,? in |\W*$)",
        re.I,
    ),
    # "Does ... cite Falk?"
    re.compile(
        rf"^\W*(?:does|do|did)\b[^?]* cite (?:any of )?{_PERSON}(?:['’]s)?(?: et al\.?)?(?= in |\W*$)", re.I
    ),
)
_THEMSELVES = re.compile(
    rf"\b(?:himself|herself|themselves|self-cit\w+|self-references?|(?:his|her|their) own\b|own (?:\w+ )?{_WORK})\b",
    re.I,
)
_CITES = re.compile(
    r"\bcit(?:es?|ed|ing)\b|\bself-cit\w+|\b(?:bibliograph\w+|references?|refs)\b|\brefers? to\b",
    re.I,
)
_ASKS = re.compile(
    r"\b(?:which|what|list|name|how many|number of|count|give|tell|show|looking for)\b|^\W*(?:does|do|did|is|are)\b",
    re.I,
)
_EARLIER = re.compile(rf"\b{_BEFORE}\b", re.I)
_ASKED_BEFORE = re.compile(r"\b(?:which|what|any|some|one)(?: other)? $", re.I)
_YEAR = r"(?:the years? )?(?:19|20)\d\d|the (?:19|20)\d0['’]?s"
_YEARS = (
    r"(?:from (?=before|after|between))?(?:between|from|in|of|dated|since|until|up to|before|prior to|after|(?:no )?later than"
    rf"|older than|earlier than|newer than) (?:{_YEAR})(?:,? (?:and|to|until) (?:{_YEAR}))?"
    r"(?: on(?:wards?)?\b| (?:or|and) (?:later|newer|after|earlier|before|older)\b)?"
)
# What stands between "how many" and the works, and between the works and what they are to be.
_ASKED = r"(?:how many|number of|count of|which|what|list|name|show|give(?: me)?|any)(?: (?:of|all|the|its|other|cited|listed))*"
_LINK = (
    r"(?: (?:that|which|cited|listed|published|printed|written|dating|date|back|are|were|is|was|appeared|appearing|released|come"
    r"|came|out|presented|only|in (?:the|its|their) (?:bibliography|reference list|references|list of references)))*"
)
_STATED = (
    r"\b(?:are|were|is|was|date|dates|appeared|appear|came out|come|published|stem|printed)"
    r"(?: (?:all|back|published|dated|printed|presented))?"
)
_PRINTED = r"(?:published|printed|presented|appear|appeared|appearing)"
_NO_PAPER = r"(?<!\bpaper )(?<!\barticle )(?<!\bwork )(?<!\bstudy )(?<!\bone )"  # "... of the paper published in 2014"
_OF_YEARS = (
    # "how many references from 2013", "which 2013 papers", "how many of the works cited in ... appeared in 2017?"
    re.compile(
        rf"\b{_ASKED} (?:cited )?(?:{_WORKS}|{_ONE}){_LINK} (?P<years>{_YEARS})|\banything{_LINK} (?P<any>{_YEARS})",
        re.I,
    ),
    re.compile(rf"\b{_ASKED} (?P<plain>(?:19|20)\d\d) (?:{_WORKS})\b", re.I),
    re.compile(rf"\b{_ASKED} {_WORKS}\b[^?]*?{_NO_PAPER}{_STATED} (?P<years>{_YEARS})\W*$", re.I),
    re.compile(rf"^\W*(?:is|are) (?:any|some) (?:of the )?{_WORKS}\b[^?]*? (?P<years>{_YEARS})\W*$", re.I),
)
_EXTREME = re.compile(
    rf"\b(?:(?P<newest>most recent|newest|latest|youngest)|oldest|earliest) (?:of (?:all )?the )?(?:cited |listed )?{_WORK}\b",
    re.I,
)
_KIND = r"(?:journal|conference|workshop|preprint|arxiv|phd|doctoral)"
_NAMED = r"(?:the )?(?P<venue>[A-Z][\w&-]*(?: (?:(?:of|on|in|and|for|the) )*[A-Z][\w&-]*)*)"
_OF_VENUE = (
    # "which conference papers", "how many ACL papers", "which theses", "how many references appeared in Nature"
    re.compile(rf"\b(?i:{_ASKED}) (?P<venue>(?i:{_KIND})|[A-Z][\w&]+(?: [A-Z][\w&]+)*) {_WORKS}\b"),
    re.compile(rf"\b{_ASKED} (?P<venue>preprints|theses|dissertations|phd theses)\b", re.I),
    re.compile(
        rf"\b(?i:{_ASKED} {_WORKS} (?:(?:that|which|were|are|was|is) )*{_PRINTED} (?:in|at|by)) {_NAMED}"
    ),
    re.compile(
        rf"\b(?i:{_ASKED} {_WORKS}\b)[^?]*?{_NO_PAPER}(?i:\b(?:{_PRINTED}|are|were) (?:in|at|from)) {_NAMED}\W*$"
    ),
    re.compile(
        rf"\b{_ASKED} {_WORKS}\b[^?]*?\b(?:are|were) (?:from |in )?(?P<venue>{_KIND}s?)(?: {_WORKS})?\W*$",
        re.I,
    ),
)
# Papers that cite, not that are cited: "which papers from 2015 cite X".
_CITING = re.compile(
    rf"^(?!.*\b(?:do|does|did) [^?]*\b(?:cite|refer to)\b).*\b(?:{_WORKS}|{_ONE})(?: {_YEARS})?"
    r"(?: (?:here|in (?:this|the|my|our|your) \w+))?(?: (?:that|which|also))* (?:cite|cites|citing|refer to|refers to)\b",
    re.I,
)
# "What does the oldest work ... report?"
_OF_CONTENT = re.compile(r"\b(?:what|how|why|which [^?]*?) (?:do|does|did)\b", re.I)
_PREDATES = re.compile(r"\bpredat(?:e|es|ed|ing)\b", re.I)

_ROLES: dict[str, Role] = {
    **dict.fromkeys(("first", "lead"), "first"),
    **dict.fromkeys(("last", "senior"), "last"),
    **dict.fromkeys(("sole", "single", "only", "alone"), "sole"),
}


@dataclass(frozen=True, slots=True)
class Sought:
    """Works that a question seeks in the bibliography of a paper, for which `paper` are its words.

    They are of the author `name`, "" for any, at the place `role` in their list; `is_sure` if the name is no part of the words
    for the paper. Those of the citing paper's authors if `own`; older than the citing paper if `earlier`; of `years`; of a
    `venue`, its name or kind, "" for any.
    """

    paper: str
    name: str = ""
    role: Role = ""
    is_sure: bool = False
    own: bool = False
    earlier: bool = False
    years: YearCondition | None = None
    venue: str = ""

    @property
    def filter(self) -> WorkFilter:
        """The works that are meant."""
        years = self.years or YearCondition("", (0, 0))
        extreme: Extreme = "" if years.newest is None else "newest" if years.newest else "oldest"
        name = re.sub(r"['’]s?$", "", self.name)
        name = name if any(letter.isupper() for letter in name) else name.title()
        return WorkFilter(
            name, self.role, self.own, years.first, years.last, extreme, self.earlier, self.venue
        )


def find_sought(question: str) -> list[Sought]:
    """The readings of `question` as one for works that a paper cites, likeliest first; [] where it is another question."""
    question = _PREDATES.sub("are from before", question)
    extreme = _EXTREME.search(question)
    if not _CITES.search(question) or _CITING.search(question) or not (extreme or _ASKS.search(question)):
        return []
    years, rest = _take_years(question, extreme)
    earlier = bool(_EARLIER.search(question))
    if _THEMSELVES.search(rest):
        return [Sought(_THEMSELVES.sub(" ", rest), own=True, earlier=earlier, years=years)]
    by_venue = [Sought(plain, venue=venue, years=years) for venue, plain in _take_venue(rest)]
    are_several = bool(years or by_venue or asks_how_many(question))
    by_author = [replace(each, years=each.years or years) for each in _by_author(rest, are_several)]
    if any(each.is_sure for each in by_author):
        return by_author
    return [*by_author, *by_venue, *([Sought(rest, years=years)] if years else [])]


def _take_years(question: str, extreme: re.Match[str] | None) -> tuple[YearCondition | None, str]:
    """The years that the works are to be of, and the question without them."""
    if extreme and not _OF_CONTENT.search(question[: extreme.start()]):
        newest = bool(extreme["newest"])
        word = re.match(r"most recent|\w+", extreme[0], re.I)
        wording = word[0].casefold() if word else ""
        return YearCondition(wording, extreme.span(), newest=newest), _without(question, extreme.span())
    for pattern in _OF_YEARS:
        if match := pattern.search(question):
            name = next(name for name, text in match.groupdict().items() if text)
            text = match[name] if name != "plain" else f"from {match[name]}"
            return find_year_condition(text), _without(question, match.span(name))
    return None, question


def _take_venue(question: str) -> Iterator[tuple[str, str]]:
    """The places of publication that the works may have to be of, each with the question without it."""
    for pattern in _OF_VENUE:
        if match := pattern.search(question):
            yield match["venue"], _without(question, match.span("venue"))


def _by_author(question: str, are_several: bool) -> Iterator[Sought]:
    """The authors of whom the works may be; of one paper "by Falk" only where it is asked for: else, it is the one that cites."""
    for pattern in _BY_AUTHOR:
        for match in pattern.finditer(question):
            found = match.groupdict()
            one = re.fullmatch(_ONE, found.get("work") or "", re.I)
            if one and are_several and not _ASKED_BEFORE.search(question[: match.start()]):
                continue
            when = found.get("when") or ""
            year = re.search(r"\d{4}", when)
            yield Sought(
                _without(question, match.span()),
                found["name"],
                _ROLES.get((found.get("role") or found.get("alone") or "").strip().casefold(), ""),
                is_sure=(found["name"][0].isupper() or question.islower())
                and found.get("link") in ("by", "with"),
                earlier=bool(_EARLIER.search(when)),
                years=find_year_condition(f"from {year[0]}") if year else None,
            )


def _without(text: str, span: tuple[int, int]) -> str:
    return f"{text[: span[0]]} {text[span[1] :]}"
