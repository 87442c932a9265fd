"""Protect the web page: check host names, origins, the access token and sizes of requests, and set headers of
responses.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "citehop_token"
MAX_BODY = 64 * 1024  # largest form in bytes
MAX_UPLOAD = 1 << 30  # largest upload of all files together, in bytes
UPLOAD_PATH = "/new/files"
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with "no-referrer", browsers would send "Origin: null" with the page's own forms
}


class AccessControl:
    """ASGI middleware that refuses requests from other pages and, with a `token`, requests without the token.

    A request must name a host in `hosts` (lower case; against DNS rebinding). With `any_address`, numeric addresses
    are accepted, too, because they cannot be rebound. A POST must come from the page's own origin. Bodies over
    `MAX_BODY`, or over `MAX_UPLOAD` for uploads, are refused before they are read.
    """

    def __init__(
        self, app: ASGIApp, hosts: Iterable[str], token: str = "", *, any_address: bool = False
    ) -> None:
        self._app, self._hosts, self._token, self._any_address = app, frozenset(hosts), token, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._check(scope)
        with suppress(ClientDisconnect):  # a browser that disconnects is not an error
            await (refusal or self._app)(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> Response | None:
        """Return the response to a request that is refused, or redirected because its address has the token; None to
        accept it.
        """
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if not self._is_own_host(host):
            return PlainTextResponse("This server is not known by that name.", 421)
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("Method not allowed.", 405)
        if self._token and (answer := self._check_token(scope, headers)):
            return answer
        if scope["method"] == "POST" and headers.get("origin", "").lower() != f"http://{host}":
            return PlainTextResponse("Refused: this form was sent by another page.", 403)
        length = headers.get("content-length", "0")
        most = MAX_UPLOAD if scope["path"] == UPLOAD_PATH else MAX_BODY
        if "transfer-encoding" in headers or not length.isdecimal() or int(length[:20]) > most:
            return PlainTextResponse(f"Too large: at most {most} bytes are accepted.", 413)
        return None

    def _is_own_host(self, host: str) -> bool:
        name = _host_name(host)
        return name in self._hosts or (self._any_address and _is_address(name))

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if given and _equal(given, self._token):
            response = RedirectResponse(
                "/" + scope["path"].lstrip("/\\"), 303
            )  # "//host" would redirect to that host
            response.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
            return response
        if _equal(_cookie(headers), self._token):
            return None
        return PlainTextResponse(
            "Open the address that citehop web printed: it contains the access token.", 401
        )


def is_loopback(host: str) -> bool:
    """True if `host` is reachable from this machine only."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def own_names(host: str) -> frozenset[str]:
    """Return the names by which a server bound to `host` may be addressed, in lower case."""
    bracketed = f"[{host}]" if ":" in host else host
    others = () if is_loopback(host) else (socket.gethostname(), f"{socket.gethostname()}.local")
    return _LOCAL_NAMES | {name.lower() for name in (bracketed, *others)}


def _host_name(header: str) -> str:
    """Return the Host header without its port; "" if it is malformed."""
    name, separator, port = header.rpartition(":")
    if not separator or header.endswith("]"):
        return header
    return name if port.isdecimal() else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _equal(given: str, expected: str) -> bool:
    return secrets.compare_digest(given.encode(), expected.encode())
