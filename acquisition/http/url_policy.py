"""Check addresses before they are requested: https unless the user allows http, and no private networks.

Lists of references, and the addresses of files in them, come from strangers.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, fields
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from ...errors import ConfigurationError
from ...settings import Settings
from .errors import UnsafeUrlError

SERVICE_URLS = (
    "arxiv_url",
    "semantic_scholar_url",
    "openalex_url",
    "crossref_url",
    "unpaywall_url",
    "acl_url",
)
_CONFIGURED_URLS = (*SERVICE_URLS, "zotero_url")
_LOCAL_NAMES = (".localhost", ".local", ".internal")
# Ranges that `is_global` of Python 3.11 accepts: IPv4-compatible (obsolete: RFC 4291, 2.5.5.1), 6to4 (obsolete: RFC 7526)
# and local-use NAT64 (RFC 8215).
_REFUSED = tuple(map(ipaddress.IPv6Network, ("::/96", "2002::/16", "64:ff9b:1::/48")))
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052; the last 32 bits are the IPv4 address


@dataclass(frozen=True, slots=True)
class UrlPolicy:
    """The rules for URLs. `trusted` hosts ("name" or "name:port") were configured by the user; their addresses may be
    private.
    """

    allow_http: bool
    trusted: frozenset[str]

    def check(self, url: str) -> None:
        """Raise UnsafeUrlError for a URL that must not be requested. The host name is not resolved here."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
            encode_url(url)
        except ValueError:  # includes the UnicodeError for a host that is not an IDNA name
            raise UnsafeUrlError(f"not a URL: {url[:100]!r}") from None
        if parts.scheme != "https" and not (parts.scheme == "http" and self.allow_http):
            raise UnsafeUrlError(
                f"{parts.scheme or 'no'} address, only https is requested (setting allow_http): {url[:100]}"
            )
        if not host or "@" in parts.netloc:
            raise UnsafeUrlError(f"not an address of a server: {url[:100]}")
        if not self.is_trusted(host, port) and is_private(host):
            raise UnsafeUrlError(f"{host} is a private address (setting trusted_hosts)")

    def redirect(self, url: str, location: str) -> str:
        """Return the target of a redirect from `url` to `location`. Raises UnsafeUrlError if it is malformed or leaves
        https.
        """
        try:
            target = urljoin(url, location)
            scheme = urlsplit(target).scheme
        except ValueError:
            raise UnsafeUrlError(f"redirects to what is not a URL: {location[:100]!r}") from None
        if urlsplit(url).scheme == "https" and scheme != "https":
            raise UnsafeUrlError(f"redirects from https to {target[:100]}")
        return target

    def is_trusted(self, host: str, port: int | None) -> bool:
        """True if the user configured this host."""
        return host in self.trusted or f"{host}:{port}" in self.trusted


def load_url_policy(settings: Settings) -> UrlPolicy:
    """Return the policy for `settings`. Hosts of base URLs that differ from the defaults are trusted.

    Raises ConfigurationError if a base URL is not a URL.
    """
    defaults = {field.name: field.default for field in fields(Settings)}
    trusted = {host.strip().lower() for host in settings.trusted_hosts.split(",") if host.strip()}
    for name in _CONFIGURED_URLS:
        base = getattr(settings, name)
        try:
            netloc = urlsplit(base).netloc
            encode_url(base)
        except ValueError:
            raise ConfigurationError(f"setting {name} is not a URL: {base!r}") from None
        if base != defaults[name]:
            trusted.add(netloc)
    return UrlPolicy(settings.allow_http, frozenset(trusted))


def encode_url(url: str) -> str:
    """Return `url` in ASCII as it is sent: the host in IDNA, the rest percent-encoded, no fragment.

    Raises ValueError if it is malformed.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii")
    if parts.port is not None:
        host = f"{host}:{parts.port}"
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._") or "/"
    return urlunsplit((parts.scheme, host, path, quote(parts.query, safe="/%:@!$&'()*+,;=~-._?|"), ""))


def is_private(host: str) -> bool:
    """True if `host` is an address outside the public internet, in any notation, or a name of the local network."""
    host = host.rstrip(".").lower()
    address = _parse_address(host)
    if address is None:
        return host == "localhost" or host.endswith(_LOCAL_NAMES)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address in _NAT64:
            address = IPv4Address(int(address) & 0xFFFFFFFF)
        elif address.is_site_local or any(address in network for network in _REFUSED):
            return True
    return not address.is_global or address.is_multicast


def _parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """Parse the IP address in `host`; None for a name.

    Numeric forms of inet_aton are accepted as well ("127.1", "0x7f000001", "2130706433").
    """
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    if not re.fullmatch(r"(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}", host):
        return None
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
