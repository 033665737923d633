"""JSON schemas of what tools take and return, and the reading of arguments by them."""

from typing import Any, Final

import msgspec

Schema = dict[str, Any]
DROPPED: Final = ("title", "minLength", "maxLength", "minItems", "maxItems")
"""Keywords that a model does not need: names of classes, and limits that an error explains."""


def make_schema(struct: type[msgspec.Struct]) -> Schema:
    """Returns the JSON schema of a class, without references and empty values, which several clients do not take."""
    (schema,), components = msgspec.json.schema_components([struct], ref_template="{name}")
    expanded: Schema = _expand(schema, components)
    expanded.pop("description", None)
    return expanded


def _expand(schema: Any, components: dict[str, Schema]) -> Any:
    """Puts what references name in their place."""
    if isinstance(schema, list):
        return [_expand(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _expand(components[schema["$ref"]], components)
    members = {name: _expand_member(name, value, components) for name, value in schema.items() if name not in DROPPED}
    if "enum" in members:
        members = {"type": "string", **members, "enum": [word for word in members["enum"] if word]}
    if members.get("default") in ("", [], {}):
        del members["default"]
    return members


def _expand_member(name: str, value: Any, components: dict[str, Schema]) -> Any:
    """A member of a schema. The members of `properties` have names of their own, which may be those of keywords."""
    if name == "properties":
        return {key: _expand(item, components) for key, item in value.items()}
    return _expand(value, components)


def read_arguments(struct: type[msgspec.Struct], arguments: dict[str, Any] | None) -> msgspec.Struct:
    """Reads the arguments of a call. Raises `msgspec.ValidationError`.

    Models send null for what they leave out, and a text where a list of texts is meant.
    """
    lists = {field.name for field in msgspec.structs.fields(struct) if field.default_factory is list}
    values = {name: value for name, value in (arguments or {}).items() if value is not None}
    values |= {name: [value] for name, value in values.items() if name in lists and isinstance(value, str)}
    return msgspec.convert(values, struct, strict=False)
