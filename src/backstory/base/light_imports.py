"""Loads libraries without what they import and a short command does not need."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType
    from typing import Any
else:
    ModuleType = type(sys)


class LateModule(ModuleType):
    """Stands in for a module of the standard library until something asks for a name of it that it does not have."""

    def __getattr__(self, name: str) -> object:
        if name == "__path__":  # the import system asks every module whether it is a package
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        __import__(self.__name__)
        return getattr(sys.modules[self.__name__], name)


def load_msgspec() -> None:
    """Loads msgspec without modules that it asks for and does not need.

    `typing_extensions`, which it tries first, is of no use from Python 3.11 on. Where another package brought it
    along, loading it costs most of an interpreter's start. `platform` is asked by `uuid` for the name of the system.
    What describes types, for schemas, is loaded when it is asked for. Nothing here holds a `Decimal` or a `UUID`, so
    msgspec gets classes without instances in place of theirs.
    """
    if "msgspec" in sys.modules:
        return
    _load_dates()
    late = [LateModule("msgspec.inspect"), _without_schemas(), *_without_numbers()]
    missing = "typing_extensions" not in sys.modules
    if missing:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # an import of it fails, as if it were absent
    try:
        _load("msgspec", late)
    finally:
        if missing:
            del sys.modules["typing_extensions"]


def _load_dates() -> None:
    """Loads `datetime` without its version in Python, which takes the place of nothing from Python 3.12 on either."""
    if sys.version_info < (3, 12) and "datetime" not in sys.modules:
        try:
            import _datetime  # type: ignore[import-not-found,unused-ignore]
        except ImportError:  # pragma: no cover - another interpreter than CPython
            return
        sys.modules["datetime"] = _datetime


def load_click() -> None:
    """Loads click without `inspect`, which is as large as click, and without the translations that it does not have.

    No option here is a `UUID`, so click gets a class in its place as msgspec does. Of `threading` it takes a class that
    is written in C.
    """
    if "click" in sys.modules:
        return
    from _thread import _local

    threading = LateModule("threading")
    threading.local = _local  # type: ignore[attr-defined]
    inspect, gettext = LateModule("inspect"), LateModule("gettext")
    inspect.cleandoc = clean_doc  # type: ignore[attr-defined]
    gettext.gettext = _same_text  # type: ignore[attr-defined]
    gettext.ngettext = _plural_text  # type: ignore[attr-defined]
    _load("click", [inspect, gettext, threading, _without_numbers()[1]])


def load_signals() -> "Any":
    """The functions and numbers of `signal`, without the enumerations that it makes of them when it is loaded."""
    try:
        import _signal  # type: ignore[import-not-found]
    except ImportError:  # pragma: no cover - another interpreter than CPython
        import signal as _signal
    return _signal


def load_subprocess() -> None:
    """Loads `subprocess` without `locale`, which it asks for the encoding of texts: ours are bytes."""
    if "subprocess" not in sys.modules:
        _load("subprocess", [LateModule("locale")])


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


def _same_text(text: str) -> str:
    return text


def _plural_text(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _without_schemas() -> LateModule:
    late = LateModule("msgspec._json_schema")
    late.schema = _describe_type  # type: ignore[attr-defined]
    late.schema_components = _describe_types  # type: ignore[attr-defined]
    return late


def _without_numbers() -> "list[LateModule]":
    """Stands in for `decimal` and `uuid`, which cost half an interpreter's start with what they load."""
    decimal, uuid = LateModule("decimal"), LateModule("uuid")
    decimal.Decimal = type("Decimal", (), {})  # type: ignore[attr-defined]
    uuid.UUID = type("UUID", (), {})  # type: ignore[attr-defined]
    uuid.SafeUUID = type("SafeUUID", (), {"unknown": None})  # type: ignore[attr-defined]
    return [decimal, uuid]


def _describe_type(*args: "Any", **options: "Any") -> object:
    from msgspec._json_schema import schema

    return schema(*args, **options)


def _describe_types(*args: "Any", **options: "Any") -> object:
    from msgspec._json_schema import schema_components

    return schema_components(*args, **options)


def _load(name: str, stand_ins: "Sequence[LateModule]") -> None:
    """Loads a library while some modules stand in for those of their names."""
    for late in stand_ins:
        sys.modules.setdefault(late.__name__, late)
    try:
        __import__(name)
    finally:
        for late in stand_ins:
            if sys.modules.get(late.__name__) is late:
                del sys.modules[late.__name__]
