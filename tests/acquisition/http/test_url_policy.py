"""Addresses that are never requested, however they are written."""

from dataclasses import replace

import pytest

from citehop.acquisition.http.errors import UnsafeUrlError
from citehop.acquisition.http.rate_limit import host_key
from citehop.acquisition.http.url_policy import encode_url, is_private, load_url_policy
from citehop.errors import ConfigurationError
from citehop.settings import Settings

MALFORMED = [
    "https://[::1/x.pdf",
    "https://h:99999/x",
    "https://h:port/x",
    "https://é..b/x",
    "https://a..b/x",
    f"https://{'a' * 64}.org/x",
    "https://[nonsense]/x",
]


@pytest.mark.parametrize("url", MALFORMED)
def test_a_malformed_address_is_refused_and_raises_nothing_else(url: str) -> None:
    policy = load_url_policy(Settings())
    with pytest.raises(UnsafeUrlError):
        policy.check(url)
    assert host_key(url)
    with pytest.raises(UnsafeUrlError):
        policy.check(policy.redirect("https://example.org/x", url))


def test_a_malformed_base_url_is_a_fault_of_the_settings() -> None:
    with pytest.raises(ConfigurationError, match="arxiv_url"):
        load_url_policy(replace(Settings(), arxiv_url="https://[::1"))


@pytest.mark.parametrize(
    "host",
    [
        "::127.0.0.1", "::10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
        "2002:7f00:1::", "2002:808:808::", "fec0::1", "fe80::1%eth0", "fd00::1", "ff02::1", "2001::1",
        "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost.", "printer.local.",
    ],
)  # fmt: skip
def test_a_private_address_in_any_notation(host: str) -> None:
    assert is_private(host)
    with pytest.raises(UnsafeUrlError):
        load_url_policy(Settings()).check(f"https://{f'[{host}]' if ':' in host else host}/x.pdf")


@pytest.mark.parametrize(
    "host",
    ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::808:808", "::ffff:8.8.8.8",
     "example.org", "1e100.net", "0xdead.org"],
)  # fmt: skip
def test_a_public_address(host: str) -> None:
    assert not is_private(host)


def test_addresses_are_sent_in_ascii() -> None:
    assert encode_url("https://example.org/ä b?q=ü#x") == "https://example.org/%C3%A4%20b?q=%C3%BC"
    assert encode_url("https://bücher.example/a%20b") == "https://xn--bcher-kva.example/a%20b"
    assert encode_url("https://[2606:2800::1]:8443") == "https://[2606:2800::1]:8443/"
