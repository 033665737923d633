"""Print the completion script for a shell."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options
from backstory.model.errors import BackstoryError

SECTION: Final = "Set up"
PROGRAM: Final = "backstory"
VARIABLE: Final = "_BACKSTORY_COMPLETE"
SHELLS: Final = ("bash", "zsh", "fish", "powershell")


class CompletionScript(Answer):
    """The completion script of a shell."""

    schema = "completion"
    shell: str
    script: str

    def print_text(self) -> None:
        console.verbatim(self.script)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@add_common_options
@click.pass_context
def completion(ctx: click.Context, shell: str) -> CompletionScript:
    """Print the script that lets a shell complete commands, options, kinds and tags.

    \b
    bash        eval "$(backstory completion bash)"        in ~/.bashrc
    zsh         eval "$(backstory completion zsh)"         in ~/.zshrc
    fish        backstory completion fish | source         in ~/.config/fish/config.fish
    powershell  backstory completion powershell | Out-String | Invoke-Expression   in $PROFILE
    """
    from click.shell_completion import get_completion_class

    from backstory.cli.powershell import register_powershell

    register_powershell()
    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise BackstoryError(f"no completion for the shell `{shell}`", hint=f"supported shells are {', '.join(SHELLS)}")
    complete = completion_class(ctx.find_root().command, {}, PROGRAM, VARIABLE)
    return CompletionScript(shell, complete.source_template % complete.source_vars())
