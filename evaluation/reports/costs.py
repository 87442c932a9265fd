"""Cost of a run per example, in the best unit at hand."""

from __future__ import annotations

from collections.abc import Sequence

from ...agent.types import Usage
from .report import Report

USD, TOKENS, SECONDS = "US dollars per question", "tokens per question", "seconds per question"


def unit_of(reports: Sequence[Report]) -> str:
    """Dollars where any of them was paid for, tokens where any asked a model at all, else seconds."""
    if any(report.usage.usd > 0 for report in reports):
        return USD
    return TOKENS if any(_tokens(report) for report in reports) else SECONDS


def cost_of(report: Report, unit: str) -> float:
    """The mean over all examples, without what judging cost."""
    total = {USD: report.usage.usd, TOKENS: float(_tokens(report)), SECONDS: report.seconds}[unit]
    return total / max(1, report.overall.n)


def describe_costs(report: Report) -> str:
    """One sentence on calls, tokens, dollars and time."""
    usage, judging = report.usage, report.judging
    if not (usage.calls or usage.cached or judging.calls or judging.cached):
        return f"No model was called; {report.seconds:.0f} s of work."
    parts = [
        f"{usage.calls} model calls, {_tokens(report):,} tokens, {_dollars(usage)}, {report.seconds:.0f} s of work",
        f"{usage.cached} replies from disk, at no cost" if usage.cached else "",
        f"judging: {judging.calls} calls, {_dollars(judging)}" if judging.calls else "",
    ]
    return "; ".join(part for part in parts if part) + "."


def _dollars(usage: Usage) -> str:
    """The sum of known prices; "at least" where some of it has none."""
    if usage.unpriced and usage.unpriced >= usage.calls:
        return "no price known"
    return f"{'at least ' if usage.unpriced else ''}${usage.usd:.4f}"


def _tokens(report: Report) -> int:
    return report.usage.prompt_tokens + report.usage.completion_tokens
