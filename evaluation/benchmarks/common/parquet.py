"""Parquet files of a download, read row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ....errors import MissingExtraError, UsageError


def read_rows(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The rows of `files` as plain values, pictures as {"bytes", "path"}, a few at a time.

    Raises MissingExtraError without pyarrow, UsageError for a file that is no Parquet.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("reading Parquet files", "bench") from error
    for file in files:
        try:
            for batch in ParquetFile(file).iter_batches(batch_size=16):  # pictures are large
                yield from batch.to_pylist()
        except (OSError, ArrowException) as error:
            raise UsageError(f"{file}: not a readable Parquet file; download it again") from error
