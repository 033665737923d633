"""The root of the command line: finds commands, prints answers, turns errors into exit codes."""

import os
import sys
from importlib import import_module
from keyword import iskeyword
from typing import Final, NoReturn

import click

from backstory._version import VERSION
from backstory.cli import console
from backstory.cli.answer import print_answer
from backstory.cli.table import ALIASES, COMMANDS, SECTIONS
from backstory.model.errors import BackstoryError, Exit, is_shortage

ELSEWHERE: Final = {
    "upgrade": "`pip install --upgrade backstory` installs the newest version",
    "version": "`backstory --version` prints it",
}
"""Words that are done without a command -> how."""
OWN_PROGRESS: Final = frozenset({"bench", "hook", "watch"})
"""Commands that show by themselves what they do."""
FORMAT_HELP: Final = "Print fields of the JSON answer, such as '{short} {title}'."


class LazyGroup(click.Group):
    """Loads a command's file when the command is called; help and completion read the table instead."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        return load_command(name, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and name not in ALIASES:
            raise unknown_command(name)
        if len(args) > 1 and not ctx.resilient_parsing:
            from backstory.cli.subcommand_words import ensure_no_subcommand

            ensure_no_subcommand(ALIASES.get(name, name), args[1:])
        if sys.stderr.isatty() and not ctx.resilient_parsing:
            _show_progress(name)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def invoke(self, ctx: click.Context) -> Exit:
        return print_answer(super().invoke(ctx))


def _show_progress(word: str) -> None:
    """Lets a sign appear on the terminal when the command is silent for long."""
    from backstory.cli.progress import show_progress

    name = ALIASES.get(word, word)
    if name not in OWN_PROGRESS:
        show_progress(f"{word}: {COMMANDS[name][:1].lower()}{COMMANDS[name][1:]}")


def load_command(name: str, word: str) -> click.Command:
    """Loads the file of the command `name`; `word` is what was typed, which may be an alias with options of its own.

    A file or function whose name would be a keyword or a built-in of Python ends in an underscore: `import_`, `list_`.
    """
    module = import_module(f"backstory.cli.commands.{name}_" if iskeyword(name) else f"backstory.cli.commands.{name}")
    own = f"alias_{word.replace('-', '_').replace(':', '_')}"
    for attribute in (own, name, f"{name}_"):
        if isinstance(command := getattr(module, attribute, None), click.Command):
            _keep_whole_sentences(command)
            return command
    raise AssertionError(f"`{module.__file__}` has no command `{name}`")


def _keep_whole_sentences(command: click.Command) -> None:
    """Has the help of a group show what each subcommand does on several lines, where click would cut it."""
    for subcommand in command.commands.values() if isinstance(command, click.Group) else ():
        subcommand.short_help = subcommand.get_short_help_str(limit=sys.maxsize)
        _keep_whole_sentences(subcommand)


def unknown_command(name: str) -> BackstoryError:
    """The error for a word that is not a command, with the commands that look like it."""
    import difflib

    from backstory.cli.coming_from import find_counterpart
    from backstory.model.kinds import find_kind

    if kind := find_kind(name):
        return BackstoryError(
            f"unknown command `{name}`",
            hint=f'`backstory remember {kind.name} "..."` keeps one; `backstory list {kind.name}` lists them',
            code=Exit.USAGE,
        )
    if name in ELSEWHERE:
        return BackstoryError(f"unknown command `{name}`", hint=ELSEWHERE[name], code=Exit.USAGE)
    if hint := find_counterpart(name):
        return BackstoryError(f"unknown command `{name}`", hint=hint, code=Exit.USAGE)
    near = difflib.get_close_matches(name, [*COMMANDS, *ALIASES], n=2)
    hint = f"did you mean {' or '.join(f'`backstory {command}`' for command in near)}?" if near else ""
    return BackstoryError(
        f"unknown command `{name}`", hint=hint or "`backstory --help` lists the commands", code=Exit.USAGE
    )


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, "--version", message="%(version)s", help="Print the version.")
@click.option(
    "--project-root", metavar="PATH", default="", help="Use this project instead of the one around the current folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--format", "template", metavar="TEMPLATE", default="", help=FORMAT_HELP)
@click.option("--no-pager", is_flag=True, help="Do not show long output in a pager.")
@click.option("--quiet", "-q", is_flag=True, help="Print only data and errors.")
@click.pass_context
def cli(ctx: click.Context, /, **options: object) -> None:
    """Project memory for AI-assisted development. Git keeps what changed. Backstory keeps why."""
    ctx.obj = options


def run_and_exit(argv: list[str]) -> NoReturn:
    """Runs a command line and ends the process with its exit code."""
    exit_now(execute_command(argv))


def execute_command(argv: list[str]) -> int:
    """Runs a command line and returns its exit code. Errors of the user never show a traceback."""
    console.State.reset(argv)
    _prepare_completion()
    try:
        return _run_group(argv)
    except BackstoryError as error:
        console.error(error, argv)
        return error.code
    except click.exceptions.NoArgsIsHelpError as error:
        return _show_help(error, argv)
    except (click.exceptions.Abort, KeyboardInterrupt):
        console.info("interrupted")
        return Exit.INTERRUPTED
    except click.ClickException as error:
        from backstory.cli.usage import describe_usage

        console.error(describe_usage(error, argv), argv)
        return Exit.USAGE if isinstance(error, click.UsageError) else Exit.FAILED
    except click.exceptions.Exit as end:
        return end.exit_code
    except (BrokenPipeError, SystemExit):  # click ends the process where nobody reads any more
        return Exit.DONE
    except OSError as error:
        from backstory.cli.system_errors import describe_os_error

        console.error(describe_os_error(error), argv)
        return Exit.FAILED
    except Exception as error:
        if is_shortage(error):
            console.error(console.no_memory(), argv)
            return Exit.FAILED
        console.crash(error, argv)
        return Exit.FAILED


def _run_group(argv: list[str]) -> int:
    if "--json" in argv and "--version" in argv[:2]:
        console.document("version", {"version": VERSION})
        return Exit.DONE
    result = cli.main(args=argv, prog_name="backstory", standalone_mode=False)
    return result if isinstance(result, int) else Exit.DONE


def _prepare_completion() -> None:
    """click knows no PowerShell, so its completion is registered where it is asked for."""
    if os.environ.get("_BACKSTORY_COMPLETE", "").startswith("powershell"):
        from backstory.cli.powershell import register_powershell

        register_powershell()


def _show_help(error: click.exceptions.NoArgsIsHelpError, argv: list[str]) -> int:
    """Prints the help of a command that was called without arguments; with `--json` they are missing."""
    if "--json" in argv:
        words = error.ctx.command_path
        problem = BackstoryError(f"`{words}` takes a command", hint=f"`{words} --help` lists them", code=Exit.USAGE)
        console.error(problem, argv)
        return problem.code
    console.verbatim(error.ctx.get_help() + "\n")
    return Exit.DONE


def exit_now(code: int) -> NoReturn:
    """Flushes the output and ends the process at once, which skips the shutdown of the interpreter."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    os._exit(int(code))


def main_group() -> click.Group:
    """The click group, for completion, generated docs and tests."""
    return cli
