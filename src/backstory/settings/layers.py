"""The settings in force: environment over repository over user over defaults. A faulty file never raises an error."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, overload

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.settings.table import BY_KEY, FOREIGN, IDENTITY_KEYS, SETTINGS, VARIABLES, Layer, Value, is_secret
from backstory.settings.values import (
    MOST_PATTERNS,
    flatten_table,
    format_toml,
    from_object,
    from_text,
    line_of,
    pattern_fault,
    plain_toml,
)
from backstory.store.files import read_file

if TYPE_CHECKING:
    from backstory.settings.keys import FlagKey, ListKey, NumberKey, TextKey

MAX_BYTES: Final = 256 * 1024
"""Largest configuration file that is read."""
SECRET: Final = "a secret is never taken from a repository: remove it here and from its history, and replace it"
_REPAIRS: Final = 20


class Fault(NamedTuple):
    """Something in a configuration file that is ignored. `line` is 0 and `key` empty where they are unknown."""

    path: str
    line: int
    key: str
    what: str

    def __str__(self) -> str:
        place = f"`{self.path}`" + (f", line {self.line}" if self.line else "")
        if not self.key and not self.line and f"`{self.path}`" in self.what:
            return self.what
        return f"{place}: `{self.key}`: {self.what}" if self.key else f"{place}: {self.what}"


class Origin(NamedTuple):
    """Where a value comes from. `place` is the variable or the file, empty for a default."""

    layer: Layer
    place: str = ""

    def __str__(self) -> str:
        return f"{self.layer} (`{self.place}`)" if self.place else self.layer


class Settings:
    """Values by key, where each comes from, and what was ignored."""

    def __init__(
        self,
        values: Mapping[str, Value],
        origins: Mapping[str, Origin],
        warnings: tuple[Fault, ...] = (),
        withheld: tuple[str, ...] = (),
    ) -> None:
        self._values = values
        self._origins = origins
        self.warnings = warnings
        self.withheld = withheld
        """Keys that the repository's file sets and that do not count, because the file is not trusted."""
        self.shared_patterns: tuple[str, ...] = ()
        """The patterns for redaction that a trusted repository sets."""

    @overload
    def get(self, key: "TextKey") -> str: ...
    @overload
    def get(self, key: "NumberKey") -> int: ...
    @overload
    def get(self, key: "FlagKey") -> bool: ...
    @overload
    def get(self, key: "ListKey") -> tuple[str, ...]: ...
    def get(self, key: str) -> Value:
        """The value of a key of the table, in its type."""
        return self.value(key)

    def value(self, key: str) -> Value:
        """As `get`, for a key that is only known at run time. Raises `Invalid` for a key that is not in the table."""
        setting = BY_KEY.get(key)
        if setting is None:
            raise unknown_key(key)
        return self._values.get(key, setting.default)

    def items(self) -> list[tuple[str, Value, str]]:
        """Every setting: key, value and where the value comes from, in the table's order."""
        return [(setting.key, self.value(setting.key), str(self.origin(setting.key))) for setting in SETTINGS]

    def origin(self, key: str) -> Origin:
        """Which layer the value comes from."""
        return self._origins.get(key, Origin("default"))


def load_layers(
    repo_config: str,
    environ: Mapping[str, str],
    *,
    trusted: bool = False,
    patterns: tuple[str, ...] = (),
    private_config: str = "",
) -> Settings:
    """Reads the layers. `repo_config` is the path of `.backstory/config.toml`, `private_config` that of the person's
    file for this project; both are empty outside a project.

    Unless that file is `trusted`, nothing in it counts. `patterns` are its redaction patterns from when it was last
    trusted: they keep redacting after somebody changes the file.
    A file that cannot be read or understood becomes a warning with file, line and key, and its other keys still
    count. A variable that cannot be understood raises `Invalid`, because it was set for this call.
    """
    values: dict[str, Value] = {}
    origins: dict[str, Origin] = {}
    faults: list[Fault] = []
    _add_layer("user", user_config_path(environ), values, origins, faults)
    withheld: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    if repo_config and trusted:
        shared = _add_repository(repo_config, values, origins, faults)
    elif repo_config:
        withheld = tuple(_file_values(repo_config, "repository", faults))  # read for its mistakes only
        if patterns:
            _put(values, origins, "privacy.redact", patterns, Origin("repository", repo_config))
    _add_layer("private", private_config, values, origins, faults)
    _environment(environ, values, origins)
    _budgets(values, origins, faults)
    settings = Settings(values, origins, tuple(faults), withheld)
    settings.shared_patterns = shared
    return settings


def _add_layer(
    layer: Layer, path: str, values: dict[str, Value], origins: dict[str, Origin], faults: list[Fault]
) -> None:
    """Adds what the file of a person sets; nothing for an empty path."""
    if path:
        for key, value in _file_values(path, layer, faults).items():
            _put(values, origins, key, value, Origin(layer, path))


