"""The entry point: one Typer application, and the function that turns an error into a line and an exit code."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

import typer

from ..errors import CitehopError, ConfigurationError, UnavailableError
from ..papers.files import is_disk_full
from .commands import register
from .crash_report import report_crashes
from .stream_encoding import replace_unencodable

EPILOG = (
    "Exit codes: 0 success; 1 a bug; 2 wrong usage; 3 configuration or a missing extra; "
    "4 nothing found or abstained; 5 interrupted or locked; 6 a server cannot be reached. "
    "--debug, anywhere, prints the traceback of an error."
)
INTERRUPTED = 5
_CONTINUE = frozenset(
    {"index", "add", "library", "bench", "make", "train", "table"}
)  # commands that continue when they are run again
# New objects between two garbage collections. Modules and papers are many objects without any cycle.
_COLLECT_AFTER = 50_000
_TYPER_INTERRUPTED = 130  # what Typer returns for Ctrl-C instead of raising KeyboardInterrupt

cli = typer.Typer(
    name="citehop",
    help="Ask about a figure of a paper, follow its citations, get an answer with verbatim quotes.",
    epilog=EPILOG,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(requested: bool) -> None:
    if requested:
        from .. import __version__

        typer.echo(f"citehop {__version__}")
        raise typer.Exit(0)


@cli.callback()
def _root(
    context: typer.Context,
    version: bool = typer.Option(  # the callback exits before Typer reports that the command is missing
        False, "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
    ),
) -> None:
    del version  # the callback has used it
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


register(cli)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line on `argv` (default: the arguments of the process) and return the exit code. Never raises."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments
    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    try:
        result = cli([a for a in arguments if a != "--debug"], prog_name="citehop", standalone_mode=False)
    except BaseException as error:
        if debug:
            _print_traceback()
        return _report(error, command)
    if result == _TYPER_INTERRUPTED:
        return _report(KeyboardInterrupt(), command)
    return result if isinstance(result, int) else 0


def _report(error: BaseException, command: str) -> int:
    """Print `error`, raised by `command`, as one line on stderr and return its exit code."""
    if isinstance(error, CitehopError):
        return _fail(f"citehop: {error}", error.exit_code)
    if isinstance(error, typer.TyperException):
        text = " ".join(error.format_message().split())
        # A usage error has the context of its command.
        context: typer.Context | None = getattr(error, "ctx", None)
        help_of = context.command_path if context else "citehop"
        return _fail(f"citehop: {text} (see {help_of} --help)", error.exit_code) if text else error.exit_code
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        again = "; run the same command again to continue" if command in _CONTINUE else ""
        return _fail(f"citehop: interrupted{again}", INTERRUPTED)
    if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
        sys.stderr.close()  # nobody reads the output any more, nor a message
        return 0
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    if is_disk_full(error) or isinstance(error, MemoryError):
        cause = "out of memory" if isinstance(error, MemoryError) else _describe_disk(error)
        return _fail(f"citehop: {cause}; run the same command again to continue", UnavailableError.exit_code)
    if isinstance(error, OSError) and error.filename and error.strerror:
        return _fail(f"citehop: {error.filename}: {error.strerror}", ConfigurationError.exit_code)
    summary = next(iter(f"{type(error).__name__}: {error}".splitlines()), "")
    return _fail(f"citehop: this is a bug ({summary}); run again with --debug and report what it prints", 1)


def _describe_disk(error: BaseException) -> str:
    assert isinstance(error, OSError)
    return f"{error.filename or 'the disk'}: {error.strerror}; free some space or use another disk"


def _fail(line: str, code: int) -> int:
    from .output.console import print_error

    print_error(line)
    return code


def _print_traceback() -> None:
    import traceback

    from .output.console import print_traceback

    print_traceback(traceback.format_exc())


def run() -> None:
    """Run the console script. SIGTERM and SIGHUP delete temporary files, as Ctrl-C does; a crash prints one line."""
    end_reporter = report_crashes(debug="--debug" in sys.argv)
    replace_unencodable()
    gc.set_threshold(_COLLECT_AFTER)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(number, signal.default_int_handler)
    try:
        code = main()
    except KeyboardInterrupt:  # a second Ctrl-C while the first one was reported
        code = INTERRUPTED
    if code == INTERRUPTED:
        _leave(code, end_reporter)
    end_reporter()
    gc.freeze()  # otherwise the interpreter would search all objects for cycles before it ends
    sys.exit(code)


def _leave(code: int, end_reporter: Callable[[], None]) -> NoReturn:
    """End the process without the interpreter's cleanup, which waits for worker processes and can hang after a second
    Ctrl-C.

    The worker processes are killed first. Their semaphores are deleted, because Python's resource tracker would
    otherwise report a leak.
    """
    with suppress(KeyboardInterrupt):
        import multiprocessing.util

        for process in multiprocessing.active_children():
            process.kill()
        multiprocessing.util._run_finalizers(0)  # type: ignore[attr-defined]
        end_reporter()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
