"""Wordings of questions for facts of a paper's record: authors, affiliations, year, venue, counts and citations."""

from __future__ import annotations

import re
from typing import Literal

from ....papers.captions import FIGURE_LABEL
from .count_questions import COUNTED, counted_parts
from .people.person_questions import (
    asked_person,
    asked_place,
    asked_system,
    asks_for_correspondent,
    asks_for_names,
    asks_for_place_too,
    asks_where_done,
    before_others,
)
from .printed.wordings import asks_for_acknowledgements, requested_prints, without_authors_who_thank
from .section_facts import asks_for_section

Fact = Literal[
    "affiliation", "emails", "authors", "venue", "year", "references", "tables", "figures", "pages",
    "sections", "title", "doi", "abstract", "dates", "funding", "does cite", "cites what", "cited by",
    "thanks", "arxiv", "link", "keywords", "rights", "numbers", "section",
]  # fmt: skip

LONGEST_QUESTION = 1000  # characters, behind which is text that was pasted in
_PAPER = r"(?:papers?|articles?|work|works|stud(?:y|ies)|publications?|pdf|document|it|entries|one)"
_AUTHORS = re.compile(
    r"\bwho (?:wrote|authored|are the (?:authors|people behind)|is the (?:first |last |lead )?author|were the authors)\b|(?<!did the )\bauthors? (?:of|list|names)\b"
    r"|\b(?:list|name|give)(?: me)?(?: all)?(?: the)?(?: names? of(?: all)?(?: the)?)? authors\b|\bwho(?: is|'s| was) behind\b|"
    r"\b(?:how many|number of) (?:authors|people (?:wrote|authored))\b|\b(?:first|last|lead|senior|co-?) ?authors?\b|\bby whom\b(?![^?]*\b(?:funded|financed|sponsored)\b)|\bwritten by (?:whom|who)\b|^\W*authors?\b|\bwho published\b"
    rf"|\b(?:which|what) authors (?:does|do|did|has|have)\b|\bauthorship of\b|^\W*whose {_PAPER} is\b|^\W*who (?:is|was) [^?]{{2,80}} by\W*$",
    re.I,
)
_WROTE = re.compile(
    r"\b(?:who|everyone|everybody|anyone|people|persons?|researchers?|scientists?|names?)\b[^?]*?\b(?:co-?)?(?:wrote|authored|written|penned|signed|"
    r"(?:is|are|was|were) behind)\b",
    re.I,
)
# What is asked for, where it is not the authors: "what corpus did the authors of ... use", "how long did it take the authors".
_OTHER_THING = re.compile(
    r"\b(?:what|which|how|when|where|why|whether|does|do|did|is there|are there)\b(?P<thing>[^?,;]*?)(?=\b(?:do|does|did|is|are|was|were|has|"
    r"have|had|can|could|to|on|in|of|for|by)\b|[?,;]|$)",
    re.I,
)
_COPULA = re.compile(r"\b(?:what|which) (?:is|are|was|were) (?:the )?(?:\w+ ){0,4}?(?:co-?)?authors?\b", re.I)
_AUTHOR_WORD = re.compile(
    r"\b(?:co-?)?authors?\b|\bpeople\b|\bresearchers?\b|\bwriters?\b|\bpersons?\b", re.I
)
# "Is Ada Falk an author of ...", "Did Falk write the paper on ..."
_IS_AUTHOR = re.compile(
    r"^\W*(?:(?:is|was) (?P<name>[^?]+?) (?:one of the|an|the|among the|a) (?:first |last |co-?)?authors?\b"
    rf"|did (?P<writer>[^?]+?) (?:co-?)?(?:write|author)\b[^?]*\b{_PAPER}\b)",
    re.I,
)
_WHO = re.compile(r"\b(?:who|whom|whose)\b", re.I)
_YEAR = re.compile(
    r"\b(?:what|which|the) year\b(?!['’]s? \w)|\bwhen (?:was|were|did) [^?]*\b(?:publish\w*|written|printed|released|presented|appear\w*|come out|came out)\b"
    r"|^\W*(?:the )?year of\b|\bdate of (?:the )?(?:[\w-]+ ){0,4}(?:paper|article|preprint)\b"
    r"|\byear of publication\b|\bpublication (?:year|date)\b|\bhow old is\b",
    re.I,
)
# "Who wrote X and when?", "who wrote X, when exactly, and where?", "who and when wrote X?"
_AND_WHEN = re.compile(
    r"(?:\b(?:and|or)|[,;&])\s*when\b(?:,? (?:exactly|was (?:that|it|this)|(?:and|or) where))*\W*$|\bwhen and by whom\b"
    r"|^\W*who and when\b|\bwhat (?:is|was) its year\W*$",
    re.I,
)
# What happens to a paper at a conference or in a journal.
_SHOWN = r"(?:publish\w*|presented|appear\w*|come out|came out|demoe?d|demonstrated|shown|unveiled|given|delivered|printed|out)"
_VENUE = re.compile(
    r"\b(?:which|what|at which|in which) (?:\w+ )?(?:conference|journal|venue|workshop|proceedings|magazine)\b"
    r"|\b(?:give|name|state|tell|list|what)\b[^?]*\b(?:the|its) (?:journal|conference|venue|proceedings|volume|page (?:range|numbers?))\b"
    r"|\b(?:in|is|which|what) (?:what |which )?(?:volume|issue)(?: (?:and|or) (?:volume|issue|number))?(?: of [^?]+)? (?:has|have|contains?|is|was|did|does)\b"
    r"|^\W*(?:the )?(?:conference|journal|workshop|proceedings) (?:of|for) (?!\w+s\b)"
    rf"|\b{_SHOWN} where\b|\b(?:was|were|is|did)\b[^?]*\b(?:published|presented|appear) (?:at|in) (?:the )?[\w-]+(?:['’]?\d\d)? or\b|\bpeer[- ]reviewed\b"
    r"|\bin (?:what|which) (?:volume|issue)\b|\bwhere (?:was|were|did|has|is) [^?]*\b(?:publish\w*|presented|appear\w*|come out|came out)\b|\bvenue\b"
    rf"|^\W*where and\b[^?]*\b(?:presented|published)\b|\b(?:where and (?:when|in (?:what|which) year)|when and where)\b[^?]*\b{_SHOWN}\b"
    r"|\bon (?:which|what) (?:\w+ )?(?:pages|page numbers) (?:of [^?]+? )?(?:is|was|stands?|(?:does|did) [^?]*\b(?:appear|stand))\b"
    r"|\b(?:which|what) (?:city|country|town|place)(?: and (?:in )?(?:which |what )?(?:year|country))? (?:was|is|did)\b[^?]*\b(?:publish\w*|presented|appear\w*|demoe?d)\b",
    re.I,
)
# "Where was the conference of the X paper held?"
_HELD = re.compile(
    r"\b(?:where|(?:which|what) (?:city|country|town|place))\b[^?]*\b(?:conference|workshop|meeting|symposium|congress)\b"
    r"[^?]*\b(?:held|take place|took place|hosted)\b|\b(?:which|what) (?:city|country|town) (?:was|is) the (?:conference|workshop|meeting) of\b",
    re.I,
)
# What a paper is about may be people: "the article on annotators".
_TOPIC = re.compile(rf"\b(?:{_PAPER}|research|projects?) (?:on|about|of|with|for|that|which)\b[^,?]*", re.I)
# "When was the article accepted for publication?"
_HAND_IN = r"(?:submission|submitted|submitting|receipt|receiv(?:ed?|ing)|handed in|handing in)"
_PRINT = r"(?:publication|published|publishing|acceptance|accepted|print(?:ed)?)"
_DATES = re.compile(
    rf"\bwhen\b[^?]*\b{_PAPER}\b[^?]*\b(?:accepted|submitted|received|revised)\b"
    r"|\bwhen (?:was|were|did)\b[^?]*\b(?:accepted for publication|submitted to (?:the|a) journal)\b"
    r"|\b(?:acceptance|submission) date\b|\bdate of (?:acceptance|submission)\b"
    r"|\bwhen did\b[^?]*\b(?:journal|editors?|publishers?)\b[^?]*\b(?:receive|accept|get)\b"
    # "How long from submission to publication?", "in which months was it submitted and published"
    rf"|\bhow (?:long|many (?:days|weeks|months|years)|much time|quickly|fast)\b[^?]*\b{_HAND_IN}\b[^?]*\b{_PRINT}\b"
    r"|\b(?:what|which) (?:day|date|month|year)s?\b[^?]*\b(?:submitted|received|revised|handed in|accepted)\b"
    rf"|\b(?:date|month|day)s? (?:of|for) (?:the )?{_HAND_IN} and (?:of )?(?:the )?{_PRINT}\b"
    rf"|\b(?:days|weeks|months|years|time) (?:from|between) (?:the |its )?{_HAND_IN} (?:to|until|and|till) (?:the |its )?{_PRINT}\b"
    rf"|^\W*(?:the )?(?:date|day|month)s?\b[^?]*\b{_HAND_IN}\b[^?]*\b(?:and|until|to)\b[^?]*\b{_PRINT}\b"
    rf"|\bsubmission and (?:publication|acceptance) (?:date|month)s?\b",
    re.I,
)
_FUNDING = re.compile(
    rf"\bwho (?:paid|funded|financed|sponsored|funds|sponsors)(?: for)?(?: (?!(?:of|in|for|from|on)\b)[^\s?]+){{0,4}}? "
    rf"(?:{_PAPER}|research|project)\b|\bwho (?:paid for|funded|financed|sponsored|funds|sponsors) (?-i:[A-Z])[\w-]+\W*$"
    rf"|\b(?:by whom|how|was|were|is|are)\b [^?]*\b(?:{_PAPER}|research|project)\b[^?]*\b(?:funded|financed|sponsored|supported by (?:any |a |an |the )?(?:[\w-]+ ){{0,2}}(?:grants?|funds?|funding|(?-i:[A-Z]{{2,}})))\b"
    r"|\b(?:(?:did|does|has) )?(?:anybody|anyone|somebody|someone|any (?:agency|company|foundation|organi[sz]ation)) (?:fund|finance|sponsor|pay for|support)(?:ed|d|s)?\b"
    r"|(?:\b(?:what|which) (?:is|are|was|were) (?:the )?(?:[\w-]+ ){0,3}?)?(?:\bgrant (?:numbers?|nos?\b|ids?\b|codes?)"
    r"|\bfunding (?:sources?|agenc(?:y|ies)|bod(?:y|ies)|statement)\b)|^\W*(?:the )?funding (?:of|for)\b"
    rf"|\b(?:which|what) (?:[\w-]+ )?(?:organi[sz]ations?|institutions?|compan(?:y|ies)) (?:paid for|funded|financed|sponsored)\b[^?]*\b(?:{_PAPER}|research|project)\b"
    rf"|\bunder (?:which|what) (?:[\w-]+ )?(?:grant|contract|programme?)\b[^?]*\b(?:{_PAPER}|research)\b"
    r"|\b(?:which|what|whose) (?:[\w-]+ ){0,2}(?:grants?|contracts?|funding|funders?|agenc(?:y|ies)|foundations?|sponsors?|fellowships?|awards?)\b[^?]*"
    r"\b(?:fund|support|pay|paid|financ|sponsor|behind|acknowledg)\w*",
    re.I,
)
# "Full citation of ...", "how do I cite ...", but no "full reference list" and no "bibliographic data used".
_CITATION = re.compile(
    r"^(?!.*\b(?:do(?:es)?|did) (?!i\b|you\b|we\b|one\b)).*(?:\bcitation (?:for|of)\b"
    r"|\b(?:(?:full|complete|bibliographic) (?:citation|reference)|bib(?:tex|liographic)(?: (?:entry|data|details))?)(?= (?:for|of|please)\b|\W*$)"
    r"|\bhow (?:do|should|would|can|to) (?:(?:i|we|one|you) )?cite\b)",
    re.I,
)
# "From which conference are most queries?" asks for one of several.
_RANKS = re.compile(
    r"^(?!.*\b(?:publish\w*|presented|appear\w*)\b).*(?<![\w-])(?:most|least|fewest|largest|smallest|highest|lowest)(?![\w-])",
    re.I,
)
_AFFILIATION = re.compile(
    r"\baffiliat\w+|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?|laborator\w+|employers?)(?:'s \w+)? (?:do|does|did|is|are|was|were)\b[^?]* (?:at(?= in\b|\W*$)|give|list|work for|belong to)\b"
    r"|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?) (?:is|are|was|were) [^?]* from\W*$"
    r"|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?|organi[sz]ations?|affiliations?)\b[^?]*\b(?:authors?|wrote|written|behind)\b"
    r"|\b(?:which|what) (?:(?!of\b)[\w-]+ ){1,2}?(?:universit\w+|institut\w+|compan\w+|labs?|organi[sz]ations?) (?:come|comes|do|does|did"
    r"|are|is|were|was)\b[^?]*\b(?:authors?|wrote|written|behind)\b"
    r"|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?|organi[sz]ations?) (?:is|are|was|were|does|do) (?:he|she|they)\b"
    r"|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?|organi[sz]ations?)(?: (?:and|or) \w+)? (?:are|were|is|was|took) "
    r"(?:involved|represented|part) in\b"
    # "the university of the first author", "what country are the authors from", "to which department does the author belong"
    r"|\b(?:universit(?:y|ies)|institut(?:ion|e)s?|compan(?:y|ies)|employers?|labs?|departments?|countr(?:y|ies)|cit(?:y|ies)|workplaces?) of "
    r"(?:the |all )*(?:[\w-]+ )?(?:co-?)?authors?\b"
    r"|\b(?:which|what) (?:countr(?:y|ies)|cit(?:y|ies)|departments?) (?:do|does|did|is|are|was|were)\b[^?]*\bauthors?\b"
    r"|\bauthors?\b[^?]*\bfrom (?:academia|industry)\b"
    r"|\bwhere (?:do|did|does|are|were|was|is) the (?:first |last )?authors?\b[^?]*\b(?:work|from|based|employed|located)\w*",
    re.I,
)
_EMAIL = re.compile(
    r"\be-?mails?\b[^?]*\b(?:address\w*|authors?|contact|given for)\b|\bcontact (?:address|the authors?)\b|\b(?:authors?|corresponding)\b[^?]*\be-?mails?\b"
    r"|\bmail (?:address|id)\w*|^\W*(?:(?:what|which)(?: is|['’]s| are)?|give|tell|show|list)?(?: me)? ?(?:the )?e-?mails? (?:of|for)\b"
    r"|\bcontact (?:e-?mails?|details|information|data)\b|\bwhom? (?:should|can|do|must) (?:i|we|one) (?:write|turn|mail) to about\b"
    r"|\b(?:which|what) e-?mails? (?:do|does|is|are)\b[^?]*\b(?:gives?|given|lists?|listed|states?|prints?|printed|provided?)\b"
    r"|['’]s? (?:e-?)?mails?(?= (?:in|on|of|from|and)\b|\W*$)"
    r"|\b(?:reach|contact|write(?: to)?)\b[^?]*\b(?:by|via|per|through|over) (?:e-?)?mail\W*$",
    re.I,
)
_MAIL = re.compile(r"\be-?mails?\b", re.I)
_TITLE = re.compile(
    rf"\b(?:what|which|tell|give|name)\b[^?]*\b(?:full )?titles? of (?:the |this |that )?(?:\S+ )*?{_PAPER}\b|^\W*(?:the )?(?:full )?title of\b|\bwhat (?:is|was) (?:the )?\S+ {_PAPER} (?:called|titled|entitled)\b"
    rf"|\bwhat(?:'s| is| are) the (?:paper|article)'s (?:full )?title\b",
    re.I,
)
_DOI = re.compile(
    r"\b(?:which|what|give|tell|show|the)\b[^?]*\bDOI\b|^\W*(?:the )?doi\b|\bdoi (?:of|for)\b|\bdoi(?: please| number)?\W*$",
    re.I,
)
_ABSTRACT = re.compile(
    r"\b(?:what (?:does|is|says)|show|print|give|read|quote)\b[^?]*(?<!without )(?<!without the )(?<!w/o )(?<!minus )"
    r"\babstracts?\b(?= (?:of|for|from|say)\b|\W*$)",
    re.I,
)
# "Summarize the paper about X", "What is the X paper about?": without a model, the paper's own summary.
_SUMMARY = re.compile(
    rf"^\W*(?:(?:please|can you|could you)\s+)*(?:summari[sz]e|(?:give|write|show|tell)\b[^?]*?\b(?:summary|overview|gist)\b|(?:(?:an?|the|short|brief)\s+)*"
    rf"(?:summary|overview)\s+of|tl;?dr)\b|\bwhat(?: is|'s)\b[^?]*\b{_PAPER}\s+(?:(?:by|of|from) [^?]+ )?(?:all\s+)?about\W*$|\bwhat is (?:the )?(?:gist|main (?:idea|point))\b",
    re.I,
)
# What is asked for, where it is papers: "which of these papers", "how many other works", "who".
_ASKED_PAPERS = rf"\b(?:who|(?:which|what|how many)(?: (?:of (?:the|these|those|my|our)|other|more|else|[\w-]+)){{0,2}}? {_PAPER}|(?:which|what|how many)(?= (?:of (?:these|them|those)|cites?|else|others?)\b))\b"
_CITED_BY = re.compile(
    rf"{_ASKED_PAPERS}[^?]*(?:(?<!-)(?<!\bon )(?<!\bfor )(?<!\bin )\b(?:cites?|citing|refers? to)\b|\b(?:papers?|works?|articles?|who|they) references?\b)|\bcited by (?:which|what|whom|how many)\b|^\W*{_PAPER} (?:that|which) cite\b",
    re.I,
)
# "Is X cited by anyone here?", "Is there a paper here that cites X?", "which papers have X in their bibliography?", "which paper cites X, and who wrote it?"
_WHO_CITES = re.compile(
    rf"^\W*(?:(?:is|are) there|(?:do|does|did) (?:any|some)|(?:has|have) any)\b[^?]*?\b{_PAPER}\b[^?]*\b(?:cites?|citing|cited|refers? to)\b"
    rf"|{_ASKED_PAPERS}[^?]*\b(?:has|have|lists?|includes?|with) [^?]+ (?:in|among|on) (?:their|its|the) (?:bibliograph\w+|references?\b|reference lists?)"
    rf"|{_ASKED_PAPERS}(?: (?:here|in (?:this|the|my|our) \w+))? references? (?-i:[\"“‘A-Z])"
    rf"|{_ASKED_PAPERS}[^?]*(?<!-)\bcites? [^?]+\band (?:who (?:wrote|authored)|by whom)\b"
    r"|^\W*(?:is|are|was|has) [^?]+ cited (?:by|in) (?:any\w*|some\w*|which|what|how many)",
    re.I,
)
_CITES_WHAT = re.compile(
    rf"{_ASKED_PAPERS}[^?]*\b(?:cited by|in the (?:reference list|bibliography|references) of|does [^?]* cite|do [^?]* cite)\b"
    r"|\b(?:which|what) (?:does|do) [^?]*\bcite\W*$",
    re.I,
)
_CLUSTER = r"(?:this|the|my|our|your) (?:library|cluster|collection|folder)"
# "How many of X's references are in this library?", "Which of the works that X cites do we have?"
_IN_CLUSTER = re.compile(
    r"\b(?:which|what|how many|list)\b[^?]*\b(?:references|bibliograph\w+|cited|cites?|entries)\b[^?]*"
    rf"(?:\b(?:is|are) (?:also |themselves )?(?:(?:contained |included |held |found )?in|part of) {_CLUSTER}"
    rf"|\b(?:is|are) (?:also |themselves )?here\W*$|\b(?:do|does) (?:we|i|you|{_CLUSTER}) (?:also )?(?:have|hold|contain)\b)",
    re.I,
)
_PRINTED: tuple[tuple[Fact, re.Pattern[str]], ...] = (
    ("title", _TITLE),
    ("doi", _DOI),
    ("abstract", _ABSTRACT),
)
_OTHER: tuple[tuple[Fact, re.Pattern[str]], ...] = (("dates", _DATES), ("funding", _FUNDING))
# "Journal, volume and pages of ...", "authors and year of ...": a list of at least two facts of a paper.
_LISTED: tuple[tuple[Fact, str], ...] = (
    ("affiliation", r"affiliations?|institut(?:ion|e)s?|universit(?:y|ies)|employers?|compan(?:y|ies)|labs?"),
    ("emails", r"e-?mails?(?: address(?:es)?)?"),
    ("authors", r"authors?"),
    ("title", r"(?:full )?title"),
    ("venue", r"venue|conference|journal|workshop|proceedings|volume|issue|pages|page (?:numbers?|range)"),
    ("year", r"(?:publication )?year|date"),
    ("doi", r"doi"),
    ("arxiv", r"arxiv (?:ids?|number|identifier)"),
    *((name, rf"(?:number|count) of {name}|{name.removesuffix('s')} count") for name in COUNTED),
)
_NOUN = "|".join(words for _, words in _LISTED)
_WHOSE = r"(?:the |his |her |its |their )?"
_NOUNS = rf"{_WHOSE}(?P<nouns>(?:{_NOUN})(?:(?:, and|,| and| &| \+) {_WHOSE}(?:{_NOUN}))+)"
_LIST_OF_FACTS = re.compile(
    rf"^\W*(?:(?:what|which) (?:is|are|was|were) |(?:give|name|list|tell)(?: me)? )?{_NOUNS} (?:of|for)\b",
    re.I,
)
# "... the editorial on rain - journal, volume and pages?"
_LIST_BEHIND = re.compile(rf"(?:[-–—:;?.] |, ){_NOUNS}(?: please)?\W*$", re.I)
_BETWEEN_NOUNS = re.compile(rf"(?:, and|,| and| &| \+) {_WHOSE}", re.I)
_ASKS = re.compile(r"\b(?:who|which|what|how|why|do|does|did)\b", re.I)
_DOES_CITE = re.compile(r"^\W*(?:does|do|did|is|are)\b[^?]*\b(?:cites?|cited by|refers? to)\b", re.I)


