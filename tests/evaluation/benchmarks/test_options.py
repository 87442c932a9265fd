"""Options of benchmarks: none is ignored, by any task of any command."""

import inspect
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, get_args, get_type_hints

import pytest
import typer

from citehop.cli.main import cli, main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.definition import Benchmark, BenchmarkTask
from citehop.evaluation.benchmarks.options import (
    check_given,
    describe_options,
    flag,
    option,
    option_pairs,
    option_uses,
    parse_options,
)
from citehop.evaluation.benchmarks.registry import BENCHMARKS
from citehop.evaluation.benchmarks.request import TaskRequest
from citehop.settings import Settings

SHARED = {"data", "task", "limit", "again", "json", "ablation", "judge"}
MODEL = ("model", "api_base", "max_cost", "max_calls", "no_cache")
SETTINGS = (*MODEL, "vision_model", "judge_model", "embedding_model", "qdrant_url")
PAIRS = [(benchmark, task) for benchmark in BENCHMARKS for task in benchmark.tasks]
NAMES = [f"{benchmark.name}-{task.name}" for benchmark, task in PAIRS]


def another(benchmark: Benchmark, name: str) -> str:
    """A valid value of an option that is not its default."""
    default = next(field.default for field in fields(benchmark.options) if field.name == name)
    hint = get_type_hints(benchmark.options)[name]
    parts = [one for part in (get_args(hint) or (hint,)) for one in (get_args(part) or (part,))]
    choices = [part for part in parts if isinstance(part, str)]
    if choices:
        return next(choice for choice in choices if choice != str(default))
    if isinstance(default, int):
        return str(default + 1)
    return "bm25" if name == "strategies" else "other"


def command_of(benchmark: Benchmark) -> set[str]:
    bench = typer.main.get_command(cli).commands["bench"]  # type: ignore[attr-defined]
    return {parameter.name for parameter in bench.commands[benchmark.name].params}


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_a_command_has_its_own_options_and_the_shared_ones(benchmark: Benchmark) -> None:
    own = set(option_uses(benchmark.options))
    assert not own & SHARED
    rest = command_of(benchmark) - own - SHARED - {"help"}
    assert own <= command_of(benchmark)
    assert rest <= {"home", "offline", *SETTINGS}
    assert ("model" in rest) == any(task.model != "unused" or task.judged for task in benchmark.tasks)


@pytest.mark.parametrize(("benchmark", "task"), PAIRS, ids=NAMES)
def test_an_option_of_another_task_is_refused_by_name(
    benchmark: Benchmark, task: BenchmarkTask, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, use in option_uses(benchmark.options).items():
        if use.tasks and task.name not in use.tasks:
            given = [flag(name), another(benchmark, name)]
            assert main(["bench", benchmark.name, "--data", str(home), "--task", task.name, *given]) == 2
            told = capsys.readouterr().err
            assert f"{flag(name)}: bench {benchmark.name} --task {task.name} does not use it" in told
            assert ", ".join(use.tasks) in told


@pytest.mark.parametrize(("benchmark", "task"), PAIRS, ids=NAMES)
def test_a_setting_that_a_task_has_no_use_for_is_refused(
    benchmark: Benchmark, task: BenchmarkTask, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unused = set() if benchmark.uses_store else {"qdrant_url"}
    if task.model == "unused":
        unused |= {*MODEL, "vision_model"}
    if not task.images:
        unused.add("vision_model")
    if not task.judged:
        unused |= {"judge_model", "judge"}
    for name in sorted(unused & command_of(benchmark)):
        value = [] if name in ("judge", "no_cache") else ["1" if name.startswith("max") else "openai/gpt-4o"]
        command = ["bench", benchmark.name, "--data", str(home), "--task", task.name]
        assert main([*command, flag(name), *value]) == 2, name
        told = capsys.readouterr().err
        assert f"{flag(name)}: this run of bench {benchmark.name} --task {task.name} does not use it" in told
        for other in benchmark.tasks:
            if (name == "judge" and other.judged) or (name == "model" and other.model != "unused"):
                assert other.name in told


@pytest.mark.parametrize(("benchmark", "task"), PAIRS, ids=NAMES)
def test_every_option_that_decides_names_another_run(
    benchmark: Benchmark, task: BenchmarkTask, home: Path
) -> None:
    def name(**given: str) -> str:
        options = parse_options(benchmark.options, given)
        return TaskRequest(benchmark, task.name, options, Settings(home=str(home))).manifest().name

    for key, use in option_uses(benchmark.options).items():
        used = use.decides and (not use.tasks or task.name in use.tasks)
        assert (name(**{key: another(benchmark, key)}) != name()) == used, key


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_every_option_is_read(benchmark: Benchmark) -> None:
    package = Path(inspect.getfile(benchmark.prepare)).parent
    code = "\n".join(path.read_text("utf-8") for path in package.glob("*.py"))
    for name in option_uses(benchmark.options):
        assert f"options.{name}" in code or f'"{name}": "' in code, name


@dataclass(frozen=True, slots=True)
class PlantOptions:
    color: Literal["green", "red"] = option("green", "Its color.")
    height: int = option(1, "Its height.", tasks=("grow",))
    helper: str = option("", "Asked for advice.", needs="model", decides=False)
    seed: int = option(0, "Drawn by.", condition=lambda o: o.color == "red", condition_text="--color red")


def test_options_are_read_from_texts_and_checked() -> None:
    options = parse_options(PlantOptions, {"color": "red", "height": "3"})
    assert options == PlantOptions("red", 3)
    assert describe_options(PlantOptions) == "color=green|red, height=1, helper=, seed=0"
    assert option_pairs(options, "grow") == (("color", "red"), ("height", "3"), ("seed", "0"))
    assert option_pairs(options, "rest", decides=False) == (("helper", ""),)
    for given, told in (
        ({"size": "3"}, "unknown option 'size'; known: color"),
        ({"color": "blue"}, "--color must be green, red"),
        ({"height": "-1"}, "--height must be a whole number"),
    ):
        with pytest.raises(UsageError, match=told):
            parse_options(PlantOptions, given)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"height": "2"}, "--height: bench plant --task rest does not use it; tasks that do: grow"),
        ({"helper": "me"}, "--helper: used only with a model"),
        ({"seed": "2"}, "--seed: used only with --color red"),
    ],
)
def test_what_a_task_does_not_use_is_refused(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        check_given(
            parse_options(PlantOptions, given), given, "bench plant", "rest", model=False, judge=False
        )


@pytest.mark.usefixtures("provider_key")
def test_a_model_that_a_given_ranking_does_not_use_is_refused(
    release: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "m3sciqa", "--data", str(release), "--questions", "val", "--ranking", "gold"]
    assert main([*command, "--model", "openai/gpt-4o"]) == 2
    assert "--model: this run of bench m3sciqa --task rank does not use it" in capsys.readouterr().err
    assert main([*command, "--json"]) == 0
