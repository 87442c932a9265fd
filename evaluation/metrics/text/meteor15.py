"""METEOR 1.5 (Denkowski and Lavie, 2014) by its Java program, as pycocoevalcap runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....errors import ConfigurationError, MissingExtraError
from .base import ScoredText
from .coco_words import coco_words


@dataclass(frozen=True, slots=True)
class Meteor15:
    """Matches by word, stem, WordNet and paraphrase, tuned to people's rankings; the best reference counts. What SPIQA reports.

    A set's score comes from the sums of its matches, so it is not the mean of `each`. Needs the extra "coco" and Java: calling
    it raises MissingExtraError or ConfigurationError.
    """

    def __str__(self) -> str:
        return "METEOR-1.5"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        if not answers:
            return ScoredText(0.0)
        program = _program()
        try:
            value, each = program.compute_score(
                {n: [" ".join(coco_words(text)) for text in texts] for n, texts in enumerate(references)},
                {n: [" ".join(coco_words(answer))] for n, answer in enumerate(answers)},
            )
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"METEOR 1.5 broke off ({error}); check that java runs") from error
        finally:
            process = program.meteor_p
            process.terminate()
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()
            process.wait()
        return ScoredText(float(value), tuple(map(float, each)))


def _program() -> Any:
    try:
        from pycocoevalcap.meteor.meteor import Meteor
    except ImportError as error:
        raise MissingExtraError("METEOR 1.5", "coco") from error

    class Quiet(Meteor):  # type: ignore[misc]  # ships no types
        """Without the destructor, which fails for a program that has ended."""

        def __del__(self) -> None:
            pass

    try:
        return Quiet()
    except FileNotFoundError as error:
        raise ConfigurationError("METEOR 1.5 is a Java program; install a Java runtime") from error
