"""Show and change settings."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import time
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from backstory.api import ensure_checked_out, load_settings, note_enabled, private_config_path, resolve_project
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, project_root, who_speaks
from backstory.cli.person import refuse_agent
from backstory.model.errors import Invalid, NoProject
from backstory.settings import SETTINGS, load_layers, user_config_path
from backstory.settings.edit import find_setting, merge_file, set_value, unset_value
from backstory.settings.table import BY_KEY, Layer
from backstory.store.scaffold import reveal_folder

if TYPE_CHECKING:
    from backstory.cli.library import Merged, Settings

SECTION: Final = "Set up"
MAX_WIDTH: Final = 40
"""Characters of a list in a table."""


class SetCommand(click.Command):
    """A command whose arguments may be negative numbers, which are otherwise taken for options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        numbers = [arg for arg in args if arg[:1] == "-" and arg[1:].isdecimal()]
        others = [arg for arg in args if arg not in numbers]
        return super().parse_args(ctx, [*others, "--", *numbers] if numbers and "--" not in args else args)


class ConfigGroup(click.Group):
    """A group that is a command too: `config` alone, or with `--set-file`."""


class AllSettings(Answer):
    """Every setting with its value and where the value comes from."""

    schema = "config"
    settings: "Settings"

    def to_json(self) -> Json:
        return {"settings": {setting.key: _value_json(self.settings, setting.key) for setting in SETTINGS}}

    def print_text(self) -> None:
        settings = self.settings
        rows = [
            [setting.key, _value_text(settings.value(setting.key)), str(settings.origin(setting.key)), setting.help]
            for setting in SETTINGS
        ]
        console.table(rows, styles=("36", "", "2", "2"))


class SettingValue(Answer):
    """One setting and its value."""

    schema = "config-get"
    key: str
    settings: "Settings"

    def to_json(self) -> Json:
        return {"key": self.key, **_value_json(self.settings, self.key)}

    def print_text(self) -> None:
        value = self.settings.value(self.key)
        for item in value if isinstance(value, tuple) else (_value_text(value),):
            console.data(str(item))


class SetValue(Answer):
    """A setting that was set in a file."""

    schema = "config-set"
    key: str
    value: object
    place: str

    def print_text(self) -> None:
        console.info(f"{self.key} = {_value_text(self.value)} in `{self.place}`")


class UnsetValue(Answer):
    """A setting that was removed from a file, or was not in it."""

    schema = "config-unset"
    key: str
    place: str
    was_set: bool

    def print_text(self) -> None:
        if self.was_set:
            console.info(f"{self.key} is no longer set in `{self.place}`")
        else:
            console.info(f"{self.key} was not set in `{self.place}`")
            console.info("hint: `backstory config` names the file that each value comes from")


class ConfigPath(Answer):
    """The path of a settings file."""

    schema = "config-path"
    path: str

    def print_text(self) -> None:
        console.data(self.path)


class MergedFile(Answer):
    """What merging a file changed."""

    schema = "config-merge"
    merged: "Merged"

    def to_json(self) -> Json:
        return self.merged._asdict()

    def print_text(self) -> None:
        for change in self.merged.changes:
            console.info(f"{change.key} = {_value_text(change.value)}")
        for note in self.merged.notes:
            console.warn(str(note))


def _value_json(settings: "Settings", key: str) -> Json:
    origin = settings.origin(key)
    return {"value": settings.value(key), "from": origin.layer, "place": origin.place}


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        text = ", ".join(str(item) for item in value)
        return text if len(text) <= MAX_WIDTH else text[: MAX_WIDTH - 1] + "…"
    return str(value)


@click.group(cls=ConfigGroup, invoke_without_command=True)
@click.option(
    "--set-file", default="", metavar="FILE", help="Merge a JSON or TOML file into the repository's settings."
)
@click.option("--user", is_flag=True, help="With --set-file: into your own settings.")
@add_common_options
@click.pass_context
def config(ctx: click.Context, set_file: str, user: bool) -> AllSettings | MergedFile | None:
    """Show the settings in force and where each comes from, and change them."""
    if ctx.invoked_subcommand:
        return None
    return _merge(set_file, user=user) if set_file else AllSettings(_load_settings())


@config.command("list")
@add_common_options
def config_list() -> AllSettings:
    """Show all settings."""
    return AllSettings(_load_settings())


@config.command("get")
@click.argument("key")
@add_common_options
def config_get(key: str) -> SettingValue:
    """Print the value of a setting."""
    setting = find_setting(key)
    return SettingValue(setting.key, _load_settings())


