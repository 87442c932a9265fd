"""The kind of answer that a question asks for: a name, a value, a difference, a ratio, a count, or yes or no."""

from __future__ import annotations

import re

from citehop.figures.entity_kinds import is_metric, kind_of
from citehop.figures.operations import Wants

from .patterns import pattern

_START = r"(?:^|[,:;]\s)(?:and\s)?"
# "At what ...", "roughly what ...", "to about which ..."
_LEAD = r"(?:(?:at|to|with|by|up\sto)\s)?(?:(?:about|around|roughly|approximately|nearly|exactly)\s)?"
_VERDICT = pattern(
    rf"{_START}(?:is|are|was|were|does|do|did|has|have|can|could)\s(?!not\ssee)(?!.*\bor\b.*\bwhich\b)"
)
_ASKS = pattern(r"\b(?:which|what|whose|who|where|when|how|why|name|list|give|tell)\b|\?")
# A "hazard ratio of X" is the name of a value, "the ratio of X to Y" is computed.
_RATIO = pattern(
    r"\b(?:how\smany\stimes(?!\s(?:do|does|did|is|was|are|were|has|have)\b[^?]*\b(?:occur|appear|happen|us|repeat|seen|mention|run|ran)\w*\b)"
    r"|by\s(?:what|which)\sfactor|(?:(?:the|a|what|which)\s|(?<=:\s)|^)ratio\s(?:of|between)|how\smany-?\s?fold)\b"
)
# "How much do A and B have together?", "What do all of them add up to?". "How many methods in total" asks for a count.
_SUM = pattern(
    r"""\b(?:how\smuch|what\s(?:do|does|did|percentage|share|fraction|proportion|amount))\b[^?]*
        \b(?:(?<!come\s)(?<!comes\s)together|in\stotal|combined|altogether|add\s(?:up\s)?to|sum\s(?:up\s)?to)\b
        |\bwhat\s(?:is|was)\sthe\s(?:combined|sum|total)\b"""
)
_COMPARATIVES = (
    r"better|worse|more|less|fewer|ahead|behind"
    r"|(?:high|low|bett|larg|small|great|fast|slow|long|short|cheap|heavi|light)er"
)
_MOVES = (
    r"rise|rose|increas\w*|improv\w*|gain\w*|drop\w*|fall|fell|decreas\w*|grow|grew|los[et]\w*|chang\w*|declin\w*"
    r"|help\w*|hurt\w*|boost\w*|rais\w*|reduc\w*"
)
_BRINGS = r"add(?:s|ed|ing)?|brings?|brought|contribut\w+|buys?|bought|yields?|costs?|worth|g[ai]ves?|wins?|won|earns?|lifts?"
_MEASURE = r"(?:f-?1|f|f-?(?:score|measure)|accuracy|precision|recall|bleu|em|aer|wer|auc|map|mrr|[ul]as|perplexity|error)"
_DIFFERENCE = pattern(
    rf"\bby\s(?:how\s(?:much|many|far)|what\s(?:margin|amount))\b|\bhow\s(?:much|far|many(?=\s(?:more|fewer|less|(?:percentage\s)?points?|percent|%)\b))\s(?:\w+\s){{0,3}}?(?:{_COMPARATIVES})\b"
    rf"|\bhow\smuch\s(?:\w+\s)?{_MEASURE}\s(?:does|did|do|is|was|are|were|has|have|would)\b[^?]*\b(?:{_MOVES}|{_COMPARATIVES}|{_BRINGS}|above|below|over)\b"
    r"|\bhow\s(?:far\sapart|close\stogether)\b"
    rf"|\bhow\s(?:much|many|far)\s(?:(?:percentage\s)?points?\s|percent\s)?(?:does|did|do|is|was|has|have)\b[^?]*\b(?:{_MOVES}|ahead|behind|above|below|apart)\b"
    r"|\bwhat\s(?:is|was)\sthe\s(?:\w+\s)?(?:difference|gap|margin|gain|improvement|increase|drop|decrease|change|reduction)\b"
    r"|\bhow\smany\s(?!(?:[\w-]+\s){0,2}?(?:data|time|change|end|key)\spoints?\b)(?:[\w%-]+\s){0,3}?(?:points?|pts|percent|%)\s"
    rf"[^?]*\b(?:{_MOVES}|{_COMPARATIVES}|{_BRINGS}|between|separates?|apart|above|below)\b"
    r"|\bhow\smuch\s(?:[\w@.%-]+\s){0,3}?(?:(?:is|was|are|were)\s)?(?:gained|lost|saved|added)\b"
)
# Questions without a verb: "F1 gap between A and B?", "perplexity reduction from A to B", "seconds saved by A over B".
_CHANGE = pattern(
    r"""\b(?:gap|difference|margin)\s(?:in\s[^?,]+?\s)?between\b | \bdelta\b | \sminus\s
        |\b(?:gain|drop|increase|decrease|reduction|improvement|rise)\s(?:(?:in|of)\s[^?,]+?\s)?
        (?:over|from|when|if|after|with|without|due\sto)\b
        |\b(?:gained|saved|lost)\s(?:by|over|when|if|from)\b"""
)
_ASKS_OTHERWISE = pattern(
    r"^(?:does|do|did|is|are|was|were|has|have|can)\b|\b(?:which|who|whose|why|how|explains?|reasons?)\b|\bwhat\b(?!\s(?:is|was)\b)"
)
# "What is the number of errors of Pooling?" asks for a value, "the number of methods that ..." for a count.
_COUNT = pattern(r"\bhow\smany\b|\bwhat\s(?:is|was)\sthe\snumber\sof\b(?!\s(?:[^\s?,]+\s){1,3}?(?:of|for)\s)")
_MUCH = pattern(
    r"\bhow\s(?:much|long|large|big|high|fast|often|low|far|small|deep|wide|old|slow|expensive|accurate"
    r"|probable|likely|frequent|common|similar|strong|heavy|dense|good|bad|precise|tall|loud|warm|hot)\b"
)
_WHAT = pattern(
    rf"{_START}{_LEAD}(?:what|which)\s(?P<be>is|was|are|were)\s(?:the\s)?(?P<noun>[^?]*?)(?=\s(?:of|for|with|on|in|at|when|under|using|by|that|which|if|after|before|achieved|obtained|reported|per)\b|[?,]|$)"
    rf"|{_START}{_LEAD}(?:what|which)\s(?P<thing>(?:[^\s?,]+\s){{1,4}}?)(?=(?:does|do|did|is|was|are|were|has|have|can)\s)"
)
_TOLD = pattern(
    rf"{_START}(?:please\s)?(?:report|state|give|tell\sme|quote|read\soff)\s(?:the\s)?(?P<noun>[^?]*?)\s(?:of|for|that)\b"
)
_SCORED = pattern(
    r"\bwhat\s(?:do|does|did)\s[^?]+?\s(?:score|achieve|reach|attain|obtain|get|report|record|cost|weigh|measure)\b(?!\s(?:into|to)\b)"
    r"|\bwhere\s(?:do|does|did)\s[^?]+?\s(?:settles?|ends?(?:\sup)?|starts?|begins?|levels?\s(?:off|out)|converges?|plateaus?)\b"
    r"|\bhow\s(?:well|badly|poorly|accurately)\s(?:do|does|did)\s[^?]+?\s(?:do|perform|fare|score|work|predict|classify|tag|parse)\b"
)
_VALUE_NOUNS = pattern(
    r"\b(?:value|score|number|amount|percentage|percent|share|proportion|rate|level|throughput|latency|time|size|count|cost|speed|length"
    r"|accuracy|precision|recall|error|loss|memory|mean|median|average|maximum|minimum|total|sum|deviation|spread|variance|margin|temperature|weight|budget|duration|f1|bleu|result"
    r"|perplexity|similarity|correlation|probability|coefficient|frequency|density|concentration|distance|ratio|rating|intensity)s?\b"
)


