"""The entry point: one Typer application, one place where errors become one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from ..errors import CitehopError
from .commands import register

EPILOG = (
    "Exit codes: 0 answered or done; 1 a bug; 2 wrong usage; 3 configuration or a missing extra; "
    "4 nothing found or abstained; 5 interrupted or locked. --debug, anywhere, shows the traceback of an error."
)
INTERRUPTED = 5
_TYPERS_INTERRUPTED = 130  # what Typer returns for Ctrl-C instead of letting it through

cli = typer.Typer(
    name="citehop",
    help="Ask about a figure of a paper, follow its citations, get an answer with verbatim quotes.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        typer.echo(f"citehop {__version__}")
        raise typer.Exit(0)


@cli.callback()
def _root(
    version: bool = typer.Option(  # its callback ends the command before a command is missed
        False, "--version", is_eager=True, callback=_tell_version, help="Print the version and exit."
    ),
) -> None:
    pass


register(cli)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line on `argv` (default: the process's own) and return the exit code. Never raises."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments
    try:
        outcome = cli([a for a in arguments if a != "--debug"], prog_name="citehop", standalone_mode=False)
    except BaseException as error:
        if debug:
            import traceback

            traceback.print_exc()
        return _report(error)
    if outcome == _TYPERS_INTERRUPTED:
        return _report(KeyboardInterrupt())
    return outcome if isinstance(outcome, int) else 0


def _report(error: BaseException) -> int:
    """Say in one line on stderr what went wrong; the exit code it stands for."""
    if isinstance(error, CitehopError):
        return _say(f"citehop: {error}", error.exit_code)
    if isinstance(error, typer.TyperException):
        text = " ".join(error.format_message().split())
        return _say(f"citehop: {text} (see citehop --help)", error.exit_code) if text else error.exit_code
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        return _say("citehop: interrupted; run the same command again to continue", INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()  # the reader of our output went away: nothing to tell and nobody to tell it to
        return 0
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return _say(f"citehop: this is a bug ({what}); run again with --debug and report what it prints", 1)


def _say(line: str, code: int) -> int:
    sys.stderr.write(line + "\n")
    return code


def run() -> None:
    """Console script."""
    sys.exit(main())
