"""Statements of who cites whom, as the bibliographies and citing sentences of the cluster's papers print it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ...indexes.subjects import fold_name
from ...indexes.text.analysis import analyze
from ...papers.plural import count_noun
from ...papers.types import Mention, Paper, Reference
from ...retrieval.linking.citing_sentences import rank_cited_entries
from ..relevance.paper_citation import cite_authors
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover
from .as_cited import find_in_bibliography
from .record_request import quote_title
from .types import Statement
from .work_filter import ALL_WORKS, WorkFilter, choose_works

_MANY = 12  # most titles in a list
_MOST_ENTRIES = 3  # most works that are listed as cited for one purpose
_NEAR = 0.5  # a work is listed if its probability is at least this share of the best work's probability
_LEAST = 0.5  # least share of the terms of a request that the entry of a work must have


def state_cites(session: Session, citing_id: str, cited_id: str) -> Statement:
    """State whether one paper of the cluster cites another, and cite the bibliography entry if it does."""
    citing, cited = session.cluster.paper(citing_id), session.cluster.summary(cited_id)
    cites = citing_id in session.cluster.citing(cited_id)
    if not cites and not citing.references:
        return _state_missing(citing)
    verb = "cites" if cites else "does not cite"
    entry = next((each for each in citing.references if each.paper_id == cited_id), None)
    citation = _cite_entry(session, citing, entry.title, entry.raw) if entry else None
    return _state(citing, f"{quote_title(citing)} {verb} {quote_title(cited)}.", [citation], verb)


def state_cited_works(
    session: Session, paper_id: str, chosen: WorkFilter = ALL_WORKS, purpose: str = ""
) -> tuple[Statement, ...]:
    """State the works that a paper cites.

    With a `purpose`, each of the likeliest works gets a statement with its citing sentence, best first. Otherwise one
    statement lists the works that pass the filter `chosen`; without a filter, it lists the cited papers of the cluster.
    """
    paper = session.cluster.paper(paper_id)
    if not paper.references:
        return (_state_missing(paper),)
    works = choose_works(chosen, paper)
    if purpose and works:
        return tuple(_rank_entries(session, paper, works, purpose))
    if chosen == ALL_WORKS:
        return (_state_cited_papers(session, paper),)
    return (_state_works(session, paper, works, chosen),)


def state_cited_by(session: Session, cited: str, citing_ids: Sequence[str]) -> Statement:
    """State which papers (`citing_ids`) cite a work.

    `cited` describes the work in words; a long list of papers is cut.
    """
    titles = [session.cluster.summary(each).title for each in citing_ids]
    if not titles:
        return Statement(f"No paper of this cluster cites {cited}.", "citation", "", answer="none")
    verb = "cites" if len(titles) == 1 else "cite"
    text = f"{count_noun(len(titles), 'paper')} of this cluster {verb} {cited}: {_join_some(titles)}."
    return Statement(text, "citation", citing_ids[0], answer="; ".join(titles), subject=cited)


def state_cited_entry(session: Session, paper_id: str, entry: Reference) -> Statement:
    """State a bibliography entry of a paper; the statement also cites the first sentence that refers to the entry."""
    paper = session.cluster.paper(paper_id)
    mention = next((each for each in paper.mentions if entry.key in each.keys), None)
    text = f"In the bibliography of {quote_title(paper)}: {entry.raw or entry.title}"
    citations = [_cite_entry(session, paper, entry.raw, entry.title), _cite_mention(session, paper, mention)]
    return _state(paper, text, citations, entry.raw or entry.title)


def find_entry(paper: Paper, terms: Collection[str], least: float = _LEAST) -> Reference | None:
    """Return the entry with most of `terms` in its title, authors and year, or None if no single entry is meant.

    The entry must have at least the share `least` of the terms, and all terms unless one of them is a name of its
    authors. If several entries have equally many terms, the one whose title begins with a term is returned.
    """
    counts = [len(entry_terms(each).intersection(terms)) for each in paper.references]
    most = max(counts, default=0)
    if not most or most < least * len(terms):
        return None
    found = [each for each, count in zip(paper.references, counts, strict=True) if count == most]
    leading = [each for each in found if set(terms).intersection(analyze(each.title)[:1])]
    best = leading if len(found) > 1 else found
    if len(best) != 1 or (most < len(terms) and _name_terms(best[0]).isdisjoint(terms)):
        return None
    return best[0]


def find_citing(session: Session, terms: Collection[str], work: str) -> tuple[list[str], str]:
    """Return the ids of the papers whose bibliographies have an entry with all of `terms`, and the most frequent entry
    title.

    If the titles of some of these entries begin with `work`, only the papers with such entries are returned. The result
    is ([], "") if no entry has all terms.
    """
    cited: dict[str, Reference] = {}
    for paper in (session.cluster.paper(paper_id) for paper_id in session.cluster.paper_ids if terms):
        found = [each for each in paper.references if entry_terms(each).issuperset(terms)]
        if found:
            cited[paper.id] = min(found, key=lambda each: (not _leads(work, each), len(each.title)))
    leading = {paper_id: each for paper_id, each in cited.items() if _leads(work, each)} or cited
    titles = Counter(each.title or each.raw for each in leading.values())
    title = min(titles, key=lambda text: (-titles[text], text), default="")
    return list(leading), title


def entry_terms(reference: Reference) -> set[str]:
    """Return the terms of the title, the authors and the year of an entry."""
    return {*analyze(reference.title or reference.raw), *_name_terms(reference), str(reference.year or "")}


def _name_terms(reference: Reference) -> set[str]:
    names = {part for author in reference.authors for part in fold_name(author).split()}
    return {*analyze(" ".join(names)), *names}


def _leads(work: str, reference: Reference) -> bool:
    """True if the title of an entry begins with the words of `work`: "GloVe: ..." begins with "GloVe"."""
    return fold_name(reference.title).strip().startswith(fold_name(work).strip())


def _rank_entries(
    session: Session, paper: Paper, works: Sequence[Reference], purpose: str
) -> Iterator[Statement]:
    """Yield a statement for each of the likeliest `works` for `purpose`, judged by the sentences that cite them, best
    first."""
    keys = {each.key: each for each in works}
    encode = session.index.encoder([paper.id])
    ranked = rank_cited_entries(purpose, paper, keys, encode)
    order = sorted(ranked, key=lambda key: -ranked[key][0])[:_MOST_ENTRIES]
    for key in order:
        probability, mention = ranked[key]
        if probability >= _NEAR * ranked[order[0]][0]:
            citations = [
                _cite_mention(session, paper, mention),
                _cite_entry(session, paper, keys[key].title, keys[key].raw),
            ]
            text = f"{quote_title(paper)} cites {_describe_work(keys[key])}: “{mention.sentence}”"
            yield _state(paper, text, citations, keys[key].title or keys[key].raw)


def _state_cited_papers(session: Session, paper: Paper) -> Statement:
    """State which papers of the cluster a paper cites, and the length of its bibliography."""
    cited = sorted({reference.paper_id for reference in paper.references if reference.paper_id})
    total = f"It lists {count_noun(len(paper.references), 'reference')}."
    if not cited:
        text = f"{quote_title(paper)} cites no other paper of this cluster. {total}"
        return _state(paper, text, [], "none")
    titles = _join_some([session.cluster.summary(paper_id).title for paper_id in cited])
    text = f"{quote_title(paper)} cites {count_noun(len(cited), 'paper')} of this cluster: {titles}. {total}"
    return _state(paper, text, [], titles)


def _state_works(session: Session, paper: Paper, works: Sequence[Reference], chosen: WorkFilter) -> Statement:
    citations = [_cite_entry(session, paper, work.title, work.raw) for work in works[:_MANY]]
    titles = _join_some([_describe_work(work, not chosen.author) for work in works])
    number = count_noun(len(works), "work") if works else "no work"
    listed = f": {titles}" if works else ""
    text = f"{quote_title(paper)} cites {number}{_describe_choice(chosen, works)}{listed}."
    return _state(paper, text, citations, titles or "none")


def _describe_work(work: Reference, with_authors: bool = True) -> str:
    by = f" by {cite_authors(work.authors)}" if work.authors and with_authors else ""
    year = f" ({work.year})" if work.year else ""
    return f"“{work.title or work.raw}”{by}{year}"


def _describe_choice(chosen: WorkFilter, works: Sequence[Reference]) -> str:
    """Return the filter `chosen` in words: " by Falk", " from 2013", " from 1990, the oldest year"."""
    parts = [f" by {chosen.author}"] if chosen.author else []
    if chosen.venue:
        parts.append(f" ({chosen.venue})")
    if chosen.extreme:
        parts.append(f" from {works[0].year}, the {chosen.extreme} year" if works else "")
    elif chosen.first and chosen.first == chosen.last:
        parts.append(f" from {chosen.first}")
    elif chosen.has_years:
        since = f" since {chosen.first}" if chosen.first else ""
        parts.append(f"{since}{f' until {chosen.last}' if chosen.last else ''}")
    return "".join(parts)


def _join_some(titles: Sequence[str]) -> str:
    more = f"; and {len(titles) - _MANY} more" if len(titles) > _MANY else ""
    return f"{'; '.join(titles[:_MANY])}{more}"


def _state_missing(paper: Paper) -> Statement:
    return _state(paper, f"No bibliography was found in {quote_title(paper)}.", [], "")


def _state(paper: Paper, text: str, citations: Sequence[Citation | None], value: str) -> Statement:
    known = tuple(dict.fromkeys(citation for citation in citations if citation))
    return Statement(text, "citation", paper.id, known, value or text, value, subject=paper.title)


def _cite_entry(session: Session, paper: Paper, *texts: str) -> Citation | None:
    prover = Prover(session.cluster, session.settings)
    found = (find_in_bibliography(prover, paper, text) for text in texts if text)
    return next((citation for citation in found if citation), None)


def _cite_mention(session: Session, paper: Paper, mention: Mention | None) -> Citation | None:
    if mention is None:
        return None
    return Prover(session.cluster, session.settings).find(paper.id, mention.page, mention.sentence)
