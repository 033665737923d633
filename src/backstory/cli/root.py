"""The root of the command line: the table of commands, global options, errors to exit codes."""

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from backstory._version import VERSION
from backstory.cli import console
from backstory.cli.table import ALIASES, COMMANDS, SECTIONS
from backstory.model.errors import BackstoryError, Exit, is_shortage


class LazyGroup(click.Group):
    """Loads a command's module when it is called; help and completion read the table instead."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for _, names in SECTIONS for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        where = COMMANDS.get(cmd_name) or COMMANDS.get(ALIASES.get(cmd_name, ""))
        if where is None:
            return None
        module, attribute, _ = where
        if cmd_name in ALIASES and (
            alias := getattr(
                import_module(f"backstory.cli.{module}"),
                f"{attribute}_alias_{cmd_name.replace('-', '_').replace(':', '_')}",
                None,
            )
        ):
            return alias  # type: ignore[no-any-return]
        command: click.Command = getattr(import_module(f"backstory.cli.{module}"), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None:
            import difflib

            near = difflib.get_close_matches(name, [*COMMANDS, *ALIASES], n=2)
            hint = " or ".join(f"`backstory {n}`" for n in near) if near else "`backstory --help` lists the commands"
            raise BackstoryError(f"no command `{name}`", hint=f"did you mean {hint}" if near else hint, code=Exit.USAGE)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(n, COMMANDS[n][2]) for n in names])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, "--version", message="%(version)s", help="Print the version.")
@click.option("--project-root", metavar="PATH", default="", help="The project, when it is not the folder you stand in.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option("--quiet", "-q", is_flag=True, help="Only data and errors.")
@click.pass_context
def cli(ctx: click.Context, project_root: str, as_json: bool, quiet: bool) -> None:
    """Project memory for AI-assisted development. Git keeps what changed. Backstory keeps why."""
    ctx.obj = {"project_root": project_root, "as_json": as_json, "quiet": quiet}


def run(argv: list[str]) -> NoReturn:
    """Runs a command line and ends the process with its exit code."""
    leave(execute(argv))


def execute(argv: list[str]) -> int:
    """Runs a command line and returns its exit code; a user's mistake is never a traceback."""
    console.State.json = console.State.quiet = False
    try:
        result = cli.main(args=argv, prog_name="backstory", standalone_mode=False)
        return result if isinstance(result, int) else Exit.DONE
    except BackstoryError as error:
        console.error(error, argv)
        return error.code
    except (click.exceptions.Abort, KeyboardInterrupt):
        console.talk("interrupted")
        return Exit.INTERRUPTED
    except click.ClickException as error:
        console.usage(error, argv)
        return Exit.USAGE if isinstance(error, click.UsageError) else Exit.FAILED
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        return Exit.DONE
    except OSError as error:
        console.error(console.os_error(error), argv)
        return Exit.FAILED
    except Exception as error:
        if is_shortage(error):
            console.error(BackstoryError("there is too little memory", hint="look at the limit: `ulimit -v`"), argv)
            return Exit.FAILED
        console.crash(error, argv)
        return Exit.FAILED


def leave(code: int) -> NoReturn:
    """Flushes what was said and ends the process at once: nothing of ours needs the interpreter's own farewell."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    os._exit(int(code))


def main_group() -> Any:
    """The click group, for completion, generated docs and tests."""
    return cli
