"""Relationships of the nodes in a diagram: belonging to, feeding into, being between, being first or last.

A verb of flow or containment is parsed by its direction and by the side that is asked for. "What feeds X?" and "what is
X fed by?" ask for the source, "what does X feed?" and "what is fed by X?" for the target.
"""

from __future__ import annotations

import re

from citehop.figures.operations import Relationship

from .patterns import pattern

_KIND = (
    r"(?:[\w-]+\s)?(?:\w+-)?(?:categor\w+|branch|group|class|node|type|heading|famil\w+|subcategor\w+|topic|section|part|paradigm"
    r"|stage|phase|cluster|frame|layer)"
)
_STEP = r"(?:module|block|step|stage|component|node|unit|box|part|layer|element|process|phase)"
_FLOW = r"(?:pipeline|work\s?flow|diagram|flow\s?chart|flow|process|chain|graph|framework|architecture|system|network)"
_TREE = r"(?:tree|taxonomy|hierarchy|figure|diagram|classification|survey)"
_LEAD = r"(?:feed|lead|flow|go|point|connect|pass|send)"

# The first relationship in this order that has a phrase in the text is meant. Verbs count only if there is none.
_PHRASES: dict[Relationship, tuple[str, ...]] = {
    "root": (
        rf"(?:root|topmost\snode)(?:\s(?:node|topic|category))?\s(?:of|in)\s(?:the|this)\s(?:\w+\s)?{_TREE}",
        rf"(?:topic|subject|title)\sof\s(?:the|this)\s(?:\w+\s)?{_TREE}",
        rf"what\s(?:is|does)\s(?:the|this)\s(?:\w+\s)?{_TREE}\s(?:about|classify|categori[sz]e|organi[sz]e|cover|show)",
    ),
    "path": (
        r"on\s(?:its|the|their)\sway\sfrom",
        r"(?:going|moving|passing|path|route)\sfrom",
        r"(?:connects|links|joins)\s[^?]+\s(?:to|with|and)",
        r"takes\s(?:the\s)?(?:output|result)s?\sof\s[^?]+\band\s(?:passes|sends|feeds|hands|forwards)",
        r"(?:lies|is|sits|stands|comes|located|placed|found)\s(?:in\s)?between",
    ),
    "join": (
        rf"both\s{_LEAD}\w*",
        r"(?:combin|merg|concatenat)\w+",
        r"fus(?:es|ed|ing)",
        r"join(?:s|ed|ing)?",
        r"(?:come|comes|brought|put)\stogether",
        r"receives\s(?:the\s)?(?:outputs|both)",
        r"(?:from|of)\sboth",
        r"(?:meet|meets|converge|converges|unite)",
        r"(?:integrates|aggregates)",
        rf"do\s[^?]+\sand\s[^?]+\s{_LEAD}",
    ),
    "start": (
        r"(?:no|without)\s(?:incoming|(?:any\s)?input|in-?going)",
        rf"starting\s(?:point|{_STEP})",
        r"entry\spoint",
        rf"(?:does|do)\s[^?]*\b{_FLOW}\s(?:begin|start)",
        rf"(?:first|initial)\s{_STEP}\s(?:of|in)\sthe\s(?:\w+\s)?{_FLOW}",
        rf"{_FLOW}\s(?:begins|starts)",
        rf"(?:begins|starts|opens|initiates)\sthe\s{_FLOW}",
        rf"initial\s{_STEP}",
    ),
    "end": (
        r"(?:no|without)\s(?:outgoing|(?:any\s)?output|out-?going)",
        r"end\s?point",
        r"final\s(?:output|result|product)",
        rf"(?:does|do)\s[^?]*\b{_FLOW}\send",
        rf"(?:last|final)\s(?:{_STEP}|one)\s(?:of|in)\sthe\s(?:\w+\s)?{_FLOW}",
        rf"{_FLOW}\s(?:ends|finishes|terminates)",
        rf"(?:ends|finishes|concludes|closes)\sthe\s{_FLOW}",
        rf"at\sthe\s(?:very\s)?end\sof\sthe\s{_FLOW}",
        r"everything\s(?:ends?|winds?)\sup",
        rf"terminal\s{_STEP}",
    ),
    "sibling": (
        r"in\sthe\ssame\s(?:\w+\s)?(?:category|branch|group|class|box|node|row|cell|subcategory|family)",
        r"shares?\s(?:a|its|the|the\ssame)\s(?:parent|category|branch|group|node|box)",
        r"siblings?\sof",
        r"(?:listed|grouped|placed)\s(?:together\s)?with",
    ),
    "child": (
        r"(?:split|splits|divide[ds]?|branch|branches|broken|break|breaks|fall|falls)\s(?:down\s)?(?:up\s)?into",
        r"(?:in)?to\s(?:which|what)\s[^?]+\s(?:divided|split|broken)",
        r"(?:consist|consists|composed|made\sup)\sof",
        r"(?:child(?:ren)?|subcategor\w+|sub-?types?|subclass\w*|descendants?)\s(?:of|under)",
    ),
    "parent": (
        r"parent",
        rf"(?:under|in|into|to|of|within)\s(?:which|what)\s{_KIND}",
        rf"(?:which|what)\s{_KIND}\s(?:[^?]+\s)?has(?=\s)",
    ),
    "previous": (r"from\s(?:which|what|where)",),
    "next": (r"(?:in)?to\s(?:which|what|where)",),
    "all": (
        r"(?:which|what)(?:\sare\sthe|\skinds?\sof)?(?:\s\w+){0,2}?\s(?:states|nodes|modules|components|layers|steps|stages|boxes|blocks"
        r"|parts|phases|elements|units)(?=\s(?:does|do|are\s(?:there|drawn|shown)|make|is\smade)\b|\?)",
    ),
}
_COMPILED = {
    kind: pattern("|".join(rf"\b{phrase}\b" for phrase in phrases)) for kind, phrases in _PHRASES.items()
}

