"""Named tuples that are cheap to declare.

`typing.NamedTuple` compiles a constructor for each class, adds its methods one by one and checks every annotation. A
short command declares some sixty such classes, which costs it more than the start of the interpreter. The classes of
this module inherit their methods instead. They behave as those of `typing` do, apart from the signature of the
constructor; what a class may declare is checked where `typing` declares it, as in the tests.
"""

import sys
import types
import typing
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn, Self

try:
    from _collections import _tuplegetter  # type: ignore[import-not-found]
except ImportError:  # pragma: no cover - another interpreter than CPython
    from operator import itemgetter

    def _tuplegetter(index: int, doc: str) -> property:
        return property(itemgetter(index), doc=doc)


REAL = typing.NamedTuple


class NamedRow(tuple[Any, ...]):
    """What all named tuples share."""

    __slots__ = ()
    if TYPE_CHECKING:  # annotations of this class would count as fields of the others
        _fields: tuple[str, ...]
        _field_defaults: dict[str, Any]

    def __new__(cls, *args: Any, **named: Any) -> Self:
        if named or len(args) != len(cls._fields):
            args = _complete(cls, args, named)
        return tuple.__new__(cls, args)

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        row = tuple.__new__(cls, values)
        if len(row) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(row)}")
        return row

    def _replace(self, /, **named: Any) -> Self:
        row = self._make(map(named.pop, self._fields, self))
        if named:
            raise ValueError(f"Got unexpected field names: {list(named)!r}")
        return row

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        pairs = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({pairs})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


def _complete(cls: type[NamedRow], args: tuple[Any, ...], arguments: dict[str, Any]) -> tuple[Any, ...]:
    """The values of all fields in order, with the defaults of those that are not given."""
    rest = cls._fields[len(args) :]
    defaults = cls._field_defaults
    try:
        if not arguments:
            values = [defaults[name] for name in rest]
        else:
            values = [arguments[name] if name in arguments else defaults[name] for name in rest]
    except KeyError:
        _refuse(cls, args, arguments)
    if len(args) > len(cls._fields) or (arguments and not arguments.keys() <= set(rest)):
        _refuse(cls, args, arguments)
    return (*args, *values)


def _refuse(cls: type[NamedRow], args: tuple[Any, ...], arguments: dict[str, Any]) -> NoReturn:
    fields = ", ".join(cls._fields)
    raise TypeError(f"{cls.__name__}() takes {fields}; {len(args)} values and {list(arguments)} were given")


class _Declaration(type):
    """Makes a class of a class statement that names `NamedTuple` as its base."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if len(bases) > 1:
            return _declare_generic(name, body)
        fields = tuple(body.get("__annotations__", ()))
        body["_fields"] = body["__match_args__"] = fields
        body["_field_defaults"] = {field: body[field] for field in fields if field in body}
        body["__slots__"] = ()
        for index, field in enumerate(fields):
            body[field] = _tuplegetter(index, f"Alias for field number {index}")
        return type.__new__(type, name, (NamedRow,), body)


def _declare_generic(name: str, body: dict[str, Any]) -> type:
    """Declares a generic class as `typing` does, which looks for its own `NamedTuple` meanwhile."""
    _, *others = body.pop("__orig_bases__")
    light, typing.NamedTuple = typing.NamedTuple, REAL  # type: ignore[misc]
    try:
        return types.new_class(name, (REAL, *others), {}, lambda space: space.update(body))
    finally:
        typing.NamedTuple = light  # type: ignore[misc]


class _LightNamedTuple:
    """Stands in for `typing.NamedTuple`, in class statements and in calls."""

    base: type = type.__new__(_Declaration, "NamedTuple", (), {})

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (self.base,)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return REAL(*args, **named)


def install_light_tuples() -> None:
    """Lets modules that are loaded from now on declare light named tuples.

    From Python 3.14 on, annotations are not there yet when a class is made: there, `typing` keeps its own.
    """
    if sys.version_info < (3, 14):
        typing.NamedTuple = _LightNamedTuple()  # type: ignore[assignment,misc]
