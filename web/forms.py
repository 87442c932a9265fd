"""Forms of the pages: their fields, the token in every form, and the routes that receive forms."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .access import MAX_BODY
from .site import Site

_MAX_FIELDS = 400  # a comparison has one field per paper


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form as (name, value) pairs, in order."""

    fields: tuple[tuple[str, str], ...]

    def text(self, name: str, longest: int = 2000) -> str:
        """Return the value of a field on one line; "" without the field. Raises HTTPException if it is longer than
        `longest`.
        """
        value = " ".join(dict(self.fields).get(name, "").split())
        if len(value) > longest:
            raise HTTPException(413, f"the {name} is too long: at most {longest} characters")
        return value

    def lines(self, name: str, longest: int = 2000) -> str:
        """Return the value of a field with its line breaks. Raises HTTPException if it is longer than `longest`."""
        value = "\n".join(line.rstrip() for line in dict(self.fields).get(name, "").splitlines()).strip()
        if len(value) > longest:
            raise HTTPException(413, f"the {name} is too long: at most {longest} characters")
        return value

    def required(self, name: str, longest: int = 2000) -> str:
        """Return the value of a field on one line. Raises HTTPException if it is empty or longer than `longest`."""
        if not (value := self.text(name, longest)):
            raise HTTPException(400, f"the {name} is empty; write one")
        return value

    def number(self, name: str, least: float, most: float) -> float:
        """Return the value of a field as a number.

        Raises HTTPException unless it is a number from `least` to `most`.
        """
        try:
            value = float(self.text(name))
        except ValueError:
            value = most + 1
        if not least <= value <= most:
            raise HTTPException(400, f"{name} must be a number from {least:g} to {most:g}")
        return value

    def all(self, name: str) -> Sequence[str]:
        """Return all values of a field that may occur several times."""
        return [value for key, value in self.fields if key == name]


async def read_form(site: Site, request: Request) -> Form:
    """Return the form in the body. Raises HTTPException for a form of another page, and for a body over `MAX_BODY`."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            raise HTTPException(413, "too large")
    try:
        fields = parse_qsl(body.decode("utf-8", "replace"), True, max_num_fields=_MAX_FIELDS)
    except ValueError:
        raise HTTPException(413, "too many fields") from None
    check_form_token(site, dict(fields).get("form_token", ""))
    return Form(tuple(fields))


def check_form_token(site: Site, token: str) -> None:
    """Raise HTTPException unless `token` is the token of this server's forms."""
    if not secrets.compare_digest(token.encode("utf-8", "replace"), site.form_token.encode()):
        raise HTTPException(403, "this form is older than the server; go back, reload the page and try again")


def form_route(site: Site, path: str, function: Callable[[Site, Request, Form], Response]) -> Route:
    """Return a route for a form. `function` handles it in a worker thread."""

    async def endpoint(request: Request) -> Response:
        form = await read_form(site, request)
        return await run_in_threadpool(function, site, request, form)

    return Route(path, endpoint, methods=["POST"])
