"""Completion for PowerShell, which click does not have: the script, and how it passes the words that were typed."""

import os
from typing import Final

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

SCRIPT: Final = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $commandAst.ToString()
    $env:COMP_WORD = $wordToComplete
    try {
        %(prog_name)s | ForEach-Object {
            $name, $help = $_ -split "`t", 2
            if (-not $help) { $help = $name }
            [System.Management.Automation.CompletionResult]::new($name, $name, "ParameterValue", $help)
        }
    } finally {
        $env:%(complete_var)s = $null
        $env:COMP_WORDS = $null
        $env:COMP_WORD = $null
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Completes for PowerShell; a line of its answer is a word, a tab and what the word means."""

    name = "powershell"
    source_template = SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being typed, without the program, and that word."""
        words = split_arg_string(os.environ.get("COMP_WORDS", ""))
        incomplete = os.environ.get("COMP_WORD", "")
        before = words[1:-1] if incomplete and words[-1:] == [incomplete] else words[1:]
        return before, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.value}\t{item.help}" if item.help else item.value


def register_powershell() -> None:
    """Makes PowerShell known to click."""
    add_completion_class(PowerShellComplete)
