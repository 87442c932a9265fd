"""Wordings of questions for the people of a paper: their names, their order, and where they work."""

from __future__ import annotations

import re

_INSTITUTION = (
    r"(?:universit\w+|institut\w+|compan\w+|labs?|laborator\w+|employers?|organi[sz]ations?|affiliations?"
    r"|departments?|college)"
)
_ASKED_INSTITUTION = rf"(?:which|what|whose|his|her|their) (?:\w+ )?{_INSTITUTION}"
_AUTHOR_LIST = (
    r"(?:author(?:s|ship)?(?:['’]s?)?(?:[ -](?:list|line|block))?|authors|byline|list of (?:the )?authors)"
)
_PERSON = r"(?:this|that|the) (?:person|author|researcher|scientist)s?"
# A second clause of a question for authors: "and where do they work", "+ affiliation".
_AND_PLACE = re.compile(
    rf"\b{_ASKED_INSTITUTION}\b"
    rf"|(?:\band|\+|&|,) (?:the |his |her |their )?{_INSTITUTION}(?: names?)?(?: of (?:\w+ ?){{1,3}})?\W*$"
    rf"|\bwhere (?:do|does|did|are|is|were|was|from)? ?(?:they|he|she|{_PERSON})\b"
    r"|\b(?:his|her|their|the) employers?\b|\baffiliat\w+"
    r"|\b(?:he|she|they) (?:(?:is|are|was|were) )?(?:work\w*|employed|based|come|comes|from)\b",
    re.I,
)
# Those who took part in what a paper reports.
_OTHERS = re.compile(
    r"\b(?:annotators?|participants?|raters?|judges|students?|workers?|users?|volunteers?|patients?|children|speakers?|readers?)\b",
    re.I,
)
_SEAT = r"(?:affiliation|institution|institute|university|employer|city|town|country|department|lab|laboratory|company|workplace)"
_CAPITALS = r"[A-Z][\w.’-]*(?: [A-Z][\w.’-]*){0,3}"
_AUX = r"(?:do|does|did|is|are|was|were)"
_NAME = r"(?P<name>(?!the\b|its?\b|an?\b|behind\b|used\b|involved\b)(?:[\w.'’-]+ ){0,3}?[\w.'’-]+)"
# "For whom was Ada Falk working when ...", "Where does Falk work?", "With which university was Falk when ..."
_PERSON_AT = (
    re.compile(rf"\b(?:for|with) (?:whom|what|which \w+) {_AUX} {_NAME} (?:work|employed|affiliated)", re.I),
    re.compile(
        rf"\b(?:[Ww]here|WHERE) {_AUX} (?=[A-Z]){_NAME}(?:, [^,?]+,)? (?:work|employed|based|affiliated)"
    ),
    re.compile(
        rf"\b(?:which|what) {_INSTITUTION} {_AUX} {_NAME}(?: (?:from|when|while|at the time|work\w*)|\W*$)",
        re.I,
    ),
    # "the university and city of Ada Falk at the time of", "Falk's department": a name has a capital
    re.compile(
        rf"\b(?:{_SEAT})(?:(?:,| and| &|, and) (?:the )?(?:{_SEAT}))* (?:of|for) (?P<name>{_CAPITALS})"
        r"(?= (?:at the time|when|while|in|for|from|as|on|and|given)\b|[,:;(]|\W*$)"
    ),
    re.compile(rf"(?P<name>{_CAPITALS})['’]s? (?:own |home |then |former )?(?:{_SEAT})\b"),
    re.compile(
        rf"\b(?i:which|what) (?:city|town|country|state) {_AUX} (?P<name>{_CAPITALS}) "
        r"(?:in|at|from|work\w*|based|when|while|located)\b"
    ),
)
# "Where was the work done?", "at which company did the first author do this work?"
_DONE = r"(?:done|conducted|performed|carried out|undertaken|completed)"
_WORK = r"(?:work|research|project)"
_WHERE_DONE = re.compile(
    rf"\b(?:where (?:do|does|did|is|was|were|has|had)|(?:which|what) (?:\w+ )?{_INSTITUTION})\b[^?]*\b"
    r"(?:(?:do|conduct|perform|carry out|undertake|complete) "
    rf"(?:this|the|that|his|her|their) (?:[\w-]+ )?{_WORK}\b|{_WORK}\b[^?]*\b{_DONE}\b"
    rf"|{_DONE} (?:this|the|his|her|their) {_WORK}\b"
    r"|hosted\b[^?]*\bauthors?\b)",
    re.I,
)
# "Which of the X authors is from UC Berkeley?", "How many authors of X work at MIT?", "Are there authors from MIT in X?"
_AT = r"(?:from|at|for|with|to|affiliated with|employed (?:by|at)|based (?:at|in))(?= (?!which|what))"
_AT_PLACE = re.compile(
    r"\b(?:which|who|how many)\b[^?]*\b(?:co-?)?(?:authors?|writers?)\b(?: of [^?]*?)? "
    rf"(?:is|are|was|were|works?|worked|comes?|belongs?|sits?|stud(?:y|ies|ied)|teach(?:es)?) {_AT} (?P<place>[^?]+?)\W*$"
    r"|^\W*(?:who|which (?:authors?|people|researchers?)) (?:from|at) (?P<from>(?-i:[A-Z])[^?]+?) (?:co-?)?(?:wrote|authored)\b"
    rf"|^\W*(?:is|are|was|were) (?:there |any |some )*(?:of the )?(?:co-?)?authors? (?:of [^?]+? )?{_AT} (?P<any>[^?]+?)"
    r"(?: (?:in|on|among|behind) (?:the |its )?[^?]*)?\W*$",
    re.I,
)
_ORDINALS = {
    **{"first": 0, "lead": 0, "leading": 0, "heads": 0, "leads": 0, "second": 1, "third": 2},
    **{"last": -1, "final": -1, "senior": -1, "closes": -1, "ends": -1},
}
_RANK = r"(?P<rank>first|lead|leading|second|third|last|final|senior)"
_POSITIONS = (
    re.compile(rf"\b{_RANK}[ -](?:listed |named )?(?:co-?)?author\b", re.I),
    re.compile(
        rf"\b(?:who|which)\b[^?]*?(?:['’]s|\b(?:listed|named|comes?|is|stands|appears|mentioned)) (?:the )?{_RANK}\b"
        rf"[^?]*\b{_AUTHOR_LIST}(?!\w)",
        re.I,
    ),
    re.compile(rf"\bwho\b[^?]*\b(?P<rank>heads|leads|closes|ends)\b[^?]*\b{_AUTHOR_LIST}(?!\w)", re.I),
)
# "Names of the three people behind X", "names of the authors".
_NAMES = re.compile(
    r"\b(?:names?|who) (?:of |are )?(?:all )?(?:the )?(?:\w+ )?"
    r"(?:people|persons?|authors|researchers|scientists|writers) (?:behind|of|who|that|on)\b",
    re.I,
)
# A title or a name with nothing but what is asked for: '"Rain on Mars" - the four authors?'
_BARE = re.compile(r"(?:^|[-–—:,;”\"'] ?)\W*(?:the )?(?:\w+ )?authors(?: please)?\W*$", re.I)
_ASKS = re.compile(
    r"\b(?:who|whom|whose|what|which|how|when|where|why|do|does|did|is|are|was|were|can|could|has|have)\b",
    re.I,
)
# "Who made the DCNN ...": of a system by its name, but not of what is in a paper.
_MAKER = re.compile(
    r"\b[Ww]ho (?:has |have |had )?(?:made|created|built|developed|designed|invented|introduced|proposed|came up with|devised)"
    r"(?: the)? (?P<name>[A-Z][\w-]*|[a-z][\w-]*[A-Z\d][\w-]*)"
)
_PEOPLE = r"(?:authors?|people|persons?|researchers?|scientists?|names?|writers?|contributors?)"
_HOW_MANY_PEOPLE = re.compile(
    rf"\b(?:how many|number of|count of) (?:\w+ )?{_PEOPLE} (?:(?:are|is|were|there|have|had|has) )*"
    rf"(?:(?:listed |named )?(?:on|in|among) (?:the |its )?[^?]*?\b{_AUTHOR_LIST}(?!\w)"
    r"|signed|(?:co-?)?(?:wrote|written|authored)|behind)\b",
    re.I,
)

