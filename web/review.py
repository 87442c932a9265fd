"""Review generated questions: accept, edit or reject each question, with the keyboard.

The folders of questions are arguments of `citehop web`.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import get_args

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..errors import UsageError
from ..evaluation.question_generation.release import image_file, read_pairs
from ..evaluation.question_generation.review import ReviewDecision, Verb, read_decisions, record_decision
from ..evaluation.question_generation.types import QuestionPair
from ..figures.image import load_image
from ..integrations.evidence.marked_images import outlined_figure
from ..papers.types import BBox
from .browse import png
from .forms import Form, form_route
from .images import encode_png
from .site import Site, page_route

_LONGEST = 2000  # characters of a question or answer
_WRITING = threading.Lock()


def review_routes(site: Site) -> list[Route]:
    """Return the routes of the pages for reviewing questions."""
    return [
        page_route(site, "/review/{number:int}", _review_page),
        page_route(site, "/review/{number:int}/figure.png", _figure),
        form_route(site, "/review/{number:int}", _decide),
    ]


def _review_page(site: Site, request: Request) -> Response:
    number, folder = _named_folder(site, request)
    pairs, decisions = read_pairs(folder), read_decisions(folder)
    undecided = [pair for pair in pairs if pair.id not in decisions]
    chosen = request.query_params.get("pair", "")
    pair = next((p for p in pairs if p.id == chosen), None) if chosen else _next(pairs, undecided, request)
    if chosen and pair is None:
        raise HTTPException(404)
    previous = pairs[pairs.index(pair) - 1].id if pair and pairs.index(pair) else ""
    return site.render(
        "review.html",
        folder=folder.name,
        number=number,
        pair=pair,
        previous=previous,
        decision=decisions.get(pair.id) if pair else None,
        decided=len(pairs) - len(undecided),
        total=len(pairs),
    )


def _decide(site: Site, request: Request, form: Form) -> Response:
    number, folder = _named_folder(site, request)
    pair = _named_pair(folder, form.required("pair"))
    verb: Verb | None = next((one for one in get_args(Verb) if one == form.text("decision")), None)
    if verb is None:
        raise HTTPException(400, "choose to accept, edit or reject")
    question, answer = form.required("question", _LONGEST), form.required("answer", _LONGEST)
    edited = (question, answer) != (pair.question, pair.reference.answer)
    if verb != "reject":
        verb = "edit" if edited else "accept"
    decision = ReviewDecision(pair.id, verb, *((question, answer) if verb == "edit" else ()))
    with _WRITING:
        record_decision(folder, decision)
    return RedirectResponse(f"/review/{number}", 303)


def _figure(site: Site, request: Request) -> Response:
    _, folder = _named_folder(site, request)
    pair = _named_pair(folder, request.query_params.get("pair", ""))
    path = image_file(folder, pair).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise UsageError("this question has no figure")
    image = load_image(path)
    scale = image.width / max(pair.box.width, 1e-6)
    left, top = pair.box.x0, pair.box.y0
    boxes = [
        BBox((b.x0 - left) * scale, (b.y0 - top) * scale, (b.x1 - left) * scale, (b.y1 - top) * scale)
        for b in pair.visual.boxes
    ]
    return png(encode_png(outlined_figure(image, boxes)))


def _named_folder(site: Site, request: Request) -> tuple[int, Path]:
    """Return the number in the address, from 1, and the folder with this number.

    Raises HTTPException if there is no such folder.
    """
    number: int = request.path_params["number"]
    if not 1 <= number <= len(site.reviews):
        raise HTTPException(404)
    return number, site.reviews[number - 1]


def _named_pair(folder: Path, pair_id: str) -> QuestionPair:
    pair = next((pair for pair in read_pairs(folder) if pair.id == pair_id), None)
    if pair is None:
        raise HTTPException(404)
    return pair


def _next(pairs: list[QuestionPair], undecided: list[QuestionPair], request: Request) -> QuestionPair | None:
    """Return the first undecided pair after the skipped one, or else the first undecided pair; None if all are
    decided.
    """
    ids = [pair.id for pair in pairs]
    skipped = request.query_params.get("after", "")
    start = ids.index(skipped) + 1 if skipped in ids else 0
    later = [pair for pair in undecided if ids.index(pair.id) >= start]
    return next(iter(later or undecided), None)
