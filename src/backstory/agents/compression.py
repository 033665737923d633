"""Unpacks what agents compress with Zstandard, where a library for it is installed.

Python 3.14 brings one. Before, it is the extra `zstd`: only the oldest sessions of one agent need it.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

MAGIC: Final = b"\x28\xb5\x2f\xfd"
MAX_UNPACKED: Final = 1 << 29
"""Bytes that one file may become."""


def has_zstd() -> bool:
    return _load() is not None


def unpack_zstd(data: bytes) -> bytes | None:
    """The content of a Zstandard file, up to its damaged part; None without a library, or where nothing can be read."""
    make = _load()
    if make is None:
        return None
    unpacker = make()
    out, size = [], 0
    try:
        for begin in range(0, len(data), 1 << 16):
            piece = unpacker.decompress(data[begin : begin + (1 << 16)])
            out.append(piece)
            size += len(piece)
            if size > MAX_UNPACKED or unpacker.eof:
                break
    except Exception:  # each library has errors of its own
        pass
    return b"".join(out) or None


def _load() -> Callable[[], Any] | None:
    if sys.version_info >= (3, 14):
        return import_module("compression.zstd").ZstdDecompressor  # type: ignore[no-any-return]
    try:
        library = import_module("zstandard")
    except ImportError:
        return None
    return lambda: library.ZstdDecompressor().decompressobj()
