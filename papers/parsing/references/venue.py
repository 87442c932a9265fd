"""Parse the place of publication in a bibliography entry: venue, volume and pages."""

from __future__ import annotations

import re

from ...types import PublicationPlace

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_LITTLE = (
    r"(?:of|the|on|in|for|and|und|der|des|für|de|la|du|et|e|y|del|di|da|to|a|&|an|zur|zum|van|voor|het|i|w)"
)
_NAME_WORD = rf"(?:{_CAPITAL}[\w.'’&/-]*|{_LITTLE}(?=[\s,])|&|\d+(?:st|nd|rd|th)\b)"
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
_VOLUME = rf"(?:(?:vol(?:ume)?|bd|band|jg|t|tome|v|n|no|nr|issue|heft|h)\b\.?\s*)?(?!{_YEAR}\b)[A-Z]?\d{{1,4}}[A-Z]?"
_KNOWN = re.compile(
    rf"\s*[\[(]?(?:in\s*:\s|in\s+(?:the\s+)?(?:{_CAPITAL}|\d{{1,4}}(?:st|nd|rd|th)?\s|[“\"])|dans\s*:|//"
    r"|(?:ar|bio|med|chem|psy)xiv\b|corr\b|ssrn\b|e-?prints?\b|(?:the\s+)?(?-i:[PJ])(?:roc(?:eedings|\.)|ournal)\b"
    r"|proc\b|(?-i:J)\.\s|zeitschrift\b|revue\b|revista\b|rivista\b"
    r"|annals?\b|ann\.|archiv(?:es)?\b\s|bulletin\b|advances in\b|adv\.|trans(?:actions\b|\.)|(?-i:IEEE|ACM|LNCS|LNAI"
    r"|AAAI|NIPS|NeurIPS|ICML|ICLR|EMNLP|NAACL|CVPR)\b"
    r"|[\w .-]{0,30}?\b(?:ph\.?\s?d\.?|doctoral|master(?:['’]?s)?|bachelor(?:['’]?s)?|diploma"
    r"|m\.?sc\.?)[\s-]*(?:thesis|dissertation)|(?:dissertation|thesis|diss\.)\b"
    r"|tech(?:nical|\.)\s+rep|working paper|discussion paper|research report|lecture notes|unpublished|manuscript|preprint\b"
    r"|submitted to|to appear|accepted (?:at|for|to)|available|accessed|retrieved|online\b|url\b|https?:|doi\b|www\."
    r"|vol\.|pp\.|\d+(?:st|nd|rd|th) (?:ed|edition)\b"
    r"|[\w&. ]{0,40}\b(?-i:Press|Verlag|Publishers?|Publications|Publishing|Springer|Wiley|Elsevier|Routledge"
    r"|Suhrkamp|Academic|Sage|SAGE|Addison-Wesley|McGraw-Hill)\b)",
    re.IGNORECASE,
)
_STRONG_AFTER_COMMA = re.compile(
    rf"\s*(?:in\s*:\s|(?-i:in)\s+(?:the\s+)?(?:\d{{1,4}}(?:st|nd|rd|th)?\s|(?-i:{_CAPITAL})|“|\")|//|(?:ar|bio)xiv\b|corr\b"
    r"|(?-i:Proc(?:eedings|\.)|Journal|Zeitschrift|Trans(?:actions|\.)|Advances in|Annals|Lecture Notes|IEEE Trans\w*"
    r"|ACM Trans\w*)"
    r"|(?:ph\.?\s?d\.?|doctoral|master(?:['’]?s)?)[\s-]*(?:thesis|dissertation)|tech(?:nical|\.)\s+rep|working paper"
    r"|unpublished|submitted|to appear|https?:|doi\b|vol\.|pp?\.\s?\d"
    rf"|(?-i:(?:{_CAPITAL}[\w&.-]*\s+){{0,4}}(?:Press|Verlag|Publishers?|Publishing|Springer|Wiley|Elsevier|Routledge))\b)",
    re.IGNORECASE,
)
_SENTENCE_JOURNAL = re.compile(
    rf"\s*{_CAPITAL}\w+(?:\s[a-z&]+){{0,4}},?\s+{_VOLUME}\s*(?:\(\d+[^()]{{0,6}}\))?\s*[,:]\s*(?:pp?\.?\s?)?\d+(?:\s?[–-]|[,.])"
)
_IN_BRACKETS = re.compile(
    rf"\((?:{_CAPITAL}[^()]{{2,60}}:\s?[^()]{{2,60}}?,?\s*{_YEAR}\)|{_CAPITAL}[\w.&’' ]{{2,50}},\s*{_YEAR}\)"
    rf"|[^()]{{0,40}}\b(?:Press|Verlag|Publishers?|Springer|Wiley|Inc|Elsevier|Routledge)\b[^()]{{0,30}}\))"
)
_PUBLISHER = re.compile(
    rf"\s*(?:{_CAPITAL}[\w.'’-]*(?:[\s,/]+(?:{_CAPITAL}[\w.'’-]*|am|im|an der|a\.)){{0,4}}\s?:\s{_CAPITAL}"
    rf"|{_CAPITAL}[\w&.'’-]*(?:\s+(?:{_CAPITAL}[\w&.'’-]*|and|&)){{0,5}},?\s*(?:\({_YEAR}\)|{_YEAR})\s*\.?\s*$)"
)
_DATE = re.compile(rf"\s*(?:\(?{_YEAR}\)?\s*[.,;:]?\s*(?:$|[A-Z]|\d|https?:|doi)|\(?{_YEAR}\)?\.)")
_ALONE = re.compile(r"\s*(?:in:\s|in\s+[^\W\d_a-z\"“])")
# Everything after the authors and the year, in entries without a title:
# "ApJ, 512, 34", "Physical Review Letters, 62, 1201", "arXiv:1706.03762".
_WHOLE = re.compile(
    rf"\s*(?!\D*\w{{6}}\.\s)(?:{_CAPITAL}[\w.&’'-]*(?:\s{_NAME_WORD}){{0,6}},?\s{_VOLUME}\s*(?:\(\d+\))?\s*[,:]\s*(?:pp?\.\s?)?"
    r"[A-Z]?\d+(?:\s?[–-]\s?[A-Z]?\d+)?|ar[Xx]iv(?:\se-?prints?)?\s?[:,]\s?[\w./-]+)"
    rf"\s*(?:[\[(][\w./-]+[\])])?\s*(?:[.,;]?\s*$|[.,;]\s*(?:https?:|doi|ar[Xx]iv|\())"
)