def requested_facts(question: str) -> tuple[Fact, ...]:
    """The facts of the record that the beginning of `question` asks for, in a fixed order; () if it asks for something else."""
    question = question[:LONGEST_QUESTION]
    facts: list[Fact]
    listed = _LIST_OF_FACTS.search(question) or (
        None if _ASKS.search(question) else _LIST_BEHIND.search(question)
    )
    if listed:
        nouns = _BETWEEN_NOUNS.split(listed["nouns"])
        facts = [fact for fact, words in _LISTED if any(re.fullmatch(words, noun, re.I) for noun in nouns)]
        # "Venue and year of X, and the first author"
        more = "authors" not in facts and _AUTHORS.search(question[listed.end() :])
        return ("authors", *facts) if more else tuple(facts)
    if _WHO_CITES.search(question):
        return ("cited by",)
    if _IN_CLUSTER.search(question):
        return ("cites what",)
    if asks_for_acknowledgements(question) and not _FUNDING.search(question):
        return ("thanks",)
    if _CITATION.search(question):
        return ("authors", "venue")
    if asks_for_section(question):
        return ("section",)
    facts = []
    if _EMAIL.search(question) and not _concerns_others(question):
        facts.append("emails")
    elif asks_for_correspondent(question) and _MAIL.search(question):
        facts += ["authors", "emails"]
    elif asked_place(question):
        facts.append("affiliation")
    else:
        facts += _facts_of_people(without_authors_who_thank(question))
    facts += [name for name, pattern in _PRINTED if pattern.search(question)]
    if not facts and asks_for_summary(question):
        return ("abstract",)
    facts += [name for name, pattern in _OTHER if _asks_first(question, pattern)]
    if "funding" in facts and _concerns_others(question):
        facts.remove("funding")
    facts += [name for name in requested_prints(question) if name != "thanks" or "funding" not in facts]
    if (_VENUE.search(question) or _HELD.search(question)) and not _RANKS.search(question):
        facts.append("venue")
    elif ("arxiv" not in facts and _YEAR.search(question)) or (
        "authors" in facts and _AND_WHEN.search(question)
    ):
        facts.append("year")
    facts += counted_parts(question)
    if _DOES_CITE.search(question):
        return ("does cite", *facts)
    if not facts and _CITES_WHAT.search(question):
        return ("cites what",)
    if not facts and _CITED_BY.search(question):
        return ("cited by",)
    return tuple(facts)


