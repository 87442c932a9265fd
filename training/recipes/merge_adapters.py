"""Merge adapters that were fitted from the same start: average the products of their low-rank matrices.

    python -m citehop.training.recipes.merge_adapters ADAPTER... --out FILE

Wortsman et al., "Model soups", ICML 2022. The shipped adapter is merged from the two adapters that `answer_adapter.py`
fits on the halves of the papers, so it has read all of them. The low-rank matrices are concatenated, so the rank of the
result is the sum of the ranks.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

Tensors = Mapping[str, npt.NDArray[np.floating[Any]]]


def merge(adapters: Sequence[Tensors]) -> dict[str, npt.NDArray[np.float16]]:
    """Average the products "b" @ "a" by concatenating their matrices, and average all other tensors elementwise."""
    merged: dict[str, npt.NDArray[np.floating[Any]]] = {}
    for name in adapters[0]:
        tensors = [adapter[name].astype(np.float32) for adapter in adapters]
        if name.endswith(".a"):
            merged[name] = np.concatenate(tensors)
        elif name.endswith(".b"):
            merged[name] = np.concatenate(tensors, axis=1) / len(tensors)
        else:
            merged[name] = np.mean(tensors, axis=0)
    return {name: np.ascontiguousarray(tensor.astype(np.float16)) for name, tensor in merged.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("adapters", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    save_file(merge([load_file(path) for path in given.adapters]), given.out)


if __name__ == "__main__":
    main()
