"""Relationships in diagrams: belongs to, feeds into, is between, is first or last."""

from __future__ import annotations

from ..operations import Relationship
from .patterns import pattern

_KIND = (
    r"(?:\w+[\s-])?(?:categor\w+|branch|group|class|node|type|heading|famil\w+|subcategor\w+|topic|section|part|paradigm"
    r"|stage|phase|cluster|frame|layer)"
)
_STEP = r"(?:module|block|step|stage|component|node|unit|box|part|layer|element|process|phase)"
_FLOW = r"(?:pipeline|work\s?flow|diagram|flow\s?chart|flow|process|chain|graph|framework|architecture|system|network)"
_TREE = r"(?:tree|taxonomy|hierarchy|figure|diagram|classification|survey)"
_LEAD = r"(?:feed|lead|flow|go|point|connect|pass|send)"
_LEADS = r"(?:feeds|leads|flows|goes|points|sends|passes|connects|is\s(?:fed|passed|sent))"
_JUST = r"(?:directly\s|right\s|immediately\s|just\s)?"
_FILED = r"(?:listed|placed|classified|assigned|categori[sz]ed|found|put|filed|grouped|sorted)"

# In this order: the first relationship with a phrase in the text is the one that is meant.
_PHRASES: dict[Relationship, tuple[str, ...]] = {
    "root": (
        rf"(?:root|topmost\snode)(?:\s(?:node|topic|category))?\s(?:of|in)\s(?:the|this)\s(?:\w+\s)?{_TREE}",
        rf"(?:topic|subject|title)\sof\s(?:the|this)\s(?:\w+\s)?{_TREE}",
        rf"what\s(?:is|does)\s(?:the|this)\s(?:\w+\s)?{_TREE}\s(?:about|classify|categori[sz]e|organi[sz]e|cover|show)",
    ),
    "path": (
        r"on\s(?:its|the|their)\sway\sfrom",
        r"(?:going|moving|passing|path|route)\sfrom",
        r"connects\s[^?]+\s(?:to|with|and)",
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
    "previous": (
        r"(?:is|are|serves?\sas|provides?|gives?)\s(?:the\s)?(?:input|source)s?\s(?:of|to|for)",
        r"from\s(?:which|what|where)\b[^?]*\b(?:arrow|edge|line|connection|input|data)",
        rf"(?:which|what)\s(?:\w+\s){{0,3}}?{_LEADS}\b[^?]*\b(?:into|to)\s\w+",
        r"arrow\sinto",
        r"predecessors?\sof",
        r"(?:is|are)\s[^?]+\sfed\s(?:by|from|with)",
        r"input\s(?:of|to)\b[^?]*\bcome",
        r"(?:receives?|gets?)\s(?:its|their)\sinput",
        rf"comes?\s{_JUST}before",
        r"precedes?",
    ),
    "next": (
        rf"does\s[^?]+\s{_LEAD}",
        r"successors?\sof",
        r"(?:arrow|edge|connection|output)\s(?:from|of|that\sleaves)\s[^?]+\s(?:lead|go|point|passed|sent|fed)\w*",
        r"(?:receives?|takes?|gets?|uses?|consumes?)\s(?:the\s)?(?:output|result)s?\s(?:of|from)",
        r"(?:is|are)\sfed\s(?:by|from|with)",
        rf"comes?\s{_JUST}after",
        r"follows?",
    ),
    "child": (
        r"(?:split|splits|divide[ds]?|branch|branches|broken|break|breaks|fall|falls)\s(?:down\s)?(?:up\s)?into",
        r"(?:in)?to\s(?:which|what)\s[^?]+\s(?:divided|split|broken)",
        r"(?:consist|consists|composed|made\sup)\sof",
        r"(?:child(?:ren)?|subcategor\w+|sub-?types?|subclass\w*|descendants?)\s(?:of|under)",
    ),
    "parent": (
        r"(?:does|do)\s[^?]+\s(?:belong|fall|come\sunder|sit\sunder)",
        r"is\s(?:a|an|one)\s(?:kind|type|form|sort|example|instance|member|sub\w+|part|variant)\sof\s(?:what|which)",
        rf"(?:under|in|into|to|of|within)\s(?:which|what)\s{_KIND}",
        r"parent",
        r"what\sis\s[^?]+\s(?:a|an|one)\s(?:kind|type|form|sort|example|instance)\sof",
        rf"(?:which|what)\s{_KIND}\b[^?]*?\b(?:contains?|includes?|comprises?|covers?|holds?|lists|encompass\w+|has)(?=\s)",
        rf"where\s(?:[^?]+\s)?(?:is|are)\s[^?]+\s{_FILED}",
        rf"(?:which|what)\s{_KIND}\s(?:is|are)\s[^?]+\s{_FILED}",
    ),
    "sibling": (
        r"in\sthe\ssame\s(?:\w+\s)?(?:category|branch|group|class|box|node|row|cell|subcategory|family)",
        r"shares?\s(?:a|its|the|the\ssame)\s(?:parent|category|branch|group|node|box)",
        r"siblings?\sof",
        r"(?:listed|grouped|placed)\s(?:together\s)?with",
    ),
}
_COMPILED = {
    kind: pattern("|".join(rf"\b{phrase}\b" for phrase in phrases)) for kind, phrases in _PHRASES.items()
}


def find_relationship(text: str) -> Relationship:
    """Return the relationship of diagram nodes that the text states, or ""."""
    return next((kind for kind, expression in _COMPILED.items() if expression.search(text)), "")
