"""Options of a benchmark: fields of a frozen dataclass, each declared with the tasks that use it.

The command line makes a flag of each field. A value given for a task that does not use the option is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from ...errors import UsageError

T = TypeVar("T")
_SYSTEM = re.compile(r"(?P<name>[\w.:+-]+)(?:\[(?P<options>[^\[\]]*)\])?")
Needs = Literal["", "model", "no model", "judge"]
_NEEDS = {
    "model": "with a model",
    "no model": "without a model",
    "judge": "with a judge (--judge or --judge-model)",
}


@dataclass(frozen=True, slots=True)
class OptionUse:
    """Declaration of one option.

    The option is used by `tasks` (by all if empty), and only if `needs` is met and `condition`, which
    `condition_text` describes, is true. An option with `decides` false does not decide predictions and is stored with
    a run without being part of its name. Examples are a path, whose file is identified by its content, and a setting
    of judges.
    """

    help: str
    tasks: tuple[str, ...] = ()
    needs: Needs = ""
    decides: bool = True
    condition: Callable[[Any], bool] | None = None
    condition_text: str = ""


def option(
    default: Any,
    help: str,
    *,
    tasks: tuple[str, ...] = (),
    needs: Needs = "",
    decides: bool = True,
    condition: Callable[[Any], bool] | None = None,
    condition_text: str = "",
) -> Any:
    """Return a dataclass field that declares an option; see `OptionUse`."""
    return field(
        default=default,
        metadata={"use": OptionUse(help, tasks, needs, decides, condition, condition_text)},
    )


def option_uses(cls: type[Any]) -> dict[str, OptionUse]:
    """Map the name of every option of `cls` to its declaration, in order."""
    return {one.name: one.metadata["use"] for one in fields(cls)}


def flag(name: str) -> str:
    """Return the command-line flag of option `name`: "per_category" becomes "--per-category"."""
    return f"--{name.replace('_', '-')}"


def parse_options(cls: type[T], given: Mapping[str, Any]) -> T:
    """Return a `cls` with the values of `given` and defaults for all other fields.

    Values are texts or have the field's own type; fields are str, int or Literal texts. Raises UsageError, listing
    what is valid, for an unknown name or an invalid value.
    """
    hints = get_type_hints(cls)
    if unknown := [name for name in given if name not in hints]:
        raise UsageError(f"unknown option {unknown[0]!r}; known: {describe_options(cls) or 'none'}")
    return cls(**{name: _parse_value(name, value, hints[name]) for name, value in given.items()})


def check_given(
    options: Any, given: Mapping[str, Any], command: str, task: str, *, model: bool, judge: bool
) -> None:
    """Raise UsageError for the first of the `given` options that `task` does not use.

    The message begins with `command` and names the tasks that use the option or what else the option needs. `model`
    and `judge` say whether the run has a model and a judge.
    """
    uses = option_uses(type(options))
    present = {"": True, "model": model, "no model": not model, "judge": judge}
    for name in given:
        use = uses[name]
        if use.tasks and task not in use.tasks:
            raise UsageError(
                f"{flag(name)}: {command} --task {task} does not use it; tasks that do: {', '.join(use.tasks)}"
            )
        if not present[use.needs]:
            raise UsageError(f"{flag(name)}: used only {_NEEDS[use.needs]}")
        if use.condition is not None and not use.condition(options):
            raise UsageError(f"{flag(name)}: used only with {use.condition_text}")


def describe_options(cls: type[Any]) -> str:
    """Return the fields of `cls` with their valid values, defaults first: "negatives=adversarial|random, seed=0"."""
    hints = get_type_hints(cls)
    return ", ".join(
        f"{one.name}={'|'.join(dict.fromkeys([_text(one.default), *_choices(hints[one.name])]))}"
        for one in fields(cls)
    )


def option_pairs(options: Any, task: str, *, decides: bool = True) -> tuple[tuple[str, str], ...]:
    """Return (name, value) of each option that `task` uses and that decides predictions (or, with `decides` false,
    does not).
    """
    return tuple(
        (name, _text(getattr(options, name)))
        for name, use in option_uses(type(options)).items()
        if use.decides == decides and (not use.tasks or task in use.tasks)
    )


def split_names(text: str) -> list[str]:
    """Return the parts of a comma-separated list. Commas inside square brackets do not separate."""
    return [part.strip() for part in re.split(r",(?![^\[]*\])", text) if part.strip()]


def parse_system(
    text: str, options_of: Callable[[str], Sequence[str] | None], kind: str, names: str
) -> tuple[str, dict[str, str]]:
    """Return the name and the options of a system to compare, written "NAME[option=value,...]".

    `options_of` returns the option names of a system, or None for an unknown system. Raises UsageError, listing
    `names`, for an unknown system, and UsageError for an unknown option. `kind` is what messages call the system.
    """
    match = _SYSTEM.fullmatch(text.strip())
    known = options_of(match["name"]) if match else None
    if match is None or known is None:
        raise UsageError(f"unknown {kind} {text!r}; known: {names}")
    values: dict[str, str] = {}
    for pair in filter(None, (match["options"] or "").split(",")):
        name, _, value = (part.strip() for part in pair.partition("="))
        if name not in known or not value:
            raise UsageError(
                f"{text!r}: unknown option {pair!r}; {match['name']} has {', '.join(known) or 'none'}"
            )
        values[name] = value
    return match["name"], values


def print_system(spec: Any, names: Sequence[str]) -> str:
    """Print `spec` in the form that `parse_system` reads: the value of its first field, then the fields `names` in
    brackets.

    Fields with their default values are left out.
    """
    values = {one.name: one.default for one in fields(spec)}
    name = getattr(spec, next(iter(values)))
    chosen = [f"{key}={getattr(spec, key)}" for key in names if getattr(spec, key) != values[key]]
    return f"{name}[{','.join(chosen)}]" if chosen else str(name)


def _choices(hint: Any) -> list[str]:
    """Return the valid texts of a Literal; [] for free text and numbers."""
    return [str(choice) for choice in get_args(_plain(hint))]


def _plain(hint: Any) -> Any:
    """Return the type `hint` without "| None"."""
    parts = get_args(hint)
    return next((part for part in parts if part is not NoneType), hint) if NoneType in parts else hint


def _parse_value(name: str, value: Any, hint: Any) -> Any:
    text, choices = str(value), _choices(hint)
    if choices and text not in choices:
        raise UsageError(f"{flag(name)} must be {', '.join(choices)}, not {text!r}")
    if hint is not int:
        return text
    if not text.isdecimal():
        raise UsageError(f"{flag(name)} must be a whole number, not {text!r}")
    return int(text)


def _text(value: Any) -> str:
    return "" if value is None else str(value)