_CORRESPONDENT = re.compile(
    r"\b(?:corresponding|contact) (?:author|person|one)\b|\bauthors? (?:for|of) correspondence\b"
    r"|\b(?:to )?whom\b[^?]*\b(?:correspondence|letters|inquiries|enquiries)\b|\bas (?:the )?corresponding\b",
    re.I,
)


def asks_for_names(question: str) -> bool:
    """True if `question` asks for the authors of a paper in other words than for its "authors"."""
    patterns = (_NAMES, _HOW_MANY_PEOPLE, *_POSITIONS[1:])
    is_bare = _BARE.search(question) and not _ASKS.search(question)
    return bool(is_bare) or any(pattern.search(question) for pattern in patterns)


def asked_system(question: str) -> str | None:
    """The name of the system of which `question` asks who made it; None if it asks no such thing."""
    match = _MAKER.search(question)
    return match["name"] if match else None


def asked_position(question: str) -> int | None:
    """Index of the author by whose place in the list `question` asks, -1 for the last; None if it asks for no single one."""
    found = (pattern.search(question) for pattern in _POSITIONS)
    return next((_ORDINALS[match["rank"].casefold()] for match in found if match), None)


def asks_for_place_too(question: str) -> bool:
    """True if `question`, which asks for authors, asks where they work as well."""
    return bool(_AND_PLACE.search(question))


def before_others(question: str) -> str:
    """The part of `question` before a word for people who are not the authors; all of it where it has none."""
    return _OTHERS.split(question)[0]


def asks_for_correspondent(question: str) -> bool:
    """True if `question` asks for the author to whom letters go."""
    return bool(_CORRESPONDENT.search(question))


def asks_where_done(question: str) -> bool:
    """True if `question` asks where the work that a paper reports was done, which need not be where its authors work."""
    return bool(_WHERE_DONE.search(question))


def asked_person(question: str) -> str | None:
    """The words for the person of whom `question` asks where they work; None if it asks no such thing."""
    found = (pattern.search(question) for pattern in _PERSON_AT)
    return next((match["name"] for match in found if match), None)


def asked_place(question: str) -> str | None:
    """The institution of which `question` asks which author is from there; None if it asks no such thing."""
    match = _AT_PLACE.search(question)
    return (match["place"] or match["from"] or match["any"]).strip() if match else None
