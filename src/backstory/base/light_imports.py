"""Loads libraries without what they import and a short command does not need."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
else:
    ModuleType = type(sys)


class LateModule(ModuleType):
    """Stands in for a module of the standard library until something asks for a name of it that it does not have."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(__import__(self.__name__), name)


def load_msgspec() -> None:
    """Loads msgspec without two modules that it asks for and does not need.

    `typing_extensions`, which it tries first, is of no use from Python 3.11 on. Where another package brought it
    along, loading it costs most of an interpreter's start. `platform` is asked by `uuid` for the name of the system.
    """
    if "msgspec" in sys.modules:
        return
    late = LateModule("platform")
    if os.name == "posix":
        late.system = _name_system  # type: ignore[attr-defined]
        _stand_in(late)
    missing = "typing_extensions" not in sys.modules
    if missing:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # an import of it fails, as if it were absent
    try:
        import msgspec  # noqa: F401
    finally:
        if missing:
            del sys.modules["typing_extensions"]
        _step_aside(late)


def load_click() -> None:
    """Loads click without `inspect`, which is as large as click, and of which it uses `cleandoc` only."""
    if "click" in sys.modules:
        return
    late = LateModule("inspect")
    late.cleandoc = clean_doc  # type: ignore[attr-defined]
    _stand_in(late)
    try:
        import click  # noqa: F401
    finally:
        _step_aside(late)


def clean_doc(text: str) -> str:
    """A docstring without the indentation of its lines below the first, as `inspect.cleandoc` gives it."""
    first, *rest = text.expandtabs().split("\n")
    margin = min(_indents(rest), default=0)
    lines = [first.lstrip(), *(line[margin:] for line in rest)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _indents(lines: list[str]) -> "Iterator[int]":
    return (len(line) - len(line.lstrip()) for line in lines if line.lstrip())


def _name_system() -> str:
    return os.uname().sysname


def _stand_in(late: LateModule) -> None:
    sys.modules.setdefault(late.__name__, late)


def _step_aside(late: LateModule) -> None:
    if sys.modules.get(late.__name__) is late:
        del sys.modules[late.__name__]
