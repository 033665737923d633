"""Commands that write the style of the code and do not check it: `ruff format src`, `black .`, `eslint --fix`."""

from typing import Final

from backstory.capture.commands.command_lines import split_command

_WRITES: Final = frozenset(
    ("black", "isort", "yapf", "rustfmt", "ocamlformat", "shfmt", "stylua", "gofumpt", "goimports", "autopep8")
)
"""Programs that write unless they are told to check."""
_SUBCOMMANDS: Final = {
    "ruff": ("format",), "cargo": ("fmt",), "go": ("fmt",), "mix": ("format",), "dotnet": ("format",), "deno": ("fmt",),
    "terraform": ("fmt",), "zig": ("fmt",), "swift": ("format",), "dart": ("format",), "nix": ("fmt",),
}  # fmt: skip
"""Programs with a subcommand that does."""
_SCRIPTS: Final = frozenset(
    (
        "format",
        "fmt",
        "prettier",
        "lint:fix",
        "lint-fix",
        "fix",
        "fix:lint",
        "format:write",
        "format:fix",
        "format-fix",
        "fmt:fix",
    )
)
"""Names of scripts and targets that do."""
_RUNS_SCRIPTS: Final = frozenset(("npm", "pnpm", "yarn", "bun", "make", "just", "task", "composer", "rake"))
_CHECKS: Final = frozenset(
    ("--check", "--check-only", "--diff", "--verify-no-changes", "--check-formatted", "--dry-run",
     "--set-exit-if-changed", "--output=none", "-l", "-d", "--list-different", "--lint", "-check", "--fail", "--test")
)  # fmt: skip
_FIXES: Final = frozenset(
    ("--fix", "--write", "-w", "-i", "--apply", "--in-place", "-a", "-A", "--autocorrect", "--fix-only")
)
_FIXERS: Final = frozenset(
    ("ruff", "eslint", "prettier", "biome", "gofmt", "clang-format", "stylelint", "rubocop", "standardrb", "oxlint",
     "golangci-lint", "standard", "xo", "markdownlint", "ktlint", "phpcbf")
)  # fmt: skip
"""Programs that check unless they are told to write."""


def only_formats(command: str) -> bool:
    """Whether a command line writes the style of files, and no part of it checks anything."""
    parts = [part for part in split_command(command) if part.program != "cd"]
    return bool(parts) and all(_writes(part.program, part.args) for part in parts)


def _writes(program: str, args: tuple[str, ...]) -> bool:
    if not _CHECKS.isdisjoint(args):
        return False
    if program in _RUNS_SCRIPTS:
        return any(arg in _SCRIPTS for arg in args)
    if program in _FIXERS and not _FIXES.isdisjoint(args):
        return True
    return program in _WRITES or (args[:1] != () and args[0] in _SUBCOMMANDS.get(program, ()))