def _add_repository(
    path: str, values: dict[str, Value], origins: dict[str, Origin], faults: list[Fault]
) -> tuple[str, ...]:
    """Adds the values of a trusted repository's file, but no higher limits; returns its patterns for redaction."""
    shared: tuple[str, ...] = ()
    for key, value in _file_values(path, "repository", faults).items():
        limit = int(str(values.get(key, BY_KEY[key].default))) if BY_KEY[key].lowers else 0
        if limit and int(str(value)) > limit:
            what = f"{value} is more than {limit}; a repository may lower this limit only"
            faults.append(Fault(path, 0, key, what))
            continue
        if key == "privacy.redact" and isinstance(value, tuple):
            shared = value
        _put(values, origins, key, value, Origin("repository", path))
    return shared


def user_config_path(environ: Mapping[str, str], platform: str = sys.platform) -> str:
    """The path of this person's configuration: `BACKSTORY_CONFIG`, else the platform's; empty without a home."""
    if chosen := environ.get("BACKSTORY_CONFIG"):
        return chosen
    if xdg := environ.get("XDG_CONFIG_HOME"):
        return os.path.join(xdg, "backstory", "config.toml")
    if platform == "win32":
        base = environ.get("APPDATA", "")
        return os.path.join(base, "backstory", "config.toml") if base else ""
    home = environ.get("HOME", "")
    if not home:
        return ""
    below = ("Library", "Application Support") if platform == "darwin" else (".config",)
    return os.path.join(home, *below, "backstory", "config.toml")


def unknown_key(key: str) -> Invalid:
    """The error for a key that is not in the table, with the nearest one that is."""
    near = nearest_key(key)
    hint = f"did you mean `{near}`?" if near else "`backstory config` lists every setting"
    return Invalid(f"unknown setting `{key}`", hint=hint)


def nearest_key(key: str, keys: tuple[str, ...] = ()) -> str:
    """The known key most similar to `key`; empty when none is similar."""
    from difflib import get_close_matches

    candidates = keys or tuple(BY_KEY)
    matches = get_close_matches(key.lower(), candidates, 1, 0.6)
    if not matches:
        last = key.lower().rpartition(".")[2]
        matches = [candidate for candidate in candidates if candidate.rpartition(".")[2] == last]
    return matches[0] if len(matches) == 1 else ""


def read_text(path: str, *, follow: bool) -> str | None:
    """The text of a configuration file, None when it does not exist. Raises `Invalid` for an unreadable file.

    `follow` allows a symbolic link: one's own configuration may be one, a repository's must not (it could point at
    any file of the person who cloned it).
    """
    try:
        data = read_file(os.path.realpath(path) if follow else path, limit=MAX_BYTES)
    except NotFound:
        return None
    except BackstoryError as error:
        raise Invalid(error.message.removeprefix(f"`{path}` "), hint=error.hint) from error
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise Invalid("is not UTF-8", hint="save it as UTF-8 with an editor") from error


def _put(values: dict[str, Value], origins: dict[str, Origin], key: str, value: Value, origin: Origin) -> None:
    """Sets a value over those of weaker layers, which must be set first."""
    below = values.get(key, ())
    if BY_KEY[key].adds and isinstance(value, tuple) and isinstance(below, tuple):
        value = below + tuple(item for item in value if item not in below)
    values[key] = value
    origins[key] = origin


def _file_values(path: str, layer: Layer, faults: list[Fault]) -> dict[str, Value]:
    """The values that a file may set. What is wrong with the others goes to `faults`."""
    try:
        text = read_text(path, follow=layer == "user")
    except Invalid as error:
        faults.append(Fault(path, 0, "", f"{error.message}; it is passed over"))
        return {}
    if text is None:
        return {}
    out: dict[str, Value] = {}
    for key, raw in flatten_table(_parse_layer(text, path, faults)).items():
        if layer == "repository" and key in IDENTITY_KEYS:
            continue
        value, problems = _read_member(key, raw, layer)
        if value is not None:
            out[key] = value
        faults += [Fault(path, line_of(text, key), key, what) for what in problems]
    return out


def _parse_layer(text: str, path: str, faults: list[Fault]) -> dict[str, object]:
    """The table in a file; the lines that are not TOML go to `faults`."""
    tree = plain_toml(text)
    return tree if tree is not None else _toml(text, path, faults)


def _read_member(key: str, raw: object, layer: Layer) -> tuple[Value | None, list[str]]:
    """(the value of a key as a layer sets it, None where it does not count; what is wrong with it)."""
    setting = BY_KEY.get(key)
    if setting is None:
        return None, [_unknown_key_fault(key, layer)]
    if layer not in setting.where:
        allowed = " or ".join(name if name == "environment" else f"{name} configuration" for name in setting.where)
        return None, [f"not taken from the {layer} configuration, only from {allowed}"]
    raw, problems = _usable_patterns(raw) if setting.type == "patterns" else (raw, [])
    try:
        return from_object(setting, raw), problems
    except Invalid as error:
        return None, [*problems, f"{error.message}; it is passed over"]


def _unknown_key_fault(key: str, layer: Layer) -> str:
    """The fault of a key that is not in the table: a secret, or a likely misspelling."""
    if layer == "repository" and is_secret(key):
        return SECRET
    near = FOREIGN.get(key) or nearest_key(key)
    return f"no such setting; did you mean `{near}`?" if near else "no such setting"


