"""The authors of a paper, their affiliations and e-mail addresses, each with the place on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....indexes.subjects import fold_name
from .....papers.plural import count_noun, join_names
from .....papers.types import Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ....types import Citation
from ..count_questions import asks_how_many
from ..fact_parts import Part, asked_paper, locate, quote_title
from ..requested_facts import asked_author
from ..title_page import find_after_name, find_byline, find_emails, read_page
from .affiliations import find_affiliations, find_correspondent, front_lines
from .author_names import find_named_author, find_named_authors
from .authors import find_authors
from .emails import Email, emails_of, find_addresses
from .person_questions import (
    asked_person,
    asked_place,
    asked_position,
    asked_system,
    asks_for_all_places,
    asks_for_correspondent,
    asks_for_internship,
    asks_where_done,
)

_RANKS = {0: "first", 1: "second", 2: "third", -1: "last"}
# The sentence of a note, in whose midst may stand the mark of another: "This ∗ work was done during ...".
_NOTE = r"(?:(?=[A-Z])|(?<=[∗*†‡] ))[^.∗*†‡]*?{}[^.∗*†‡]*?(?=[.∗*†‡]|$| [¹²³⁴⁵])"
_INTERNSHIP = re.compile(_NOTE.format(r"\bintern(?:s|ed|ing|ship)?\b"))
_DONE_AT = re.compile(
    _NOTE.format(
        r"\b(?:[Ww]ork|[Rr]esearch|[Pp]roject)s?\b,? (?:(?:was|were|is|has been|partially|partly|mainly) )*"
        r"(?:done|conducted|performed|carried out|undertaken|completed|started) (?:while|during|when|as|at|in|with)\b"
    )
)
_WORD = re.compile(r"\w{2,}")
_AUTHOR = re.compile(r"\bauthors?\b|\b(?:he|she|they)\b", re.I)
_MOST_AUTHORS = 100  # of a paper whose institutions are read one by one
_NEARLY_ALL = 0.9  # share of words
# A paper calls what it makes by the name: "dubbed the Dynamic CNN (DCNN)", "we present RillNet".
_OWN = re.compile(
    r"\b(?:we|our|dubbed|called|named|termed|present\w*|introduc\w+|propos\w+|describ\w+)\b", re.I
)


def describe_authors(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The authors, or the one at the place in their list that is asked for; None where no paper names them."""
    paper, question = asked_paper(context, subjects), context.question.text
    system = asked_system(question)
    if system and not _is_of(paper, system):
        return None
    found = find_authors(context.session, paper)
    if found is None:
        return describe_affiliation(context, subjects)
    page = read_page(context.session, paper) if asks_for_correspondent(question) else ""
    if correspondent := find_correspondent(paper, page):
        citation = locate(context, paper, 1, correspondent) or found.citation
        return f"The corresponding author of {quote_title(paper)} is {correspondent}.", citation
    names, position = found.names, asked_position(question)
    if position is not None and position < len(names):
        citation = locate(context, paper, 1, names[position]) or found.citation
        which = f"of the {count_noun(len(names), 'author')}" if asks_how_many(question) else "author"
        return f"The {_RANKS[position]} {which} of {quote_title(paper)} is {names[position]}.", citation
    if (asked := asked_author(question)) and (verdict := _has_author(names, asked)) is not None:
        return (
            f"{'Yes' if verdict else 'No'}: {join_names(names)} wrote {quote_title(paper)}.",
            found.citation,
        )
    counted = f" ({count_noun(len(names), 'author')})" if asks_how_many(question) else ""
    return f"{join_names(names)} wrote {quote_title(paper)}{counted}.", found.citation


