"""Storage that the workers of a build share: a folder, or any file system of fsspec such as S3.

Objects are named by the hash of their inputs. An object is written once, and either complete or not at all.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from ...errors import ConfigurationError, MissingExtraError, UnreachableError

T = TypeVar("T")
_ANSWER_SECONDS = 300.0  # time limit of one call, for an object of a few megabytes


@dataclass(frozen=True, slots=True)
class SharedStorage:
    """Objects below `url`, a path or an address such as "s3://bucket/folder".

    Credentials are those of the fsspec driver. Methods raise UnreachableError if the file system cannot be reached or
    refuses.
    """

    url: str

    def has(self, name: str) -> bool:
        """True if there is an object called `name`."""
        fs, root = self._open()
        return bool(self._call(lambda: fs.exists(f"{root}/{name}")))

    def read(self, name: str) -> bytes:
        """Return the content of the object `name`."""
        fs, root = self._open()
        content: bytes = self._call(lambda: fs.cat_file(f"{root}/{name}"))
        return content

    def write(self, name: str, content: bytes) -> None:
        """Write the object `name`. If two workers write it from the same inputs, either result may stay."""
        fs, root = self._open()
        path = f"{root}/{name}"

        def put() -> None:
            if "file" not in _protocols(fs):
                fs.pipe_file(path, content)  # object stores show an object only when it is complete
                return
            fs.makedirs(path.rpartition("/")[0], exist_ok=True)
            draft = f"{path}.{uuid.uuid4().hex}.tmp"
            fs.pipe_file(draft, content)
            fs.mv(draft, path)

        self._call(put)

    def _open(self) -> tuple[Any, str]:
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise MissingExtraError("storage shared by workers", "ray") from None
        try:
            fs, root = url_to_fs(self.url)
        except (ImportError, ValueError) as error:
            raise ConfigurationError(f"storage {self.url}: {error}") from error
        return fs, root.rstrip("/")

    def _call(self, call: Callable[[], T]) -> T:
        """Return the result of `call`. It runs in a thread that is abandoned if the storage does not answer."""
        outcome: Future[T] = Future()
        threading.Thread(target=_run, args=(call, outcome), daemon=True).start()
        try:
            return outcome.result(_ANSWER_SECONDS)
        except FileNotFoundError:
            raise
        except TimeoutError as error:
            raise UnreachableError(
                f"storage {self.url}: no answer in {_ANSWER_SECONDS:.0f} seconds"
            ) from error
        except Exception as error:  # every driver raises different exceptions
            cause = " ".join(str(error).split())[:200] or type(error).__name__
            raise UnreachableError(f"storage {self.url}: {cause}") from error


def _run(call: Callable[[], T], outcome: Future[T]) -> None:
    try:
        outcome.set_result(call())
    except BaseException as error:
        outcome.set_exception(error)


def _protocols(fs: Any) -> tuple[str, ...]:
    return (fs.protocol,) if isinstance(fs.protocol, str) else tuple(fs.protocol)
