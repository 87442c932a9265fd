"""HTML and SVG from values: whatever is not markup already is escaped, so that no paper or model can write any."""

from __future__ import annotations

from html import escape

_VOID = {"img", "input", "meta", "link"}


class Markup(str):
    """Text that is HTML."""

    __slots__ = ()


Child = str | int | float | None


def tag(name: str, /, *children: Child, **attributes: str | int | float | bool | None) -> Markup:
    """`<name attributes>children</name>`. None children and attributes are left out, True is an attribute without a value.

    `_` in the name of an attribute is "-", and one at its end is dropped (`class_`).
    """
    written = "".join(
        f" {_attribute(key)}" if value is True else f' {_attribute(key)}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """The children one after the other."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(_text(child))
            for child in children
            if child is not None
        )
    )


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _text(value: str | int | float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