def _usable_patterns(raw: object) -> tuple[object, list[str]]:
    """The patterns of a list that can be used, and why the others are ignored: one bad pattern must not drop all."""
    if not isinstance(raw, list):
        return raw, []
    ignored: list[str] = []
    if len(raw) > MOST_PATTERNS:
        ignored.append(f"{len(raw)} patterns; those after the first {MOST_PATTERNS} are passed over")
        raw = raw[:MOST_PATTERNS]
    usable, faults = _without_faults(raw)
    return usable, [*ignored, *faults]


def _without_faults(raw: Sequence[object]) -> tuple[list[object], list[str]]:
    """The patterns without fault, and what is wrong with the others."""
    faults = {pattern: pattern_fault(pattern) for pattern in raw if isinstance(pattern, str)}
    bad = {pattern: fault for pattern, fault in faults.items() if fault}
    return [pattern for pattern in raw if pattern not in bad], [f"{fault}; it is passed over" for fault in bad.values()]


def _toml(text: str, path: str, faults: list[Fault]) -> dict[str, object]:
    """Parses TOML. Lines that cannot be understood are named and left out, so that the others count."""
    import tomllib

    lines = text.replace("\r\n", "\n").split("\n")
    broken: list[Fault] = []
    for _ in range(_REPAIRS):
        try:
            tree = tomllib.loads("\n".join(lines))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            what, number = _place(str(error))
            number = number or len(lines)
            bad = lines[number - 1] if number <= len(lines) else ""
            if not bad.strip():
                break
            broken.append(Fault(path, number, _key_to_show(bad), what))
            _cut(lines, number - 1)
        else:
            faults += broken
            return tree
    first = broken[0] if broken else Fault(path, len(lines), "", "not TOML")
    faults.append(first._replace(what=f"{first.what}; the whole file is passed over"))
    return {}


def _key_to_show(line: str) -> str:
    """The key of a broken line; empty where there is none that can be shown."""
    key, equals, _ = line.partition("=")
    key = key.strip()
    return key if equals and len(key) <= 60 and key.isprintable() else ""


def _cut(lines: list[str], index: int) -> None:
    """Blanks a line. A broken table header takes its keys along, which would otherwise join the table above."""
    header = lines[index].lstrip().startswith("[")
    lines[index] = ""
    while header and index + 1 < len(lines) and not lines[index + 1].lstrip().startswith("["):
        index += 1
        lines[index] = ""


def _place(message: str) -> tuple[str, int]:
    """Splits `What (at line 3, column 7)`."""
    what, _, where = message.partition(" (at line ")
    number = where.partition(",")[0]
    return what[:1].lower() + what[1:].partition(" (at end")[0], int(number) if number.isdecimal() else 0


def _environment(environ: Mapping[str, str], values: dict[str, Value], origins: dict[str, Origin]) -> None:
    for setting in SETTINGS:
        variable = setting.variable
        text = environ.get(variable)
        if text is None or (not text.strip() and setting.type in ("flag", "number", "choice")):
            continue  # an empty variable is how a shell leaves one unset
        try:
            _put(values, origins, setting.key, from_text(setting, text), Origin("environment", variable))
        except Invalid as error:
            raise Invalid(
                f"`{variable}` in the environment: {error.message}",
                hint=f"`unset {variable}`, or give it a valid value",
            ) from None


def unknown_variables(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    """Variables that begin with `BACKSTORY_` and mean nothing, each with the nearest that does (for `doctor`)."""
    names = {setting.variable for setting in SETTINGS} | VARIABLES.keys()
    lower = {name.lower(): name for name in names}
    odd = sorted(name for name in environ if name.startswith("BACKSTORY_") and name not in names)
    return [(name, lower.get(nearest_key(name, tuple(lower)), "")) for name in odd]


def _budgets(values: dict[str, Value], origins: dict[str, Origin], faults: list[Fault]) -> None:
    """Puts the three budgets in order: a weaker setting yields to a stronger one, with a warning."""

    def number(key: str) -> int:
        return int(str(values.get(key, BY_KEY[key].default)))

    def bend(key: str, value: int, because: str) -> None:
        origin = origins.get(key)
        if origin and origin.layer == "environment":
            raise Invalid(
                f"`{origin.place}` in the environment: {number(key)} is outside {because}",
                hint="`backstory config` shows the limits",
            )
        if origin:
            faults.append(
                Fault(origin.place, 0, key, f"{number(key)} is outside {because}; {format_toml(value)} is used")
            )
        values[key] = value

    low, high = number("brief.min_budget"), number("brief.max_budget")
    if low > high:
        key, value = ("brief.min_budget", high) if "brief.min_budget" in origins else ("brief.max_budget", low)
        bend(key, value, f"the other limit ({value})")
        low = high = value
    budget = number("brief.budget")
    if not low <= budget <= high:
        bend("brief.budget", min(max(budget, low), high), f"`brief.min_budget` to `brief.max_budget` ({low} to {high})")