_LEAD = re.compile(
    r"^[\s.,;/]*(?:\d+\.?\s*(?:Aufl(?:age)?|ed(?:ition)?"
    r"|rev\. ed)\b[.,]?\s*)?(?:\[[^\[\]]{2,40}\]\.?\s*)?(?:(?:pages?|pp?\.|S\.)\s*[\d–-]+\s*(?=of\b|in\b))?"
    r"(?:(?:in|dans|of(?=:))\b:?\.?\s*|//\s*)?",
    re.IGNORECASE,
)
_IDENTIFIERS = re.compile(
    r"https?://\S+|\b10\.\d{4,9}/\S+|\barxiv:?\s?(?:abs/)?\d\S+|\b(?:doi|isbn|issn):?\s?[\d-]\S*",
    re.IGNORECASE,
)
_PAGE = r"[A-Za-z]{0,2}\d+(?:\.\d+)?[A-Z]?(?!\w)"
# In this order: pages with a word such as "pp.", a range, a number after a volume and a colon, an article number after
# a comma, a number at the end.
_PAGES = (
    re.compile(rf"\b(?:pp?|PP?|[Pp]ages?|S|Seiten|с|стр|С)\b\.?\s*({_PAGE}(?:\s?[–—-]+\s?{_PAGE})?)"),
    re.compile(rf"(?<=[:,;\s])({_PAGE}\s?[–—-]+\s?{_PAGE})(?![\d/]|[–-]\d)"),
    re.compile(rf"\d\)?\s?:\s?({_PAGE})"),
    re.compile(rf"\d\s*(?:\(\d+\))?,\s(?:\({_YEAR}\),?\s)?(?!{_YEAR})([eA-Z]?\d{{2,}}[A-Z]?)(?=[,.;\s)]|$)"),
    re.compile(rf"[,)]\s(?!{_YEAR}\.?$)({_PAGE})\s*\.?$"),
)
_NAMED_VOLUME = re.compile(
    r"\b(?:vol(?:ume)?|bd|band|jg|jahrgang|tome|т)\b\.?\s*(?P<number>[A-Z]?\d+[A-Z]?|[IVXL]+\b)"
    r"|(?<=[,.\s])[vVtT]\.\s?(?P<short>\d+)",
    re.IGNORECASE,
)
_PLAIN_VOLUME = re.compile(
    rf"(?<![\w./’'-])(?!{_YEAR}\b)(?P<number>[A-Z]?\d{{1,4}}[A-Z]?)(?=\s*\(|\s*[:,;]\s*(?:\("
    rf"|[A-Za-z]{{0,4}}\.?\s?[A-Z]?\d)|\s+\(?(?:no|nr|n|pp?)\b\.?|\s+\d+(?:[–-]|\b)|\s*[,.]\s*(?:S|H)\.|\s*$|\.\s)"
)
_VENUE_CUT = re.compile(
    rf"(?:[,.;]?\s*[\[(]?\b(?:pp?\.?\s?\d|pages?\s|S\.\s?\d|vol(?:ume)?\b\.?\s*\d|vol\b|bd\.|jg\.|no\.|nr\.|url\b"
    rf"|doi\b|https?:|arxiv:|abs/|eds?\b\.|edited by|hrsg|special issue|https?|(?<=[.,;(]\s)(?:accessed|retrieved))"
    rf"|[,.;]\s+\(?{_YEAR}\b|\s\(?{_YEAR}\b(?=\)?\s*(?:[,.;:)]|$))|\s*\({_YEAR}|,?\s*\b\d+\s?[:(–-]"
    rf"|[,.;]?\s+[vVtT]\.\s?\d|[,.]?\s+(?!{_YEAR})[A-Z]?\d{{1,4}}(?=\s*(?:[,:;(.]|$|[–-])|\s\d)|;|//).*$",
    re.IGNORECASE,
)
_VENUE_END = re.compile(
    r"(?<=[^\W\d_]{5})(?<!\bTrans)(?<!\bFound)(?<!Commun)(?<!Theor)(?<!Comput)(?<!Intell)(?<!Technol)(?<!Softw)\.\s+(?=[A-Z\d])"
    r"(?!\w+\.)|(?<=[)\d])\.\s|\s+\["
)
_EDITORS = re.compile(
    r"^(?:[^()]{3,200}?\(?\b(?:[Ee]ds?|[Hh]rsg|[Hh]g)\b\.?\)?[.,:]?\s+"
    r"|[^,()]{3,60}(?:,[^,()]{2,40}){0,4},?\s(?:editors?|eds?\.),\s+)(?=[A-Z])"
)


