"""The late-interaction score of Khattab and Zaharia (ColBERT, SIGIR 2020) over many pages at once.

The score of a page is the sum, over the vectors of the query, of the largest inner product with a vector of the page.
Pages are ragged: their vectors lie one after the other and `offsets` says where each begins, so there is no padding
that could win.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch

Offsets = npt.NDArray[np.int64]
_BLOCK = 1 << 15  # vectors scored at once: with 25 words the products fit into the cache of a core or two
_SHORT = 64


def maxsim(query: torch.Tensor, vectors: torch.Tensor, offsets: Offsets) -> torch.Tensor:
    """(pages,) float32 scores of `query` (q, dimension) for `vectors` (n, dimension), page p being offsets[p:p+2].

    Computed in the type of `query`, to which blocks of `vectors` are converted. A page without vectors scores 0.
    """
    scores = torch.zeros(len(offsets) - 1)
    for first, last in _blocks(offsets):
        part = vectors[int(offsets[first]) : int(offsets[last])]
        if len(part):
            products = query @ converted(part, query.dtype).T
            scores[first:last] = _largest(products, np.diff(offsets[first : last + 1]))
    return scores


def converted(vectors: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """`vectors` in another type, by way of float32: torch takes three times as long from float16 to bfloat16 at once."""
    if vectors.dtype == kind:
        return vectors
    return torch.cat([part.float().to(kind) for part in torch.split(vectors, _BLOCK)])


def _largest(products: torch.Tensor, lengths: Offsets) -> torch.Tensor:
    """Per page the sum of its row maxima; `products` is (q, vectors of these pages)."""
    if (lengths == lengths[0]).all():
        by_page = products.view(len(products), len(lengths), -1)
        if lengths[0] < _SHORT:  # the largest of a few neighbours takes longer than of a few rows
            return by_page.transpose(1, 2).contiguous().amax(1).float().sum(0)
        return by_page.amax(2).float().sum(0)
    pages = torch.split(products, lengths.tolist(), dim=1)
    none = products.new_zeros(len(products))
    return torch.stack([page.amax(1) if page.shape[1] else none for page in pages]).float().sum(1)


def _blocks(offsets: Offsets) -> Iterator[tuple[int, int]]:
    """Ranges of pages with up to `_BLOCK` vectors, at least one page each."""
    first, pages = 0, len(offsets) - 1
    while first < pages:
        last = int(np.searchsorted(offsets, offsets[first] + _BLOCK, side="right")) - 1
        last = min(max(last, first + 1), pages)
        yield first, last
        first = last


def gathered(
    vectors: torch.Tensor, offsets: Offsets, pages: npt.NDArray[np.int64]
) -> tuple[torch.Tensor, Offsets]:
    """The vectors of some `pages` one after the other, with their offsets."""
    bounds = [(int(offsets[page]), int(offsets[page + 1])) for page in pages]
    sizes = np.array([0, *(end - start for start, end in bounds)], dtype=np.int64)
    parts = [vectors[start:end] for start, end in bounds] or [vectors[:0]]
    return torch.cat(parts), np.cumsum(sizes)


def fast_type() -> torch.dtype:
    """What to find candidates in: bfloat16 where this processor multiplies it, a third of the time, else float32."""
    able: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()  # since torch 2.9
    quick = any(able.get(name) for name in ("avx512_bf16", "amx_bf16", "bf16"))
    return torch.bfloat16 if quick else torch.float32
