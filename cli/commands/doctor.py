"""citehop doctor: what works on this machine."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json

BROKEN = 3


def register(cli: typer.Typer) -> None:
    cli.command("doctor")(doctor)


@with_settings
def doctor(json: JsonFlag = False, *, settings: Settings) -> int:
    """Check the installation: packages, embedding model, store, home folder. No network is used."""
    from ..diagnosis import diagnose

    findings = diagnose(settings)
    if json:
        print_json({"findings": [{"what": f.what, "ok": f.ok, "detail": f.detail} for f in findings]})
    else:
        for finding in findings:
            out().print(f"{'ok ' if finding.ok else 'NO '} {finding.what}: {finding.detail}", soft_wrap=True)
    return 0 if all(f.ok or f.optional for f in findings) else BROKEN