@config.command("set", cls=SetCommand)
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--file", "file", default="", metavar="FILE", help="Merge a JSON or TOML file.")
@click.option("--user", is_flag=True, help="Set it for you, in all projects.")
@click.option("--team", is_flag=True, help="Set it for everybody, in the repository's file. Only `enabled` needs this.")
@add_common_options
def config_set(key: str | None, value: str | None, file: str, user: bool, team: bool) -> SetValue | MergedFile:
    """Set a value: `config set brief.budget 2000`. Lists are separated by commas.

    It is set for the project, except `enabled`, which is set for you alone unless you pass `--team`.
    """
    if file:
        return _merge(file, user=user)
    if key is None or value is None:
        raise Invalid("a setting needs a key and a value", hint="`backstory config set brief.budget 2000`")
    if find_setting(key).key.startswith("model."):
        refuse_agent(who_speaks(), f"Set `{key}`, which steers what a model is sent?", "backstory model")
    place = _place_of(key, user=user, team=team)
    with _noting_switch(place), _keeping_trust(user=place.layer != "repository"):
        change = set_value(place.path, key, value, layer=place.layer, settings=_settings_in_force()[0])
    if place.layer == "repository" and change.key == "memory.scope" and change.value == "team":
        reveal_folder(os.path.dirname(place.path))
    _warn_if_untrusted(user=place.layer != "repository")
    return SetValue(change.key, change.value, place.path)


@config.command("unset")
@click.argument("key")
@click.option("--user", is_flag=True, help="Remove your own value, for all projects.")
@click.option("--team", is_flag=True, help="Remove it from the repository's file. Only `enabled` needs this.")
@add_common_options
def config_unset(key: str, user: bool, team: bool) -> UnsetValue:
    """Remove a value from the file, so that the next layer applies."""
    place = _place_of(key, user=user, team=team)
    with _noting_switch(place), _keeping_trust(user=place.layer != "repository"):
        change = unset_value(place.path, key, layer=place.layer)
    return UnsetValue(key, place.path, change.before is not None)


@config.command("edit")
@click.option("--user", is_flag=True, help="Use your own file instead of the repository's.")
@add_common_options
def config_edit(user: bool) -> ConfigPath:
    """Open the settings file in $VISUAL or $EDITOR, and warn about mistakes."""
    from backstory.cli.editor import edit_file

    path = _file_to_change(user=user)
    with _noting_switch(Place(path, "user" if user else "repository")), _keeping_trust(user=user):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        edit_file(path)
    _load_settings()
    return ConfigPath(path)


@config.command("path")
@click.option("--user", is_flag=True, help="Use your own file instead of the repository's.")
@add_common_options
def config_path(user: bool) -> ConfigPath:
    """Print the path of the settings file."""
    return ConfigPath(_file_to_change(user=user))


def _merge(file: str, *, user: bool) -> MergedFile:
    path = _file_to_change(user=user)
    with _noting_switch(Place(path, "user" if user else "repository")), _keeping_trust(user=user):
        merged = merge_file(path, file)
    _warn_if_untrusted(user=user)
    return MergedFile(merged)


class Place(NamedTuple):
    """A settings file, and the layer it is."""

    path: str
    layer: Layer


def _place_of(key: str, *, user: bool, team: bool) -> Place:
    """The file that holds a setting: the project's, the person's own, or the person's own for this project."""
    if user and team:
        raise Invalid("`--user` and `--team` exclude each other", hint="leave one of them out")
    if user:
        return Place(_file_to_change(user=True), "user")
    setting = BY_KEY.get(key)
    if setting is not None and setting.own and not team:
        project = resolve_project(current_folder(), os.environ, project_root=project_root())[0]
        return Place(private_config_path(project), "private")
    return Place(_file_to_change(user=False), "repository")


@contextmanager
def _noting_switch(place: Place) -> Iterator[None]:
    """A context in which a change that switches the memory on or off is noted: what is said meanwhile stays out."""
    before = _settings_in_force()[0]
    yield
    after = _settings_in_force()[0]
    if place.layer == "user":
        folder = data_home(os.environ)
    else:
        folder = resolve_project(current_folder(), os.environ, project_root=project_root())[0].private
    note_enabled(folder, before, after, time())


def _settings_in_force() -> "tuple[Settings, str]":
    """The settings in force, inside a project or outside, and the path of the project's file."""
    try:
        project = resolve_project(current_folder(), os.environ, project_root=project_root())[0]
    except NoProject:
        return load_layers("", os.environ), ""
    return load_settings(project, os.environ), project.config


def _load_settings() -> "Settings":
    """The settings in force; prints their warnings."""
    settings, path = _settings_in_force()
    for warning in settings.warnings:
        console.warn(str(warning))
    if settings.withheld:
        keys = ", ".join(settings.withheld)
        console.warn(
            f"`{path}` is not trusted, so these settings of it do not count: {keys}",
            "look at it, then `backstory trust`",
        )
    return settings


def _warn_if_untrusted(*, user: bool) -> None:
    """Warns, after a change of the repository's file, when the file has no effect yet."""
    if not user and not console.State.json:
        _load_settings()


def _file_to_change(*, user: bool) -> str:
    if user:
        return user_config_path(os.environ)
    project, _ = resolve_project(current_folder(), os.environ, project_root=project_root())
    ensure_checked_out(project.sparse, project.root, "a setting of the repository")
    return project.config


def _keeping_trust(*, user: bool) -> AbstractContextManager[None]:
    """A context in which a person's change of the repository's settings leaves them trusted, if they were."""
    from backstory.store.trust import preserving_trust

    if user or who_speaks().agent:
        return nullcontext()
    project = resolve_project(current_folder(), os.environ, project_root=project_root())[0]
    return preserving_trust(project.private, project.root)
