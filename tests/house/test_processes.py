"""Where processes are started: in nine modules, each with what it starts known beforehand."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "backstory"
STARTS = {
    "git/process.py",  # git, hardened
    "git/child.py",  # git, for the module above
    "guests/program.py",  # the command line that the person has named as a model
    "memory/verbs/clipboard.py",  # the clipboard's program, when it is asked for
    "cli/editor.py",  # the editor that the environment names, at a terminal or for a script that names one
    "cli/command_output.py",  # what the person typed after `run --`
    "cli/pager.py",  # the pager that the environment names, at a terminal
    "deliver/dry_start.py",  # the hook and the MCP server as the private ledger names them, for `doctor`
    "hook/worker.py",  # this very interpreter, for the worker of a hook
}
NAMES = frozenset(
    ("subprocess", "Popen", "posix_spawn", "posix_spawnp", "spawnve", "spawnv", "spawnl", "execve", "execv", "execvp",
     "execl", "system", "popen", "fork", "forkpty", "startfile", "multiprocessing", "pty", "webbrowser",
     "edit", "launch", "echo_via_pager")
)  # fmt: skip


def starting(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import) and any(a.name.partition(".")[0] in NAMES for a in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in NAMES:
            return True
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id in ("os", "click"))
            and node.attr in NAMES
        ):
            return True
    return False


def test_processes_are_started_in_nine_modules() -> None:
    found = {p.relative_to(SOURCE).as_posix() for p in SOURCE.rglob("*.py") if starting(p)}
    assert found == STARTS
