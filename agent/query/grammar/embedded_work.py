"""Descriptions of a cited work inside a question: "the paper that X cites for Y", "the model with 6.4M parameters in Table 2"."""

from __future__ import annotations

import re

_DOCUMENT = r"(?:paper|work|study|publication|article|report|source|preprint|thesis)"
_SYSTEM = (
    r"(?:method|model|approach|system|technique|algorithm|parser|tagger|network|toolkit|tool|library|encoder|corpus|data ?set|"
    r"benchmark|resource|framework|baseline|competitor|segmenter|classifier|reader|architecture|software|package|lexicon|kernel|"
    r"scheme)"
)
_WORDS = r"(?:[\w'’./&+-]+ )"
# Words that end a noun phrase.
_FUNCTION_WORD = (
    r"(?:that|which|whose|whom|who|in|of|on|for|by|with|from|to|at|as|under|is|are|was|were|does|do|did|has|have|the|an?|"
    r"and|or)"
)
_QUOTED_NAME = r"(?:\"[^\"]+\"|“[^”]+”)"
_PREPOSITION = r"(?:from|of|to|on|in|by|with|for|at|after|against)"
# Verbs after "that" whose subject is the described work itself, unlike in "that Falk and Ek cite".
_OWN_VERB = (
    r"(?:(?:first|also|later|originally) )?(?:has|have|had|is|are|was|were|does|did|can|could|will|would|uses?d?|scor\w+|"
    r"gets?|got|achiev\w+|reach\w*|report\w*|introduc\w+|propos\w+|present\w*|describ\w+|develop\w*|invent\w*|needs?|"
    r"needed|takes|took|trains?|trained|obtain\w*|perform\w*|outperform\w*|contain\w*|appl(?:y|ies)|learns?|combin\w+|shows?|showed|costs?|runs?|"
    r"comes?|came|ranks?|wins?|won|tops|leads?)\b"
)
# Verbs with which a paper mentions a system of other authors, unlike in "the model that they train".
_BORROWS = (
    r"(?:cit(?:e|es|ed)|credit(?:s|ed)?|mention(?:s|ed)?|refer(?:s|red)? to|follow(?:s|ed)?|borrow(?:s|ed)?|adopt(?:s|ed)?|"
    r"extend(?:s|ed)?|buil(?:d|ds|t) (?:up)?on|compar(?:e|es|ed)|list(?:s|ed)?|quot(?:e|es|ed)|re-?implement(?:s|ed)?|"
    r"tak(?:e|es)\b[^?]*\bfrom|took\b[^?]*\bfrom|tak(?:e|es)\b[^?]* as|start(?:s|ed)? from|attribut(?:e|es|ed)|"
    r"distinguish(?:es|ed)?|says? (?:is|are|was|were|has|have)|"
    r"(?:is|are|was|were) (?:based on|inspired by|taken from|compared)|outperform(?:s|ed)?|beats?)\b"
)
_FIGURE = r"(?:\btables?\b|\bfig(?:ure|\.)|\bcharts?\b|\bplots?\b|\brow\b)"
_RELATIVE = rf"(?:(?:{_PREPOSITION} )?(?:which|whom)|that|whose)"
_THE_WORK = re.compile(
    rf"\b(?:the|a|an) (?P<name>(?:(?!{_FUNCTION_WORD}\b){_WORDS}){{0,4}}?"
    rf"(?:(?P<document>{_DOCUMENT})|(?P<system>{_SYSTEM})|{_QUOTED_NAME}))(?! (?:{_DOCUMENT}|{_SYSTEM})\b)"
    rf"(?P<middle>(?: (?!{_RELATIVE}\b)[a-z-]+){{0,3}}?)(?: (?P<relative>{_RELATIVE}) |"
    r" (?P<phrase>behind|(?:that is |which is )?(?:cited|credited|referenced|mentioned|followed|listed|compared)"
    r" (?:by|in|for|as|with|to)|of the|of) )"
    rf"(?P<clause>(?:(?!, (?:{_PREPOSITION} )?(?:what|which|how|who|why|where|when)\b|[.;:] (?!(?:\d|(?-i:[a-z]))))[^?])+)\?$",
    re.IGNORECASE,
)
# The main verb, if the clause separates it from its auxiliary: "What optimizer does the paper that X cites use?".
_TAIL = re.compile(
    r"^(?P<clause>.+?\S) (?P<tail>(?:use|have|train|report|need|take|apply|employ|set|choose|get|reach|run|evaluate|adopt|"
    r"achieve|obtain|find|cover|contain|require|last|trained|evaluated|tested|distributed|released|published|implemented|written|tuned)"
    r"(?: (?:for|in|on|with|as|to|during|under|at|by|from)\b[^?]*?)?)$",
    re.IGNORECASE,
)
_OPEN_VERB = re.compile(r"\b(?:do|does|did|is|are|was|were)\s*$", re.IGNORECASE)
# Patterns for "... does the model with 6.4M parameters in Table 2 use in its own paper?". They are searched one after
# the other because one pattern for all of them would be slow: it would try every combination of their places.
_OWN_PAPER = re.compile(
    rf",? (?:in|by|according to) (?:its|their|the|that)(?: (?:own|original))? (?:{_DOCUMENT}|authors?)\?$",
    re.IGNORECASE,
)
_THE = re.compile(r"\bthe ", re.IGNORECASE)
_SYSTEM_WORD = re.compile(rf"\b{_SYSTEM}\b", re.IGNORECASE)
_FIGURE_WORD = re.compile(_FIGURE, re.IGNORECASE)
_OPEN_END = re.compile(
    r" (?:use|have|train|report|need|take|apply|employ|set|choose|get|reach|run|adopt|require)\b",
    re.IGNORECASE,
)
_STATES = re.compile(rf"^(?P<noun>[\w -]*?)\b(?={_OWN_VERB})", re.IGNORECASE)


