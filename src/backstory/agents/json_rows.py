"""Decodes rows of transcripts into structs: fast where a row is as expected, part by part where it is not.

A part of another type than its field counts as missing, so that a reader never meets a value that it does not expect.
"""

import json
from functools import lru_cache
from types import UnionType
from typing import Any, Final, Generic, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec

_S = TypeVar("_S", bound=msgspec.Struct)
_MAX_DEPTH: Final = 50


class RowDecoder(Generic[_S]):
    """Decodes JSON objects into structs of one type. Every field of it must have a default."""

    def __init__(self, kind: type[_S]) -> None:
        self._kind = kind
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, line: bytes) -> _S | None:
        """The object of a line; None for a line that is damaged or holds no object. Never raises."""
        try:
            return self._decode(line)
        except (msgspec.DecodeError, RecursionError):  # a ValidationError is a DecodeError
            value = parse_object(line)
            return None if value is None else fit(value, self._kind)


def parse_object(data: bytes) -> dict[str, Any] | None:
    """The object that is written in `data`, with bytes and surrogates that are no text replaced; None if it is none."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        if not data.lstrip().startswith(b"{"):
            return None
        try:
            value = _clean(json.loads(data.decode("utf-8", "replace")), 0)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def text_of(value: object, *keys: str) -> str:
    """The text at the end of a path of members; empty where there is none."""
    for key in keys:
        if not isinstance(value, dict):
            return ""
        value = value.get(key)
    return value if isinstance(value, str) else ""


def object_of(value: object, *keys: str) -> dict[str, Any]:
    """The object at the end of a path of members; empty where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def list_of(value: object, *keys: str) -> list[Any]:
    """The list at the end of a path of members; empty where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []


def number_of(value: object, *keys: str) -> int:
    """The count at the end of a path of members; 0 where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else 0


def integer_of(value: object) -> int | None:
    """A whole number; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def fit(value: dict[str, Any], kind: type[_S]) -> _S:
    """A struct with those members of an object that have the type of their field."""
    members: dict[str, Any] = {}
    for name, (member, hint, below, many) in _fields(kind).items():
        if member not in value:
            continue
        part = value[member]
        if below is not None and isinstance(part, dict):
            members[name] = fit(part, below)
        elif many is not None and isinstance(part, list):
            members[name] = [fit(item, many) for item in part if isinstance(item, dict)]
        else:
            try:
                members[name] = msgspec.convert(part, hint)
            except (msgspec.ValidationError, ValueError, OverflowError):
                continue
    return kind(**members)


class _Field(NamedTuple):
    member: str
    """The name that it has in JSON."""
    hint: Any
    below: type[msgspec.Struct] | None
    """The struct that it may be."""
    many: type[msgspec.Struct] | None
    """The struct that it may be a list of."""


@lru_cache(maxsize=64)
def _fields(kind: type[msgspec.Struct]) -> dict[str, _Field]:
    fields = {}
    for field in msgspec.structs.fields(kind):
        below = many = None
        for choice in get_args(field.type) if get_origin(field.type) in (Union, UnionType) else (field.type,):
            if isinstance(choice, type) and issubclass(choice, msgspec.Struct):
                below = choice
            elif get_origin(choice) is list and issubclass(get_args(choice)[0], msgspec.Struct):
                many = get_args(choice)[0]
        fields[field.name] = _Field(field.encode_name, field.type, below, many)
    return fields


def _clean(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if depth > _MAX_DEPTH:
        return None
    if isinstance(value, list):
        return [_clean(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {_clean(key, 0): _clean(item, depth + 1) for key, item in value.items()}
    return value
