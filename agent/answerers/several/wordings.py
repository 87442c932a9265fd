"""Questions about several papers in one wording: "is the optimizer of A the same as B's" asks if A and B use the same optimizer,
and "A and B use the same optimizer: which?" asks which they both use."""

from __future__ import annotations

import re

from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS

_THAT = r"(?:(?:that|those|the one|the ones) (?:of|in|from|for|by|used (?:by|in)|reported (?:by|in)) |(?:in|of|by|for) )?"
_POSSESSIVE = r"(?:(?:['’]s|['’])(?: \w+)?)?"
_REST = r"(?: (?:do|does|did|is|are|was|were|has|have))?\W*(?:\?.*|$)"
# "A and B are trained with", up to what they are trained with.
_BOTH_DO = (
    rf"^(?:both )?(?P<who>(?:(?!\b(?:{QUESTION_WORDS}|same)\b)[^?])*?(?:\band\b|&|,)(?:(?!\b(?:{QUESTION_WORDS}|same)\b)[^?])*?)"
    r",?(?: both| all| each)? (?:(?P<aux>is|are|was|were|have|had)(?: both| all)? )?"
    rf"(?P<verb>(?!(?:and|or|{PREPOSITIONS})\b)(?-i:[a-z]+)(?: (?:{PREPOSITIONS}|against))?) "
)
_NAME_IT = (
    r"(?:,? (?:and|but))? ?(?:(?:which|what)(?: one)?(?P<kind> (?!(?:is|was|are|were)\b)[a-z]+)?"
    r"(?: (?:is|was|are|were) (?:it|that|this|they|those)(?: called)?)?"
    r"|(?:please )?(?:name|state|give|tell me)(?: its name| it| them| which)?)"
    r"(?:\W*$|(?=,? and (?:with|at|on|in|for|how|what|which)\b))"
)
_REWRITTEN = (
    # "Is the optimizer of A the same as B's?"
    (
        re.compile(
            rf"^(?:is|are|was|were) the (?P<noun>[^,;?]+?) (?:of|in|for|used (?:by|in)) (?P<one>[^,;?]+?) the same as {_THAT}"
            rf"(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<one> and \g<other> use the same \g<noun>?",
    ),
    # "Is A's optimizer the same as B's?"
    (
        re.compile(
            rf"^(?:is|are|was|were) (?P<one>[^,;?]+?)['’]s (?P<noun>[\w -]+?) the same as {_THAT}(?P<other>[^?]+?)"
            rf"{_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<one> and \g<other> use the same \g<noun>?",
    ),
    # "Does A start from the same vectors as B?"
    (
        re.compile(
            rf"^(?:do|does|did) (?P<one>[^,;?]+?) the same (?P<noun>[^,;?]+?) as {_THAT}(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Do \g<other> and \g<one> the same \g<noun>?",
    ),
    # "How does the kappa of A compare with that of B?", "How does the kappa of A differ from that of B?"
    (
        re.compile(
            rf"^how (?:do|does|did) (?P<first>[^?]+?) (?:compare (?:with|to|against)|differ from) {_THAT}"
            rf"(?P<other>[^?]+?){_POSSESSIVE}{_REST}",
            re.I,
        ),
        r"Compare \g<first> and \g<other>",
    ),
    # "How do the vocabularies compare between A and B: which one is larger?"
    (
        re.compile(
            r"^how (?:do|does|did) (?:the )?(?P<noun>[^,:;?]+?) (?:compare|differ) (?:between|across|for|of|in) (?P<who>[^?:;]+?)"
            r"(?:[,:;] (?:and )?(?:which|who|how)\b.*)?\W*$",
            re.I,
        ),
        r"Compare the \g<noun> of \g<who>",
    ),
    # "Compare A with B in terms of dropout."
    (
        re.compile(
            r"^(?:please )?(?P<verb>compare|contrast) (?P<who>[^?:;]+?),? (?:in terms of|regarding|with regard to|"
            r"with respect to|concerning) (?:the |their )?(?P<noun>[^?:;]+?)\W*$",
            re.I,
        ),
        r"\g<verb> the \g<noun> of \g<who>",
    ),
    # "What is the optimizer common to A and B?"
    (
        re.compile(
            r"^(?:what|which) (?:is|are|was|were) the (?P<noun>[^,;:?]+?) (?:that is |that are )?"
            r"(?:common to|shared by|in common between) (?:both )?(?P<who>[^?]+?)\W*$",
            re.I,
        ),
        r"Which \g<noun> do \g<who> both use?",
    ),
    # "Name the optimizer that A and B share."
    (
        re.compile(
            r"^(?:please )?(?:name|give|state|list|tell me|identify) the (?P<noun>[a-z' -]+?) (?:that|which) "
            rf"(?P<rest>(?!(?:{AUXILIARIES})\b)(?:both )?[^?]*?(?:\band\b|&)[^?]*? (?:both )?[a-z]+)\W*$",
            re.I,
        ),
        r"Which \g<noun> do \g<rest>?",
    ),
    # "A and B are trained with the same optimizer: which one is it?"
    (
        re.compile(
            _BOTH_DO + r"(?:the (?:very )?same|one(?: and the same| kind of)?|an? (?:common|single|shared)|"
            rf"(?<=\bshare )(?:an?|the)) (?P<noun>[^,.;:?]+?)(?:[,.;:?]| [-–—]){_NAME_IT}",
            re.I,
        ),
        "",
    ),
    # "A and B were tested on which same corpus?"
    (
        re.compile(
            _BOTH_DO
            + r"(?:which|what) (?P<same>(?:same|one|common|single) )?(?P<noun>[^,.;:?]+)(?P<more>[^?]*)",
            re.I,
        ),
        "",
    ),
)
# "BiDAF or that of the tagger": the tagger.
_THAT_OF = re.compile(
    r"(?:(?<=[,:] )|(?<=\b(?:or|vs|to) )|(?<=\b(?:and|vs.) )|(?<=\b(?:with|than) ))(?:that|those|the ones?) (?:of|in|from|by) ",
    re.I,
)
# "How long are the word vectors": their dimension, not a time.
_LENGTH = re.compile(
    r"\bhow (?:long|large|big|wide) (?:are|is|were|was) (?:the |their |its )?"
    r"(?P<noun>(?:[\w-]+ ){0,3}?(?:vectors?|embeddings?|representations?))\b",
    re.I,
)
# "Which puts more pairs into one batch", "how many examples are in a minibatch": the size of a batch.
_THINGS = r"(?:[\w-]+ ){1,3}?"
_IN_BATCH = re.compile(
    rf"\b(?:\w+ (?P<than>more|fewer)|how many) {_THINGS}(?:are |is )?(?:put )?(?:in|into|to|per|for) "
    r"(?:an?|one|each|every|its|the) (?:mini-?)?batch\b"
    rf"|\b(?:\w+ (?P<more>more|fewer)|how many) {_THINGS}per (?:mini-?)?batch\b",
    re.I,
)
# "the kappa that A reports": the kappa of A.
_RELATIVE = re.compile(
    r"\b(?:that|which) (?P<who>(?:the )?[A-Z][^,;?]*?) (?:use|uses|used|report|reports|reported|get|gets|got|has|have|had|"
    r"achieves?|achieved|obtains?|obtained|takes?)\b"
)


def unify_wording(question: str) -> str:
    """`question`, or the same as one that joins the papers with "and"."""
    question = _IN_BATCH.sub(_size_of_batch, question)
    question = _LENGTH.sub(r"What is the dimension of the \g<noun>", _THAT_OF.sub("", question))
    for pattern, wording in _REWRITTEN:
        if match := pattern.match(question):
            question = pattern.sub(wording, question) if wording else _ask_common(match)
            break
    return _RELATIVE.sub(r"of \g<who>", question)


def _size_of_batch(match: re.Match[str]) -> str:
    """The size of a batch in place of the number of things in one."""
    than = (match["than"] or match["more"] or "").casefold()
    return (
        f"has the {'larger' if than == 'more' else 'smaller'} batch size"
        if than
        else "what is the batch size"
    )


def _ask_common(match: re.Match[str]) -> str:
    """The statement that `match` divides, as the question which of its nouns its papers have in common."""
    parts = match.groupdict()
    noun = f"{parts['noun'].strip()}{parts.get('kind') or ''}"
    more = f"{parts.get('more') or ''}{match.string[match.end() :]}"
    both = "" if parts.get("same", "same") is None else " both"
    return f"Which {noun} {parts['aux'] or 'do'} {parts['who']}{both} {parts['verb']}{more or '?'}"