def split_embedded_work(question: str) -> tuple[str, str] | None:
    """Split `question` into a question for the cited work that it describes, and the rest with "that paper" or "that
    model".

    None if it describes no cited work. A document may be described in three ways: by a clause of which it is not the
    subject ("the paper that X cites"), by a phrase ("the paper behind the X row of Table 2") or by a figure. A system
    is described by a verb of citing, or by a figure if the question refers to the system's own paper.
    """
    if own := _split_at_own_paper(question):
        return own
    for start in re.finditer(r"\b(?:the|a|an) ", question, re.IGNORECASE):
        match = _THE_WORK.match(question, start.start())
        if match and (first := _first_hop(match, question[: start.start()])):
            return first
    return None


def _split_at_own_paper(question: str) -> tuple[str, str] | None:
    """Split a question about a system in a figure that ends with "in its own paper"; None for any other question."""
    end = _OWN_PAPER.search(question)
    stated = question[: end.start()] if end else ""
    the = _THE.search(stated)
    system = _SYSTEM_WORD.search(stated, the.end()) if the else None
    figure = _FIGURE_WORD.search(stated, system.end()) if system else None
    if not the or not figure or "?" in stated:
        return None
    verb = _OPEN_END.search(stated, figure.end())
    behind = verb.start() if verb else len(stated)
    name = stated[the.end() : behind].strip(" ,")
    return f"Which is the {name}?", f"{question[: the.start()]}that model{question[behind:]}"


def _first_hop(match: re.Match[str], before: str) -> tuple[str, str] | None:
    """Return the two questions for a matched description, where `before` is the text before it; None if it describes no
    work."""
    clause, tail = match["clause"].strip(), ""
    is_open = _OPEN_VERB.search(before) is not None
    if match["middle"] and not is_open:
        return None
    if is_open and not match["middle"] and (ended := _TAIL.match(clause)):
        clause, tail = ended["clause"], f" {ended['tail']}"
    first = _describe(match, clause)
    if not first or not before.strip():
        return None
    noun = match["document"] or match["system"] or "model"
    second = f"{before}that {noun.casefold()}{match['middle']}{tail}?"
    return first, second[:1].upper() + second[1:]


def _describe(match: re.Match[str], clause: str) -> str:
    """Return the question for the work that `clause` describes; "" if it describes no work of other authors."""
    name, is_document = match["name"], bool(match["document"])
    in_figure = re.search(_FIGURE, clause, re.IGNORECASE)
    if match["phrase"]:
        phrase = match["phrase"].casefold()
        if phrase.startswith("of"):
            is_entry = (
                is_document
                and in_figure
                and re.match(rf"(?:{_WORDS}){{0,4}}?{_SYSTEM}\b", clause, re.IGNORECASE)
            )
            return f"Which {clause}?" if is_entry else ""
        if phrase == "behind":
            return f"Which {name} is behind {clause}?" if is_document else ""
        return f"Which {name} is {phrase.removeprefix('that is ').removeprefix('which is ')} {clause}?"
    borrowed = is_document or re.search(_BORROWS, clause, re.IGNORECASE)
    relative = match["relative"].casefold()
    if relative == "whose":
        if in_figure and (states := _STATES.match(clause)):
            return f"Which {clause}?" if states["noun"].strip() else ""
        return f"Which {name} is it whose {clause}?" if borrowed and not _STATES.match(clause) else ""
    if re.match(_OWN_VERB, clause, re.IGNORECASE):  # the work does it itself
        return f"Which {name} {clause}?" if in_figure else ""
    return f"Which {name} is it {relative} {clause}?" if borrowed else ""
