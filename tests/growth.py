"""Whether work grows in proportion to its input, told by ratios: no bound of time that a busy machine breaks."""

import functools
import gc
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

Cache = type(functools.lru_cache(len))
FEWEST = 8  # entries of a cache of results; what is loaded once is kept in a smaller one, or without a limit


def find_caches() -> list[Any]:
    """The caches of our functions' results: what is kept of a small text costs nothing the second time."""
    return _find_caches(len(sys.modules))


@functools.lru_cache(1)
def _find_caches(modules: int) -> list[Any]:
    """The same for a number of loaded modules. In a process that ran many tests, a look at all objects takes long."""
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

    The smaller input is `start`, `size` characters of `piece` and then `end`. A smaller input that is below some limit
    of the code takes a shorter way, so inputs of twice the size have to agree before it counts as growth.
    """
    ratios = []
    for length in (size, 2 * size):
        ratio = measure_growth(
            work, *(f"{start}{repeat(piece, count)}{end}" for count in (length, 8 * length)), most=most
        )
        if ratio < 8 * most:
            return
        ratios.append(f"{ratio:.0f}")
    raise AssertionError(f"{piece!r}: 8 times the input took {' and '.join(ratios)} times the work")


def repeat(piece: str, length: int) -> str:
    """A text of some characters that consists of a piece."""
    return (piece * (length // len(piece) + 1))[:length]


def measure_growth(work: Callable[[str], object], small: str, large: str, *, most: float) -> float:
    """How many times the work of a small text a large one takes, each measured several times until it is in bounds.

    What is below a hundredth of a second proves nothing and is 0.
    """
    work(small)  # it imports what it needs, with caches of its own
    caches = find_caches()
    few, many = min(measure(work, small, caches) for _ in range(3)), measure(work, large, caches)
    for _ in range(8):
        if many < 0.01 or many < 8 * most * few:
            break
        # Disturbance only adds to a time, so the least of several is nearest to the work itself.
        few, many = min(few, measure(work, small, caches)), min(many, measure(work, large, caches))
    return many / max(few, 1e-6) if many >= 0.01 else 0.0
