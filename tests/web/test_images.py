"""The images in memory."""

from functools import partial

from citehop.web.images import ImageCache


def test_the_least_recently_used_images_are_dropped() -> None:
    cache, built = ImageCache(max_bytes=25), list[str]()

    def build(key: str) -> bytes:
        built.append(key)
        return key.encode() * 10

    for key in "aabacab":
        assert cache.get(key, partial(build, key)) == key.encode() * 10
    assert built == ["a", "b", "c", "b"]