def find_wants(text: str) -> Wants:
    """Return the kind of answer that `text` asks for; "name" if nothing in the text asks for another kind."""
    if _SUM.search(text):
        return "sum"
    if _RATIO.search(text):
        return "ratio"
    if _DIFFERENCE.search(text) or (_CHANGE.search(text) and not _ASKS_OTHERWISE.search(text)):
        return "difference"
    if _COUNT.search(text):
        return "count"
    if _MUCH.search(text):
        return "value"
    if _SCORED.search(text) or any(_is_value(match["noun"]) for match in _TOLD.finditer(text)):
        return "value"
    for match in _WHAT.finditer(text):
        noun = (match["noun"] or match["thing"] or "").strip()
        if match["be"]:
            noun = noun.rpartition("'s ")[
                2
            ]  # "what is BERT's F1"; of "which model's F1" the model is asked for
        if _is_value(noun) and "'s" not in noun and not noun.startswith("of "):
            return "value"
    verdict = _VERDICT.search(text)
    return "verdict" if verdict and not _ASKS.search(text[: verdict.start()]) else "name"


def _is_value(noun: str) -> bool:
    """True if the noun phrase names a quantity, such as "F1 score" or "throughput", and not a thing, such as
    "model"."""
    words = noun.split()
    if not words or kind_of(words[-1]) not in {"", "metric"}:
        return False
    return (
        bool(_VALUE_NOUNS.search(noun))
        or is_metric(words[-1])
        or re.fullmatch(r"[a-z]{0,5}[A-Z][A-Z\d@-]+", words[-1]) is not None
    )