# Verbs whose subject is the whole or the source, and verbs whose subject is the part or the target. Nouns of flow count
# only if there is no such verb.
_VERBS = pattern(
    r"""\b(?:(?P<whole>contain(?:s|ed|ing)?|includ(?:e[sd]?|ing)|compris(?:e[sd]?|ing)|cover(?:s|ed)?|holds?|lists|encompass\w*|subsum\w+)
    |(?P<part>belong(?:s|ing)?|(?:fall|come|sit)s?\sunder|falling\sunder|filed|classified|assigned|categori[sz]ed|grouped|sorted
        |(?:listed|placed|found|put)(?!\sbetween)
        |(?:kind|type|form|sort|example|instance|member|sub\w+|part|variant|technique|method)\sof)
    |(?P<source>feed(?:s|ing)?|fed|leads?|led|flow(?:s|ing)?|go(?:es)?|points?|pass(?:es|ed)?|sends?|sent|forwards|hands
        |connect(?:s|ed)?|preced(?:es?|ed|ing)|suppl(?:y|ies|ied)|deliver(?:s|ed)?|upstream\sof|serves?\sas
        |comes?\s(?:directly\s|right\s|immediately\s|just\s)?before)
    |(?P<target>receiv(?:es?|ed|ing)|takes?|taken|gets?|reads?|consum(?:es?|ed|ing)|uses|used|accepts?|process(?:es|ed)|depends?\son
        |follow(?:s|ed|ing)?|downstream\sof|comes?\s(?:directly\s|right\s|immediately\s|just\s)?(?:after|from)))\b"""
)
_NOUNS = pattern(
    r"""\b(?:(?P<source>inputs?\s(?:of|to|for)|sources?\s(?:of|for)|predecessors?\sof|arrows?\s(?:in)?to)
    |(?P<target>outputs?\s(?:of|from)|successors?\sof|arrows?\s(?:from|that\sleaves)))\b"""
)
_GAP = re.compile(r"\b(?:which|what|where|who)\b", re.IGNORECASE)
_AUXILIARY = re.compile(r"\b(?:do|does|did|is|are|was|were|can|has|have)\b(?P<rest>.*)$", re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"\b(?:directly|immediately|right|then|also|being|been|a|an|one|the|all)\b|\W", re.IGNORECASE
)
_PASSIVE = re.compile(r"\s(?:\w+ly\s)?by\b|\s(?:from|with)\b", re.IGNORECASE)
# The object of a verb: "listed under X" after "what is the method". "What is X listed under?" has none because it asks
# for it.
_OBJECT = re.compile(
    r"\s(?:under|in|into|as|to|by|from|among|below|within)\s(?!the\s(?:figure|diagram|tree|taxonomy|pipeline)\b)\w",
    re.IGNORECASE,
)
_BY_WHAT = re.compile(r"\bby\s(?:which|what)\b", re.IGNORECASE)


def find_relationship(text: str) -> Relationship:
    """Return the relationship of diagram nodes that the text states; "" if it states none."""
    stated = next((kind for kind, expression in _COMPILED.items() if expression.search(text)), None)
    return stated or _of_verb(text)


def _of_verb(text: str) -> Relationship:
    """Return the relationship that the first verb of flow or containment states.

    "" if there is no such verb, or if the parts of a whole are asked for: they may be on any level.
    """
    verb = _VERBS.search(text) or _NOUNS.search(text)
    if verb is None:
        return ""
    kind = verb.lastgroup
    passive = verb.group().lower().endswith(("ed", "sent", "taken", "led")) and (
        _PASSIVE.match(text, verb.end()) or _BY_WHAT.search(text)
    )
    first = (kind in {"whole", "source"}) != bool(passive)  # the subject is the source or the whole
    asks_for_first = first == _asks_for_subject(text, verb)
    if kind in {"whole", "part"}:
        return "parent" if asks_for_first else ""
    return "previous" if asks_for_first else "next"


def _asks_for_subject(text: str, verb: re.Match[str]) -> bool:
    """True if the subject of `verb` is asked for: "what feeds X", "what is the block fed by X".

    False if its object is asked for: "what does X feed", "what is X fed by", "X feeds what".
    """
    gaps = list(_GAP.finditer(text, 0, verb.start()))
    if not gaps:
        return _GAP.search(text, verb.start()) is None
    auxiliary = _AUXILIARY.search(text[gaps[-1].end() : verb.start()])
    if auxiliary is None or not _NO_SUBJECT.sub("", auxiliary["rest"]):
        return True
    return gaps[-1].group().lower() != "where" and _OBJECT.match(text, verb.end()) is not None