def _asks_first(question: str, pattern: re.Pattern[str]) -> bool:
    """True if `question` asks for what `pattern` finds, and for nothing before it."""
    match = pattern.search(question)
    return match is not None and not _ASKS.search(question[: match.start()])


def _concerns_others(question: str) -> bool:
    """True if `question` speaks of people who are not the authors, before the authors and not only as what a paper is about."""
    plain = _TOPIC.sub(" ", question)
    before = before_others(plain)
    return before != plain and not (_AUTHOR_WORD.search(before) or _WROTE.search(before))


def _facts_of_people(question: str) -> list[Fact]:
    """The authors, where they work, or both."""
    names = _asks_for_authors(question)
    if not names and before_others(question) != question:
        return []
    if _AFFILIATION.search(question):
        return ["authors", "affiliation"] if names or _WROTE.search(question) else ["affiliation"]
    if names:
        return ["authors", "affiliation"] if asks_for_place_too(question) else ["authors"]
    return ["affiliation"] if asked_person(question) or asks_where_done(question) else []


def _asks_for_authors(question: str) -> bool:
    """True if the authors are what is asked for, and not only who did what is asked for."""
    if (
        asked_author(question)
        or asks_for_names(question)
        or asks_for_correspondent(question)
        or asked_system(question)
    ):
        return True
    if not (_AUTHORS.search(question) or _WROTE.search(question)):
        return False
    if _WHO.search(question) or _COPULA.search(question):
        return True
    other = _OTHER_THING.search(question)
    return other is None or bool(_AUTHOR_WORD.search(other["thing"]))


def asked_author(question: str) -> str | None:
    """The name of whom `question` asks whether they wrote a paper; None if it asks no such thing."""
    match = _IS_AUTHOR.search(question)
    return (match["name"] or match["writer"]) if match else None


def asks_for_summary(question: str) -> bool:
    """True if `question` asks what a paper, or a subject in one, is about as a whole; not for a figure."""
    return bool(_SUMMARY.search(question)) and not FIGURE_LABEL.search(question)


def names_a_paper(question: str) -> bool:
    """True if `question` has a word for a paper: "the article about ..."."""
    return bool(re.search(rf"\b{_PAPER}\b", question, re.I))