def starts_like_venue(text: str, after: str = "stop", alone: bool = False) -> bool:
    """True if `text` begins with a place of publication.

    After a comma or a space (`after`), it must be more distinct than after a full stop. `alone` says that the entry has
    no title and nothing but the place.
    """
    head = text[:240]
    if alone:
        return bool(_ALONE.match(head) or _WHOLE.match(head))
    if after == "stop":
        return any(pattern.match(head) for pattern in (_KNOWN, _PUBLISHER, _DATE, _SENTENCE_JOURNAL))
    if after == "comma":
        return any(pattern.match(head) for pattern in (_STRONG_AFTER_COMMA, _PUBLISHER, _SENTENCE_JOURNAL))
    return bool(_IN_BRACKETS.match(head))


def parse_place(text: str, year: int | None = None) -> PublicationPlace:
    """Parse venue, volume and pages from the text after the title."""
    text = _LEAD.sub("", text)
    plain = _IDENTIFIERS.sub(" ", text)
    found = next((m for pattern in _PAGES for m in pattern.finditer(plain) if m[1] != str(year)), None)
    pages = found[1] if found else ""
    volume = _find_volume(plain, found.start(1) if found else len(plain), year)
    return PublicationPlace(_find_venue(text), volume, re.sub(r"\s", "", pages))


def _find_volume(text: str, pages_start: int, year: int | None) -> str:
    if named := _NAMED_VOLUME.search(text):
        return next(part for part in named.groups() if part)
    plain = (m for m in _PLAIN_VOLUME.finditer(text) if m.end("number") < pages_start)
    return next((m["number"] for m in plain if m["number"] != str(year)), "")


def _find_venue(text: str) -> str:
    """Return the text up to the volume, the pages, the year or a full stop after a word, without editors before it."""
    text = _EDITORS.sub("", text[:600], count=1)
    text = _VENUE_END.split(_VENUE_CUT.sub("", text), maxsplit=1)[0]
    text = text.strip(" .,;:()“”\"'")
    text += ")" * (text.count("(") > text.count(")"))
    return text if re.search(r"[^\W\d_](?:[^\W\d_]|&[A-Z])", text) else ""
