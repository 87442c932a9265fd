"""citehop model: what a language model may do, measured."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json, progress_bars
from ..preflight import check_model_server

if TYPE_CHECKING:
    from ...agent.reader.trust import ModelProfile

_LEVELS = {
    "phrase": "it phrases what is chosen without it",
    "choose": "it also chooses among statements",
    "lead": "it also refuses, answers where no reader is sure, reads figures and uses tools",
}


def register(cli: typer.Typer) -> None:
    model = typer.Typer(help="Measure language models.", no_args_is_help=True)
    model.command("probe")(probe)
    model.command("list")(list_models)
    cli.add_typer(model, name="model")


@with_settings
def probe(
    name: Annotated[str, typer.Argument(help="The model, as for --model: openai/gpt-4o, gguf:FILE.")],
    api_base: Annotated[str | None, typer.Option(help="Base URL of the model's server.")] = None,
    questions: Annotated[int, typer.Option(min=1, help="Ask the first of the 40 questions alone.")] = 40,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Ask a model 40 packaged questions, 10 of them without an answer, and record what it may do from then on.

    A model that was not probed has the level "lead" if its provider is known, else "phrase".
    """
    from ...agent.llm.roles import open_models
    from ...agent.reader.probe import probe_model
    from ...agent.reader.trust import save_profile

    base = settings.api_base if api_base is None else api_base
    settings = replace(settings, model=name, vision_model="", api_base=base, no_cache=True)
    check_model_server(settings)
    models = open_models(settings)
    assert models is not None
    with progress_bars() as update:
        profile = probe_model(models, questions, update)
    save_profile(profile, settings)
    if json:
        print_json(_fields(profile))
    else:
        _print(profile)
    return 0


@with_settings
def list_models(json: JsonFlag = False, *, settings: Settings) -> int:
    """List the models that were probed, and what each may do."""
    from ...agent.reader.trust import list_profiles

    profiles = list_profiles(settings)
    if json:
        print_json({"models": [_fields(profile) for profile in profiles]})
    elif not profiles:
        out().print("no model was probed; citehop model probe NAME measures one", soft_wrap=True)
    for profile in () if json else profiles:
        _print(profile)
    return 0


def _fields(profile: ModelProfile) -> dict[str, object]:
    from dataclasses import asdict

    return {**asdict(profile), "trust": profile.trust}


def _print(profile: ModelProfile) -> None:
    out().print(f"{profile.model}: {profile.trust} ({_LEVELS[profile.trust]})", soft_wrap=True, markup=False)
    out().print(
        f"  right {profile.right} of {profile.answerable}; refused rightly {profile.refused} of {profile.unanswerable}; "
        f"answered wrongly {profile.wrong}; valid replies {profile.valid} of {profile.questions}; "
        f"{profile.tokens:.0f} tokens and {profile.seconds:.1f} s a question",
        soft_wrap=True,
        markup=False,
    )
