"""Loads libraries without what they do not need."""

import sys


def load_msgspec() -> None:
    """Loads msgspec without `typing_extensions`, which it asks for first and does not need from Python 3.11 on.

    Where another package brought it along, loading it costs most of an interpreter's start.
    """
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # an import of it fails, as if it were absent
        try:
            import msgspec  # noqa: F401
        finally:
            del sys.modules["typing_extensions"]
