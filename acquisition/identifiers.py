"""Parse identifiers such as "arxiv:2310.08395", "https://doi.org/10.1145/..." and "W19-4330".

tests/acquisition/test_identifiers.py has a table of the accepted forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from ..errors import UsageError

# arXiv: YYMM.NNNN from April 2007 to 2014, YYMM.NNNNN since; before, archive[.class]/YYMMNNN.
# https://info.arxiv.org/help/arxiv_identifier.html
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "econ|eess|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    "plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_NEW = r"(?:0[7-9]|[1-9]\d)(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD = rf"(?:{_ARCHIVES})(?:\.[a-z-]{{2,9}})?/(?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])\d{{3}}"
_ARXIV = re.compile(rf"(?P<id>{_NEW}|{_OLD})(?:v(?P<version>[1-9]\d{{0,2}}))?", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s]{1,300}")
_ACL = re.compile(r"[A-Za-z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+", re.IGNORECASE)
_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{6,20}")
_S2 = re.compile(r"[0-9a-f]{40}", re.IGNORECASE)
_OPENALEX = re.compile(r"W\d{4,12}", re.IGNORECASE)
_PREFIX = re.compile(
    r"(?P<kind>arxiv|doi|acl|openreview|corpus\s?id|s2|openalex)\s*(?:id)?\s*[:/=]\s*", re.IGNORECASE
)
# Suffixes that publishers append to a DOI in the URLs of their pages.
_DOI_TAIL = re.compile(
    r"(?:/(?:abstract|full|fulltext|pdf|epdf|pdfdirect|meta|references|summary|html)|\.pdf|\.html)$"
)
_BIORXIV = re.compile(r"(10\.1101/\d{4}\.\d{2}\.\d{2}\.\d+)v\d+$")
_MAX_CHARACTERS = 2000  # number of characters of the input that are read
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}


@dataclass(frozen=True, slots=True)
class Identifier:
    """The identifiers of one paper: (kind, identifier) pairs as in `PaperRecord.ids`.

    arXiv ids have no version, and DOIs are in lower case. `version` is the version of the arXiv id, 0 if none was
    given. A paper known only by a URL has the URL as its only id.
    """

    ids: tuple[tuple[str, str], ...]
    version: int = 0


def parse_identifier(text: str) -> Identifier:
    """Return the paper that `text` names: an identifier with or without prefix, or the URL of a page about the paper.

    Case, surrounding blanks and brackets, trailing punctuation, and the query and fragment of a URL are ignored. Raises
    UsageError for anything else.
    """
    wanted = _strip(text[:_MAX_CHARACTERS])
    found = _parse_url(wanted) if re.match(r"https?://|www\.", wanted, re.IGNORECASE) else _parse_name(wanted)
    if found is None:
        raise UsageError(
            f"not a paper: {text.strip()[:80]!r}; give an arXiv id, a DOI, an ACL id, an address of these, or a file"
        )
    return found


def parse_arxiv_id(text: str) -> Identifier | None:
    """Parse `text` as an arXiv id and nothing else: "2310.08395v2", "cs.CL/0112017" (its class is dropped). None if it
    is not one.
    """
    match = _ARXIV.fullmatch(text)
    if match is None:
        return None
    identifier = re.sub(r"^([a-z-]+)\.[a-z-]+/", r"\1/", match["id"].lower())
    if "/" not in identifier and (
        identifier[:4] < "0704" or (len(identifier) == 9) != (identifier[:4] < "1501")
    ):
        return None
    return Identifier((("arxiv", identifier),), int(match["version"] or 0))


def parse_doi(doi: str) -> Identifier | None:
    """Parse a DOI. An arXiv DOI gives the arXiv id alone, and an ACL DOI also gives the ACL id; None if it is
    malformed.
    """
    doi = doi.lower()
    while (shorter := _strip(doi.rstrip("/"))) != doi:
        doi = shorter
    if _DOI.fullmatch(doi) is None:
        return None
    if doi.startswith("10.48550/arxiv."):
        return parse_arxiv_id(doi.removeprefix("10.48550/arxiv."))
    ids = [("doi", doi)]
    if doi.startswith("10.18653/v1/") and _ACL.fullmatch(name := doi.removeprefix("10.18653/v1/")):
        ids.append(("acl", normalize_acl_id(name)))
    return Identifier(tuple(ids))


def normalize_acl_id(text: str) -> str:
    """Return the canonical form of an ACL id: "P19-1423", "2020.acl-main.1"."""
    return text.upper() if text[:1].isalpha() else text.lower()


def is_acl_id(text: str) -> bool:
    """True if `text` is an ACL id and nothing else."""
    return _ACL.fullmatch(text) is not None


def _strip(text: str) -> str:
    """Return `text` without surrounding blanks, quotes and brackets, and without trailing punctuation."""
    text = "".join(c for c in text if c.isprintable()).strip()
    while text:
        if text[0] in "\"'“‘<([{" and not (text[0] in "(<[{" and _closes_inside(text)):
            text = text[1:].lstrip()
        elif text[-1] in ".,;:!\"'”’" or (
            text[-1] in _BRACKETS and text.count(_BRACKETS[text[-1]]) < text.count(text[-1])
        ):
            text = text[:-1].rstrip()
        else:
            break
    return text


def _closes_inside(text: str) -> bool:
    """True if the bracket that opens `text` is closed before its end, so that it belongs to the identifier."""
    opening, depth = text[0], 0
    closing = next(close for close, partner in _BRACKETS.items() if partner == opening)
    for place, char in enumerate(text):
        depth += (char == opening) - (char == closing)
        if depth == 0:
            return place < len(text) - 1
    return False


def _parse_name(text: str) -> Identifier | None:
    prefix = _PREFIX.match(text)
    if prefix is None:
        return _parse_strip(text)
    kind = re.sub(r"\s", "", prefix["kind"].lower())
    value = _strip(text[prefix.end() :])
    if kind == "arxiv":
        return parse_arxiv_id(
            re.sub(r"\s*\[[\w.-]+\].*$", "", value)
        )  # "arXiv:2310.08395v2 [cs.CL] 12 Oct 2023"
    if kind == "doi":
        return parse_doi(unquote(value) if "%" in value else value)
    if kind == "acl":
        return Identifier((("acl", normalize_acl_id(value)),)) if _ACL.fullmatch(value) else None
    if kind == "openreview":
        return Identifier((("openreview", value),)) if _OPENREVIEW.fullmatch(value) else None
    if kind == "corpusid":
        return Identifier((("corpus", value),)) if re.fullmatch(r"\d{1,12}", value) else None
    if kind == "openalex":
        return Identifier((("openalex", value.upper()),)) if _OPENALEX.fullmatch(value) else None
    return Identifier((("s2", value.lower()),)) if _S2.fullmatch(value) else None


def _parse_strip(text: str) -> Identifier | None:
    if _DOI.match(text):
        return parse_doi(unquote(text) if "%" in text else text)
    if _ACL.fullmatch(text):
        return Identifier((("acl", normalize_acl_id(text)),))
    if _S2.fullmatch(text):
        return Identifier((("s2", text.lower()),))
    if _OPENALEX.fullmatch(text):
        return Identifier((("openalex", text.upper()),))
    if re.match(r"[\w.-]+\.(?:org|net|com|edu|io)/", text, re.IGNORECASE):
        return _parse_url(f"https://{text}")
    return parse_arxiv_id(text)


def _parse_url(text: str) -> Identifier | None:
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = (parts.hostname or "").lower().removeprefix("www.")
    except ValueError:
        return None
    path = unquote(parts.path).strip("/")
    if not host:
        return None
    if host.endswith(("arxiv.org", "ar5iv.org", "alphaxiv.org")) or (
        host == "huggingface.co" and path.startswith("papers/")
    ):
        return _parse_arxiv_path(path)
    if host.endswith("doi.org"):
        query = "" if re.match(r"[\w.%-]+=", parts.query) or not parts.query else f"?{parts.query}"
        return parse_doi(_strip(path + query))
    if host in ("aclanthology.org", "aclanthology.info", "aclweb.org"):
        found = re.search(rf"(?:^|/)({_ACL.pattern})(?:v\d+)?(?:\.pdf|\.bib|\.xml)?$", path, re.IGNORECASE)
        return Identifier((("acl", normalize_acl_id(found[1])),)) if found else None
    if host == "openreview.net":
        value = parse_qs(parts.query).get("id", [""])[0]
        return Identifier((("openreview", value),)) if _OPENREVIEW.fullmatch(value) else None
    if host.endswith("semanticscholar.org"):
        return _parse_semantic_scholar(path)
    if host.endswith("openalex.org"):
        last = path.rpartition("/")[2]
        return Identifier((("openalex", last.upper()),)) if _OPENALEX.fullmatch(last) else None
    if (doi := _find_doi(path)) is not None:
        return doi
    return Identifier((("url", text if "://" in text else f"https://{text}"),))


def _parse_arxiv_path(path: str) -> Identifier | None:
    """Parse the arXiv id at the end of the path in an arXiv URL, such as "pdf/cs/0112017v1.pdf"."""
    path = re.sub(r"\.(?:pdf|ps|gz|html)$", "", path)
    match = re.fullmatch(r"(?:(?:abs|pdf|html|e-print|src|ps|format|papers|list|tb|overview)/)?(.+)", path)
    return parse_arxiv_id(match[1]) if match else None


def _parse_semantic_scholar(path: str) -> Identifier | None:
    last = path.rpartition("/")[2]
    if _S2.fullmatch(last):
        return Identifier((("s2", last.lower()),))
    corpus = re.fullmatch(r"corpus\s?id:(\d{1,12})", last, re.IGNORECASE)
    return Identifier((("corpus", corpus[1]),)) if corpus else None


def _find_doi(path: str) -> Identifier | None:
    """Find the DOI in the path of a publisher's URL; None if there is no DOI."""
    match = _DOI.search(path)
    if match is None:
        return None
    doi = _strip(match[0])
    if preprint := _BIORXIV.match(doi.partition(".full")[0]):
        return parse_doi(preprint[1])
    while (shorter := _DOI_TAIL.sub("", doi)) != doi:
        doi = shorter
    return parse_doi(doi)