def describe_affiliation(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The institution of the author who is asked for, or all lines below the title."""
    paper, question = asked_paper(context, subjects), context.question.text
    if place := asked_place(question):
        return _describe_from(context, paper, place)
    is_intern, where_done = asks_for_internship(question), asks_where_done(question)
    if (is_intern or where_done) and (note := _find_note(context, paper, where_done)):
        return note
    if where_done and not (_AUTHOR.search(question) or find_named_authors(paper.authors, question)):
        return None  # an experiment may have been done elsewhere
    person = asked_person(question)
    is_one = not (asks_for_all_places(question) or is_intern)
    author = _asked_one(paper, question) if is_one else None
    if author and (institution := find_affiliations(paper, (author,)).get(author)):
        return f"Affiliation of {author}: {institution}.", _locate_place(context, paper, institution)
    if person and author is None and not _AUTHOR.search(person):
        return None  # "Where does attention work best?"
    if not paper.authors and (signed := _after_signature(context, paper)):
        return signed
    byline, lines = find_byline(context.session, paper), front_lines(paper)
    if lines and (elsewhere := _describe_elsewhere(context, paper, " ".join(line.text for line in lines))):
        return elsewhere
    if byline is not None and _has_all(byline.quote, [line.text for line in lines]):
        return f"Below the title of {quote_title(paper)}: {byline.quote}", byline
    if lines:
        text = "; ".join(line.text for line in lines)
        return f"On the first page of {quote_title(paper)}: {text}", locate(context, paper, 1, lines[-1].text)
    return None


def _describe_elsewhere(context: RequestContext, paper: Paper, front: str) -> Part | None:
    """The institutions with their authors, where a note gives them and the lines below the title do not; else None."""
    if len(paper.authors) > _MOST_AUTHORS:
        return None
    places = find_affiliations(paper, paper.authors)
    is_printed = set(_WORD.findall(front)).issuperset(_WORD.findall(" ".join(places.values())))
    if len(places) < len(paper.authors) or is_printed:
        return None
    names = {place: [name for name in places if places[name] == place] for place in places.values()}
    text = "; ".join(f"{join_names(people)}: {place.rstrip('.')}" for place, people in names.items())
    return f"Affiliations in {quote_title(paper)}: {text}.", _locate_place(context, paper, next(iter(names)))


def describe_emails(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The e-mail addresses of the author who is asked for, or all on the first page; where it has none, the affiliations."""
    paper, question = asked_paper(context, subjects), context.question.text
    page = read_page(context.session, paper)
    correspondent = find_correspondent(paper, page) if asks_for_correspondent(question) else None
    author = correspondent or _asked_one(paper, question)
    front = find_addresses(" ".join(line.text for line in front_lines(paper)))
    for emails in (front, find_addresses(page)):
        if author and (own := emails_of(author, paper.authors, emails)):
            text = f"The e-mail address of {author} is {', '.join(email.address for email in own)}."
            return text, locate(context, paper, 1, own[0].printed)
    found = find_emails(context.session, paper)
    if found:
        return f"E-mail in {quote_title(paper)}: {', '.join(email.quote for email in found)}", found[0]
    return _all_addresses(context, paper, front or find_addresses(page)) or describe_affiliation(
        context, subjects
    )


def _all_addresses(context: RequestContext, paper: Paper, emails: Sequence[Email]) -> Part | None:
    if not emails:
        return None
    text = ", ".join(email.address for email in emails)
    return f"E-mail in {quote_title(paper)}: {text}", locate(context, paper, 1, emails[0].printed)


def _asked_one(paper: Paper, question: str) -> str | None:
    """The author whom `question` asks about, by the place in the list or by name; None for all or none of them."""
    position = asked_position(question)
    if position is not None and paper.authors and position < len(paper.authors):
        return paper.authors[position]
    named = find_named_authors(paper.authors, question)
    if len(named) == 1 or asked_person(question):
        return find_named_author(paper.authors, asked_person(question) or question) or (
            named[0] if len(named) == 1 else None
        )
    return paper.authors[0] if len(paper.authors) == 1 else None


def _describe_from(context: RequestContext, paper: Paper, place: str) -> Part | None:
    """The authors whose affiliation has the words of `place`, in which initials may stand for words; None for a collaboration."""
    pattern = re.compile(
        r"\W+(?:of |at |in )?".join(map(_spelt, re.findall(r"[\w&-]+", re.sub(r"^the ", "", place)))), re.I
    )
    affiliations = find_affiliations(paper, paper.authors) if len(paper.authors) <= _MOST_AUTHORS else {}
    found = {name: text for name, text in affiliations.items() if pattern.search(text)}
    if not found:
        return None
    verb = "is" if len(found) == 1 else "are"
    texts = "; ".join(dict.fromkeys(found.values()))
    counted = f"{count_noun(len(found), 'author')}: " if asks_how_many(context.question.text) else ""
    return (
        f"{counted}{join_names(list(found))} {verb} from {place}, by the first page of {quote_title(paper)}: {texts}.",
        _locate_place(context, paper, next(iter(found.values()))),
    )


def _spelt(word: str) -> str:
    """The word, or the words whose initials it is: "UC" as "University of California"."""
    if not re.fullmatch("[A-Z]{2,5}", word):
        return rf"\b{re.escape(word)}\b"
    return rf"\b(?:{word}|{'[a-z]+ (?:of |for |the )*'.join(word)}[a-z]+)\b"


def _find_note(context: RequestContext, paper: Paper, where_done: bool) -> Part | None:
    """The sentence of the first page that says where an author was an intern, else where the work was done, if that is asked."""
    page = read_page(context.session, paper)
    match = _INTERNSHIP.search(page) or (_DONE_AT.search(page) if where_done else None)
    return (f"{match[0]}.", locate(context, paper, 1, match[0])) if match else None


def _has_all(text: str, lines: Sequence[str]) -> bool:
    """True if `text` has nearly all words of `lines`, as it has not where they stand in columns."""
    words = [word for line in lines for word in line.split()]
    return sum(word in text for word in words) >= _NEARLY_ALL * len(words)


def _locate_place(context: RequestContext, paper: Paper, institution: str) -> Citation | None:
    """The place of the longest part of `institution` that is printed in one piece."""
    parts = sorted(re.split(r"; |, ", institution), key=len, reverse=True)
    found = (locate(context, paper, 1, part) for part in (institution, *parts))
    return next((citation for citation in found if citation), None)


def _after_signature(context: RequestContext, paper: Paper) -> Part | None:
    """The address behind the name that a letter is signed with."""
    signed = find_authors(context.session, paper)
    if signed is None or signed.citation is None or signed.citation.paper_id != paper.id:
        return None
    name, page = signed.names[-1], signed.citation.page
    text = find_after_name(context.session, paper, page, name)
    return (f"Affiliation of {name}: {text}.", locate(context, paper, page, text)) if text else None


def _has_author(names: Sequence[str], asked: str) -> bool | None:
    """True if the words `asked` are a part of one of `names`; None if they have no name."""
    words = [fold_name(word).strip() for word in asked.split() if word[:1].isupper()]
    return any(set(words) <= set(fold_name(name).split()) for name in names) if words else None


def _is_of(paper: Paper, system: str) -> bool:
    """True if `paper` is where `system` comes from: its title has the name, or its abstract gives it."""
    word = re.compile(rf"\b{re.escape(system)}\b", re.I)
    sentences = re.split(r"(?<=[.!?]) ", paper.abstract)
    return bool(word.search(paper.title)) or any(word.search(s) and _OWN.search(s) for s in sentences)
