"""Questions about the text of a paper, answered by a clause of one sentence, in the manner of SciDQA."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .reference import PassageSentence
from .types import ReferenceQuestion

_CITED = r"(?:\s*(?:\([^()]*\d{4}[a-z]?[^()]*\)|\[\d[\d, –-]*\]))?"
_VERBS = (
    "use|adopt|apply|train|choose|employ|initialize|normalize|omit|exclude|ignore|remove|keep|set|fix|introduce|propose|"
    "perform|sample|combine|compare|restrict|limit|replace|add|evaluate|report|consider|experiment|explore|give|fine-tune"
)
_PURPOSE = re.compile(
    rf"(?:In order to|To) (?P<purpose>[a-z][^,;:()]{{14,90}}), (?P<means>we (?:{_VERBS})\b.{{20,220}})\."
)
_REASON_FIRST = re.compile(
    rf"(?:Since|Because) (?P<reason>[^,;:()]{{14,160}}), we (?P<act>(?:{_VERBS})\b[^;:]{{14,140}})\."
)  # fmt: skip
_REASON_LAST = re.compile(
    rf"We (?P<act>(?:{_VERBS})\b[^,;:()]{{10,90}}),? because (?P<reason>[^;:]{{14,180}})\."
)
_UNITS = (
    "pairs|sentences|questions|documents|articles|reviews|tweets|examples|images|instances|tokens|words|passages|domains|"
    "classes|tuples"
)
_SIZE = re.compile(
    r"(?:The |the )?(?P<subject>(?!The )(?:[A-Z][\w’'-]*[A-Z0-9][\w-]*|[A-Z][a-z]+)(?: [\w-]+){0,4}? "
    rf"(?:dataset|data set|corpus|task|benchmark|collection)){_CITED} (?:consists of|contains|comprises|has|includes) "
    r"(?:about |around |roughly )?(?P<answer>\d[\d,.]*\d?(?:k|K|M| million| billion)?) "
    rf"(?P<unit>(?:[\w-]+ ){{0,3}}?(?:{_UNITS})(?: of [a-z]+)?)\b"
)
_REFERRING = frozenset(
    """above below discussed do following former here it its latter one ones other our same sec section see so such that them
    their these they this those""".split()
)
SIZE = "size"
_LONGEST = 60  # words of a sentence that is quoted


def ask_about_full_text(sentences: Sequence[PassageSentence]) -> Iterator[ReferenceQuestion]:
    """Questions about purposes, reasons and sizes of data sets whose answer is one clause of a sentence that can
    be understood by itself. Of questions that are worded alike none is asked."""
    found = [
        (question, answer, kind, sentence)
        for sentence in sentences
        if len(sentence.text.split()) <= _LONGEST
        for question, answer, kind in _ask(sentence.text)
    ]
    counts = Counter(question for question, *_ in found)
    for question, answer, kind, sentence in found:
        if counts[question] == 1:
            yield ReferenceQuestion(question, answer, sentence.text, sentence.page, kind)


def _ask(text: str) -> Iterator[tuple[str, str, str]]:
    if (match := _PURPOSE.fullmatch(text)) and _is_plain(match["purpose"]) and _is_plain(match["means"]):
        yield f"What do the authors do to {match['purpose']}?", match["means"], "purpose"
    for pattern in (_REASON_FIRST, _REASON_LAST):
        if (match := pattern.fullmatch(text)) and _is_plain(match["act"]) and _is_plain(match["reason"][:30]):
            yield f"Why do the authors {match['act']}?", match["reason"], "reason"
    for match in _SIZE.finditer(text):
        if _is_plain(match["subject"]):
            answer = match["answer"].rstrip(".,")
            yield (
                f"According to the paper, how many {match['unit']} does the {match['subject']} contain?",
                answer,
                SIZE,
            )


def _is_plain(text: str) -> bool:
    """True if nothing in `text` refers to what was said before."""
    return not _REFERRING & set(re.findall(r"[a-z]+", text.lower()))
