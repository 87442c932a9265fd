"""The connection to Ray, with a module in place of Ray that records how it is called."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citehop.errors import UnreachableError
from citehop.indexes.distributed.ray_connection import ray_connection
from citehop.settings import Settings

ELSEWHERE = "198.51.100.1:6379"  # an address for documentation, which no machine has


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Any]]:
    """The calls of `ray.init`, with the mode of authentication at that moment; a home folder without a token."""
    calls: list[dict[str, Any]] = []

    def init(**options: Any) -> None:
        calls.append({**options, "mode": os.environ.get("RAY_AUTH_MODE")})
        if options.get("address") == ELSEWHERE:
            os.write(2, b"gcs_client.cc:210: InvalidAuthToken\n")  # as its C++ code does
            cause = RuntimeError("InvalidAuthToken: Authentication token is missing or incorrect")
            raise ConnectionError(f"Failed to connect to Ray cluster at {ELSEWHERE}") from cause

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init, shutdown=lambda: None))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_USAGE_STATS_ENABLED"):
        monkeypatch.setenv(name, "")  # so that it is restored afterwards, whatever the code sets
        monkeypatch.delenv(name)
    return calls


@pytest.fixture
def token(tmp_path: Path) -> Path:
    path = tmp_path / ".ray" / "auth_token"
    path.parent.mkdir()
    path.write_text("secret")
    return path


@pytest.mark.parametrize("address", ["127.0.0.1:6379", "localhost:6379"])
@pytest.mark.usefixtures("token")
def test_ray_on_this_machine_gets_its_token(ray: list[dict[str, Any]], address: str) -> None:
    with ray_connection(address, Settings()):
        assert [(call["address"], call["mode"]) for call in ray] == [(address, "token")]


def test_without_a_token_there_is_no_authentication(ray: list[dict[str, Any]]) -> None:
    with ray_connection("127.0.0.1:6379", Settings()):
        assert [call["mode"] for call in ray] == [None]


@pytest.mark.usefixtures("token")
def test_the_users_mode_is_kept(ray: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    with ray_connection("127.0.0.1:6379", Settings()):
        assert [call["mode"] for call in ray] == ["disabled"]


@pytest.mark.usefixtures("token")
def test_another_machine_gets_no_token_and_the_error_names_the_setting(
    ray: list[dict[str, Any]], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UnreachableError) as caught, ray_connection(ELSEWHERE, Settings()):
        pass
    assert [call["mode"] for call in ray] == [None]
    assert str(caught.value) == (
        f"Ray at {ELSEWHERE}: it asks for a token; copy ~/.ray/auth_token from its first machine and set RAY_AUTH_MODE=token"
    )
    assert capfd.readouterr().err == ""


def test_a_wrong_token(ray: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    with (
        pytest.raises(UnreachableError, match=r"token of this machine is not its own"),
        ray_connection(ELSEWHERE, Settings()),
    ):
        pass
    assert [call["mode"] for call in ray] == ["token"]


def test_ray_is_started_with_the_number_of_workers(ray: list[dict[str, Any]]) -> None:
    with ray_connection("local", Settings(workers=3)):
        (call,) = ray
    assert (call["num_cpus"], call["mode"], "address" in call) == (3, None, False)
