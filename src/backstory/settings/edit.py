"""Changes to a configuration file that leave its comments, order and spacing as they were."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.model.errors import BackstoryError, Invalid
from backstory.settings.layers import Fault, Settings, nearest_key, read_text, unknown_key
from backstory.settings.table import (
    BY_KEY,
    FOREIGN,
    IDENTITY_KEYS,
    NOT_KEPT,
    SECRETS_ELSEWHERE,
    Layer,
    Setting,
    Value,
    is_secret,
)
from backstory.settings.values import flatten_table, from_object, from_text, line_of
from backstory.store.files import PRIVATE_FILE, SHARED_FILE, write_atomic

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import Item


class Change(NamedTuple):
    """The effect of an edit on one key; None means "not set"."""

    key: str
    before: object
    value: Value | None


class Merged(NamedTuple):
    """The outcome of a merge: the changes, and the parts of the other file that were ignored."""

    changes: tuple[Change, ...]
    notes: tuple[Fault, ...]


def layer_of(path: str) -> Layer:
    """The layer of a file: a file in a `.backstory` folder is a repository's, any other a person's."""
    return "repository" if os.path.basename(os.path.dirname(os.path.abspath(path))) == ".backstory" else "user"


def find_setting(word: str) -> Setting:
    """The setting by its key or by the name that another system gives it. Raises `Invalid` with the nearest key."""
    word = word.strip()
    key = FOREIGN.get(word, word)
    if key in NOT_KEPT:
        raise Invalid(f"`{key}` has no counterpart: {NOT_KEPT[key]}", hint="`backstory config` lists every setting")
    if key not in BY_KEY:
        raise unknown_key(key)
    return BY_KEY[key]


def set_value(
    path: str, key: str, text: str, *, layer: Layer | None = None, settings: Settings | None = None
) -> Change:
    """Sets one key in the file at `path`, which is made when it is missing.

    `layer` is whose file it is, by default told from its place: a repository's refuses what only a person's own
    configuration may hold. `settings` are those in force, which limit each other. Raises `Invalid` for an unknown key,
    a value that does not fit, or a file that is no TOML; then nothing is written.
    """
    layer = layer or layer_of(path)
    if layer == "repository" and key in SECRETS_ELSEWHERE:
        raise Invalid(
            f"`{key}` would be committed with the repository",
            hint="keep secrets in the environment or in your own configuration: `backstory config path --user`",
        )
    setting = find_setting(key)
    _check_layer(setting, layer)
    setting = _within_limits(setting, layer, settings) if settings else setting
    try:
        value = from_text(setting, text)
    except Invalid as error:
        raise Invalid(
            f"`{setting.key}`: {error.message}", hint=f"`backstory config get {setting.key}` shows the value in force"
        ) from None
    return _apply(path, {setting.key: value}, layer)[0]


def _within_limits(setting: Setting, layer: Layer, settings: Settings) -> Setting:
    """The setting with the limits that the other settings put on it: a value beyond them would not be used."""

    def number(key: str) -> int:
        return int(str(settings.value(key)))

    def chosen(key: str, otherwise: str) -> int:
        return number(otherwise if settings.origin(key).layer == "default" else key)

    low, high = "brief.min_budget", "brief.max_budget"
    if setting.key == "brief.budget":
        return setting._replace(low=number(low), high=number(high))
    if setting.key == low:
        return setting._replace(high=chosen("brief.budget", high))
    if setting.key == high:
        is_own = settings.origin(high).layer in ("environment", "private", "user")
        most = number(high) if is_own else int(str(setting.default))
        return setting._replace(low=chosen("brief.budget", low), high=most if layer == "repository" else setting.high)
    return setting


def set_values(path: str, values: Mapping[str, str], *, layer: Layer | None = None) -> list[Change]:
    """Sets several keys at once; an empty text removes its key. Raises `Invalid` as `set_value` does."""
    layer = layer or layer_of(path)
    changes: dict[str, Value | None] = {}
    for key, text in values.items():
        setting = find_setting(key)
        _check_layer(setting, layer)
        changes[setting.key] = from_text(setting, text) if text else None
    return list(_apply(path, changes, layer))


def unset_value(path: str, key: str, *, layer: Layer | None = None) -> Change:
    """Removes one key from the file, so that the next layer counts again."""
    return _apply(path, {find_setting(key).key: None}, layer or layer_of(path))[0]


def merge_file(path: str, source: str) -> Merged:
    """Merges the settings of the JSON or TOML file `source` into the file at `path`; keys it does not name stay.

    Other systems' key names count as ours (`capture_max_files`, `policies.token.default_budget`). Unknown keys are
    passed over with a note; a value that does not fit refuses the whole merge, so that nothing is half applied.
    """
    layer = layer_of(path)
    text = _read(source, follow=True)
    if text is None:
        raise Invalid(f"there is no file `{source}`", hint="name a JSON or TOML file with settings")
    values: dict[str, Value | None] = {}
    notes: list[Fault] = []
    for name, raw in flatten_table(_parse(text, source)).items():
        key = FOREIGN.get(name, name)
        note = _reason_to_pass_over(name)
        if note:
            _refuse_committed_secret(name, source, layer)
            notes.append(Fault(source, line_of(text, name), name, note))
            continue
        _check_layer(BY_KEY[key], layer)
        try:
            values[key] = from_object(BY_KEY[key], raw)
        except Invalid as error:
            raise Invalid(f"`{name}` in `{source}`: {error.message}", hint="nothing was changed") from None
    return Merged(tuple(_apply(path, values, layer)), tuple(notes))


def _refuse_committed_secret(name: str, source: str, layer: Layer) -> None:
    if layer == "repository" and is_secret(name) and name not in IDENTITY_KEYS and name not in NOT_KEPT:
        raise Invalid(
            f"`{name}` in `{source}` would be committed with the repository",
            hint="take it out of the file: secrets belong in the environment or in your own configuration",
        )


def _reason_to_pass_over(name: str) -> str:
    """Why a key of another file is no setting; empty for a setting of ours under any of its names."""
    if name in IDENTITY_KEYS:
        return "belongs to the project itself and is no setting"
    if name in NOT_KEPT:
        return f"passed over: {NOT_KEPT[name]}"
    if FOREIGN.get(name, name) in BY_KEY:
        return ""
    near = nearest_key(name)
    return f"no such setting; did you mean `{near}`?" if near else "no such setting"


def _check_layer(setting: Setting, layer: Layer) -> None:
    if layer not in setting.where:
        whose = "--user " if layer == "repository" else ""
        raise Invalid(
            f"`{setting.key}` is not taken from the {layer} configuration",
            hint=f"`backstory config set {whose}{setting.key} VALUE`, or the variable `{setting.variable}`",
        )


def _apply(path: str, updates: Mapping[str, Value | None], layer: Layer) -> list[Change]:
    import tomlkit

    _without_secrets(updates)
    for _ in range(8):
        before = _read(path, follow=layer == "user")
        document = tomlkit.parse("") if before is None else _document(before, path)
        changes = [_put(document, key, value) for key, value in updates.items()]
        after = tomlkit.dumps(document)
        if after == (before or ""):
            return changes
        if _read(path, follow=layer == "user") == before:  # another process may have written since
            _write(path, after, layer, is_new=before is None)
            return changes
    raise BackstoryError(f"`{path}` keeps changing while it is edited", hint="try again in a moment")


def _write(path: str, text: str, layer: Layer, *, is_new: bool) -> None:
    """Writes the file of a layer with the mode that it has."""
    target = os.path.realpath(path) if layer == "user" else path
    fresh_mode = PRIVATE_FILE if layer == "private" else SHARED_FILE
    mode = fresh_mode if is_new else os.stat(target).st_mode & 0o777
    base = os.path.dirname(os.path.dirname(path)) if layer == "repository" else ""
    write_atomic(target, text.encode(), mode=mode, base=base, in_worktree=layer != "private")


def _without_secrets(updates: Mapping[str, Value | None]) -> None:
    """Refuses values that hold a secret, except patterns for redaction, which may look like one."""
    from backstory.redact.gate import Gate

    gate = Gate()
    for key, value in updates.items():
        if BY_KEY[key].type == "patterns":
            continue
        for text in _texts_of(value):
            findings = gate.check(text).findings
            if findings:
                raise Invalid(
                    f"`{key}` would hold what looks like a secret ({findings[0].rule})",
                    hint="settings are plain text that others read: leave the secret out",
                )


def _texts_of(value: Value | None) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) else ()


def _put(document: "TOMLDocument", key: str, value: Value | None) -> Change:
    """Sets or removes one dotted key, wherever the file keeps it: in its table, or dotted at any level."""
    table = _table_of(document, key, make=value is not None)
    if table is None:
        return Change(key, None, None)
    from tomlkit.items import Item

    name = key.rpartition(".")[2]
    current = table.get(name)
    before = current.unwrap() if isinstance(current, Item) else current
    after = list(value) if isinstance(value, tuple) else value
    if value is None:
        if name in table:
            del table[name]
    elif before != after or type(before) is not type(after):  # `True == 1`, and they are two things to TOML
        table[name] = _item(after)
    return Change(key, before, value)


def _table_of(document: "TOMLDocument", key: str, *, make: bool) -> dict[str, Any] | None:
    """The table that holds a dotted key. One that is missing is made with `make`, and is None otherwise."""
    import tomlkit

    table: object = document
    for part in key.split(".")[:-1]:
        if not isinstance(table, dict):
            raise Invalid(f"`{key}`: a table is expected at `{part}`", hint="correct the file with an editor")
        if part not in table:
            if not make:
                return None
            table[part] = tomlkit.table()
        table = table[part]
    if not isinstance(table, dict):
        raise Invalid(f"`{key}`: a table is expected above it", hint="correct the file with an editor")
    return table


def _item(value: object) -> "Item":
    """A value as tomlkit writes it, a long list with a line for each item."""
    import tomlkit

    item = tomlkit.item(value)
    if isinstance(item, tomlkit.items.Array) and len(item) > 3:
        item.multiline(True)
    return item


def _document(text: str, path: str) -> "TOMLDocument":
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as error:
        raise Invalid(f"`{path}` is not valid TOML: {str(error)[:200]}", hint="correct that line") from None


def _parse(text: str, source: str) -> Mapping[str, object]:
    """Reads JSON or TOML, whichever it is."""
    import json
    import tomllib

    try:
        tree = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"`{source}` is neither JSON nor TOML: {error}", hint="nothing was changed") from None
    return tree if isinstance(tree, dict) else {}


def _read(path: str, *, follow: bool) -> str | None:
    try:
        return read_text(path, follow=follow)
    except Invalid as error:
        raise Invalid(f"`{path}` {error.message}", hint=error.hint) from None
