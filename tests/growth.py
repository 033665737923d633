"""Whether work grows in proportion to its input, told by ratios: no bound of time that a busy machine breaks."""

import functools
import gc
import time
from collections.abc import Callable, Sequence
from typing import Any

Cache = type(functools.lru_cache(len))
FEWEST = 8  # entries of a cache of results; what is loaded once is kept in a smaller one, or without a limit


def find_caches() -> list[Any]:
    """The caches of our functions' results: what is kept of a small text costs nothing the second time."""
    ours = (item for item in gc.get_objects() if isinstance(item, Cache) and item.__module__.startswith("backstory."))
    return [cache for cache in ours if (cache.cache_info().maxsize or 0) >= FEWEST]


def measure(work: Callable[[str], object], text: str, caches: Sequence[Any] = ()) -> float:
    """Seconds of this thread, without the garbage collector: its passes grow with what other tests left in memory."""
    for cache in caches:
        cache.cache_clear()
    gc.disable()
    try:
        start = time.thread_time()
        work(text)
        return time.thread_time() - start
    finally:
        gc.enable()


def assert_linear(
    work: Callable[[str], object], piece: str, size: int = 20_000, *, start: str = "", end: str = "", most: float = 3
) -> None:
    """Eight times the input takes at most `most` times eight times the work: quadratic work takes 64 times.

    The smaller input is `start`, `size` characters of `piece` and then `end`. Each is measured several times, and the
    least counts; what is below a hundredth of a second proves nothing and passes.
    """
    small = start + (piece * (size // len(piece) + 1))[:size] + end
    large = start + (piece * (8 * size // len(piece) + 1))[: 8 * size] + end
    work(small)  # it imports what it needs, with caches of its own
    caches = find_caches()
    few, many = min(measure(work, small, caches) for _ in range(3)), measure(work, large, caches)
    for _ in range(8):
        if many < 0.01 or many < 8 * most * few:
            return
        # Disturbance only adds to a time, so the least of several is nearest to the work itself.
        few, many = min(few, measure(work, small, caches)), min(many, measure(work, large, caches))
    ratio = many / max(few, 1e-6)
    raise AssertionError(f"{piece!r}: 8 times the input took {ratio:.0f} times the work")
