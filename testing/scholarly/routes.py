"""The answer of each simulated scholarly service to a request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from ...papers.titles import fold_title
from .world import (
    ScholarlyPaper,
    World,
    atom_feed,
    crossref_work,
    openalex_id,
    openalex_work,
    s2_id,
    s2_paper,
    s2_references,
    unpaywall_answer,
)

LOGIN = b"<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form>Password</form></body></html>"


@dataclass(frozen=True, slots=True)
class PlayedResponse:
    """The response of a simulated service, without faults."""

    body: bytes
    kind: str = "application/json"
    status: int = 200
    location: str = ""


NOT_FOUND = PlayedResponse(b'{"error": "not found"}', status=404)


@dataclass(frozen=True, slots=True)
class PlayedRequest:
    """A GET of `path`, or a POST of `body` to it. `publisher` is the base URL of the publisher's files."""

    world: World
    publisher: str
    path: str
    body: bytes


def answer(service: str, question: PlayedRequest) -> PlayedResponse:
    """Return the response of `service`, without faults."""
    return _SERVICES[service](question)


def _json(value: object) -> PlayedResponse:
    return PlayedResponse(json.dumps(value).encode())


def _key(world: World, service: str, wanted: Callable[[str, ScholarlyPaper], bool]) -> str:
    return next((key for key, paper in world.items() if service in paper.known_to and wanted(key, paper)), "")


def _s2(q: PlayedRequest) -> PlayedResponse:
    parts = urlsplit(q.path)
    rest = unquote(parts.path).removeprefix("/graph/v1/paper/")
    query = parse_qs(parts.query)
    if rest == "batch":
        keys = [_s2_key(q.world, name) for name in json.loads(q.body)["ids"]]
        return _json([s2_paper(q.world, key, q.publisher) if key else None for key in keys])
    if rest == "search/match":
        title = fold_title(query["query"][0])
        key = _key(q.world, "s2", lambda _, paper: fold_title(paper.title) == title)
        return _json({"data": [s2_paper(q.world, key, q.publisher)]}) if key else NOT_FOUND
    key = _s2_key(q.world, rest.removesuffix("/references"))
    if not key:
        return NOT_FOUND
    if not rest.endswith("/references"):
        return _json(s2_paper(q.world, key, q.publisher))
    listed = s2_references(q.world, key, q.publisher)
    offset, page = (
        int(query["offset"][0]),
        min(int(query["limit"][0]), 25),
    )  # the real service may also return smaller pages than requested
    following = {"next": offset + page} if offset + page < len(listed) else {}
    return _json({"offset": offset, "data": listed[offset : offset + page], **following})


def _s2_key(world: World, name: str) -> str:
    kind, _, value = name.partition(":")
    field = {"ARXIV": "arxiv", "DOI": "doi", "ACL": "acl"}.get(kind.upper())
    if field:
        return _key(world, "s2", lambda _, paper: getattr(paper, field).lower() == value.lower() != "")
    return _key(world, "s2", lambda key, _: s2_id(key) == name)


def _openalex(q: PlayedRequest) -> PlayedResponse:
    parts = urlsplit(q.path)
    name = unquote(parts.path).removeprefix("/works").strip("/")
    if name:
        key = _openalex_key(q.world, *(name.split(":", 1) if ":" in name else ("openalex", name)))
        return _json(openalex_work(q.world, key, q.publisher)) if key else NOT_FOUND
    kind, _, wanted = parse_qs(parts.query)["filter"][0].partition(":")
    if kind == "title.search":
        found = [_key(q.world, "openalex", lambda _, paper: fold_title(paper.title) == fold_title(wanted))]
    else:
        found = [_openalex_key(q.world, kind, one) for one in wanted.split("|")]
    return _json({"meta": {}, "results": [openalex_work(q.world, key, q.publisher) for key in found if key]})


def _openalex_key(world: World, kind: str, name: str) -> str:
    arxiv = name.lower().removeprefix("10.48550/arxiv.")
    if kind == "doi" and arxiv != name.lower():
        return _key(world, "openalex", lambda _, paper: paper.arxiv == arxiv and not paper.doi)
    if kind == "doi":
        return _key(world, "openalex", lambda _, paper: paper.doi == name)
    return _key(world, "openalex", lambda key, _: openalex_id(key) == name)


def _crossref(q: PlayedRequest) -> PlayedResponse:
    parts = urlsplit(q.path)
    doi = unquote(parts.path).removeprefix("/works").strip("/")
    if doi:
        key = _key(q.world, "crossref", lambda _, paper: paper.doi == doi)
        return _json({"status": "ok", "message": crossref_work(q.world, key)}) if key else NOT_FOUND
    wanted = fold_title(parse_qs(parts.query)["query.bibliographic"][0])
    key = _key(
        q.world, "crossref", lambda _, paper: bool(paper.doi) and wanted.startswith(fold_title(paper.title))
    )
    return _json({"message": {"items": [crossref_work(q.world, key)] if key else []}})


def _unpaywall(q: PlayedRequest) -> PlayedResponse:
    doi = unquote(urlsplit(q.path).path).removeprefix("/v2/")
    key = _key(q.world, "unpaywall", lambda _, paper: paper.doi == doi)
    return _json(unpaywall_answer(q.world, key, q.publisher)) if key else NOT_FOUND


def _arxiv(q: PlayedRequest) -> PlayedResponse:
    parts = urlsplit(q.path)
    query = parse_qs(parts.query)
    if parts.path == "/api/query":
        wanted = query.get("id_list", [""])[0].split(",")
        title = fold_title(query.get("search_query", [""])[0].removeprefix("ti:"))
        found = [
            p for p in q.world.values() if p.arxiv and (p.arxiv in wanted or fold_title(p.title) == title)
        ]
        return PlayedResponse(atom_feed(found).encode(), "application/atom+xml")
    match = re.fullmatch(r"/(pdf|e-print)/(.+?)(?:v\d+)?", parts.path)
    key = _key(q.world, "arxiv", lambda _, paper: match is not None and paper.arxiv == match[2])
    paper = q.world.get(key)
    if paper is None or match is None:
        return NOT_FOUND
    raw = paper.pdf if match[1] == "pdf" else paper.tex or paper.pdf
    return PlayedResponse(raw, "application/octet-stream") if raw else NOT_FOUND


def _acl(q: PlayedRequest) -> PlayedResponse:
    name = q.path.strip("/").removesuffix(".pdf")
    paper = q.world.get(_key(q.world, "acl", lambda _, paper: paper.acl == name))
    return PlayedResponse(paper.pdf, "application/pdf") if paper and paper.pdf else NOT_FOUND


def _publisher(q: PlayedRequest) -> PlayedResponse:
    key = q.path.strip("/").removeprefix("files/").removesuffix(".pdf")
    paper = q.world.get(key)
    if paper is None or paper.open_at in ("", "gone"):
        return NOT_FOUND
    if paper.open_at == "login":
        return PlayedResponse(LOGIN, "application/pdf")
    if not q.path.startswith("/files/"):
        return PlayedResponse(b"", status=302, location=f"/files/{key}.pdf")
    return PlayedResponse(paper.pdf, "application/pdf")


_SERVICES: dict[str, Callable[[PlayedRequest], PlayedResponse]] = {
    "semantic_scholar": _s2,
    "openalex": _openalex,
    "crossref": _crossref,
    "unpaywall": _unpaywall,
    "arxiv": _arxiv,
    "acl": _acl,
    "publisher": _publisher,
}
SERVICES = tuple(_SERVICES)
