"""`config`: show, get, set, unset, merge a file."""

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, here, project_root
from backstory.model.errors import Invalid, NoProject


class ConfigGroup(click.Group):
    """`config` alone, or with `--set-file`, is a command; with a word after it, a group."""


def _places() -> tuple[str, Any]:
    """The repository's file (empty outside a project) and the settings in force."""
    from backstory.memory.configuration import load_settings
    from backstory.memory.sparse import resolve_project
    from backstory.settings import load

    path = ""
    try:
        project = resolve_project(here(), os.environ, project_root=project_root())[0]
        path, settings = project.config, load_settings(project, os.environ)
    except NoProject:
        settings = load("", os.environ)
    for warning in settings.warnings:
        console.warn(str(warning))
    _say_withheld(path, settings.withheld)
    return path, settings


def _say_withheld(path: str, keys: tuple[str, ...]) -> None:
    if keys:
        console.warn(
            f"nobody here trusts `{path}`, so what it sets does not count: {', '.join(keys)}",
            "look at it, and then `backstory trust`",
        )


def _say_untrusted(user: bool) -> None:
    """After a change of the repository's file that has no effect yet."""
    if not user:
        _places()


def _target(user: bool) -> str:
    from backstory.settings import user_config_path

    if user:
        return user_config_path(os.environ)
    from backstory.memory.sparse import ensure_checked_out, resolve_project

    project, _ = resolve_project(here(), os.environ, project_root=project_root())
    ensure_checked_out(project.sparse, project.root, "a setting of the repository")
    return project.config


def _carried(user: bool) -> AbstractContextManager[None]:
    """Within: this person's own command changes the repository's settings; trust in them is carried over."""
    from backstory.cli.command import who_speaks
    from backstory.memory.sparse import resolve_project
    from backstory.store.trust import carried

    if user or who_speaks().agent:
        return nullcontext()
    project = resolve_project(here(), os.environ, project_root=project_root())[0]
    return carried(project.private, project.root)


@click.group(cls=ConfigGroup, invoke_without_command=True)
@click.option(
    "--set-file", default="", metavar="FILE", help="Merge a JSON or TOML file into the repository's settings."
)
@click.option("--user", is_flag=True, help="With --set-file: into this person's settings.")
@common
@click.pass_context
def config(ctx: click.Context, set_file: str, user: bool) -> None:
    """Show the settings in force with where each comes from; set and merge them."""
    if ctx.invoked_subcommand:
        return
    if set_file:
        _merge(set_file, user)
    else:
        _show()


def _show() -> None:
    from backstory.settings import SETTINGS

    _, settings = _places()
    if console.State.json:
        console.document(
            "config",
            {
                "settings": {
                    s.key: {
                        "value": settings.value(s.key),
                        "from": settings.origin(s.key).layer,
                        "place": settings.origin(s.key).place,
                    }
                    for s in SETTINGS
                }
            },
        )
        return
    console.table(
        [[s.key, _plain(settings.value(s.key)), str(settings.origin(s.key)), s.help] for s in SETTINGS],
        styles=("36", "", "2", "2"),
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        text = ", ".join(str(v) for v in value)
        return text if len(text) <= 40 else text[:39] + "…"
    return str(value)


@config.command("list")
@common
def list_() -> None:
    """Show all settings."""
    _show()


@config.command("get")
@click.argument("key")
@common
def get(key: str) -> None:
    """Print the value of a setting."""
    from backstory.settings import setting_named

    setting = setting_named(key)
    _, settings = _places()
    value = settings.value(setting.key)
    if console.State.json:
        origin = settings.origin(setting.key)
        console.document(
            "config-get", {"key": setting.key, "value": value, "from": origin.layer, "place": origin.place}
        )
    elif isinstance(value, tuple):
        for item in value:
            console.out(str(item))
    else:
        console.out(_plain(value))


@config.command("set")
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--file", "file", default="", metavar="FILE", help="Merge a JSON or TOML file.")
@click.option("--user", is_flag=True, help="For this person, in all projects.")
@common
def set_(key: str | None, value: str | None, file: str, user: bool) -> None:
    """Set a value: `config set brief.budget 2000`. Lists are separated by commas."""
    from backstory.settings import set_value

    if file:
        _merge(file, user)
        return
    if key is None or value is None:
        raise Invalid("a setting needs a key and a value", hint="`backstory config set brief.budget 2000`")
    path = _target(user)
    with _carried(user):
        change = set_value(path, key, value)
    if console.State.json:
        console.document("config-set", {"key": change.key, "value": change.value, "place": path})
    else:
        console.talk(f"{change.key} = {_plain(change.value)} in `{path}`")
        _say_untrusted(user)


@config.command("unset")
@click.argument("key")
@click.option("--user", is_flag=True, help="For this person, in all projects.")
@common
def unset(key: str, user: bool) -> None:
    """Take a value out of the file: the next layer counts again."""
    from backstory.settings import unset_value

    path = _target(user)
    with _carried(user):
        unset_value(path, key)
    if console.State.json:
        console.document("config-unset", {"key": key, "place": path})
    else:
        console.talk(f"{key} is no longer set in `{path}`")


@config.command("path")
@click.option("--user", is_flag=True, help="The person's file.")
@common
def path_(user: bool) -> None:
    """Print the path of the settings file."""
    if console.State.json:
        console.document("config-path", {"path": _target(user)})
    else:
        console.out(_target(user))


def _merge(file: str, user: bool) -> None:
    from backstory.settings import merge_file

    path = _target(user)
    with _carried(user):
        merged = merge_file(path, file)
    if console.State.json:
        console.document("config-merge", merged._asdict())
        return
    for change in merged.changes:
        console.talk(f"{change.key} = {_plain(change.value)}")
    for text in merged.notes:
        console.warn(str(text))
    _say_untrusted(user)
