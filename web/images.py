"""Encode images as bytes, and keep recently used images in memory."""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from PIL import Image

_THUMBNAIL = 640, 480  # pixels: twice the size on the page, for screens of high resolution
_QUALITY = 80  # quality of JPEG images
_MAX_BYTES = 64 << 20  # limit of all images in memory


class ImageCache:
    """A cache of encoded images by key. The least recently used images are dropped first. Thread-safe."""

    def __init__(self, max_bytes: int = _MAX_BYTES) -> None:
        self._max_bytes, self._size, self._lock = max_bytes, 0, threading.Lock()
        self._images: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable, build: Callable[[], bytes]) -> bytes:
        """Return the image of `key`. If it is not in memory, `build` makes it; the lock is not held meanwhile."""
        with self._lock:
            if key in self._images:
                self._images.move_to_end(key)
                return self._images[key]
        data = build()
        with self._lock:
            self._size += len(data) - len(self._images.pop(key, b""))
            self._images[key] = data
            while self._size > self._max_bytes and len(self._images) > 1:
                self._size -= len(self._images.popitem(last=False)[1])
        return data


def encode_png(image: Image.Image) -> bytes:
    """Return `image` encoded as PNG."""
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def encode_thumbnail(image: Image.Image) -> bytes:
    """Return a small JPEG of `image`."""
    small = image.convert("RGB")
    small.thumbnail(_THUMBNAIL)
    data = io.BytesIO()
    small.save(data, "JPEG", quality=_QUALITY)
    return data.getvalue()
